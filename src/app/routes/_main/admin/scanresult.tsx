// The route admin/scanresult: its screen is not built yet.
import { createFileRoute } from '@tanstack/react-router';
import { PlaceholderPage } from '#app/features/shell/placeholder-page.tsx';

export const Route = createFileRoute('/_main/admin/scanresult')({
  staticData: { title: 'Scan result' },
  component: PlaceholderPage,
});

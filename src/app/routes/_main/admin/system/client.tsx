// The route admin/system/client: its screen is not built yet.
import { createFileRoute } from '@tanstack/react-router';
import { PlaceholderPage } from '#app/features/shell/placeholder-page.tsx';

export const Route = createFileRoute('/_main/admin/system/client')({
  staticData: { title: 'Client' },
  component: PlaceholderPage,
});

// The route admin/retention/settings: its screen is not built yet.
import { createFileRoute } from '@tanstack/react-router';
import { PlaceholderPage } from '#app/features/shell/placeholder-page.tsx';

export const Route = createFileRoute('/_main/admin/retention/settings')({
  staticData: { title: 'Retention' },
  component: PlaceholderPage,
});

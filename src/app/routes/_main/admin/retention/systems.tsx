// The route admin/retention/systems: its screen is not built yet.
import { createFileRoute } from '@tanstack/react-router';
import { PlaceholderPage } from '#app/features/shell/placeholder-page.tsx';

export const Route = createFileRoute('/_main/admin/retention/systems')({
  staticData: { title: 'Systems of the retention' },
  component: PlaceholderPage,
});

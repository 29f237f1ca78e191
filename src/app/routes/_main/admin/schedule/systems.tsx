// The route admin/schedule/systems: its screen is not built yet.
import { createFileRoute } from '@tanstack/react-router';
import { PlaceholderPage } from '#app/features/shell/placeholder-page.tsx';

export const Route = createFileRoute('/_main/admin/schedule/systems')({
  staticData: { title: 'Systems of the schedule' },
  component: PlaceholderPage,
});

// The route admin/manual_scans: its screen is not built yet.
import { createFileRoute } from '@tanstack/react-router';
import { PlaceholderPage } from '#app/features/shell/placeholder-page.tsx';

export const Route = createFileRoute('/_main/admin/manual_scans')({
  staticData: { title: 'Manual scans' },
  component: PlaceholderPage,
});

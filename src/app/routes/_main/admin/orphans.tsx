// The route admin/orphans: its screen is not built yet.
import { createFileRoute } from '@tanstack/react-router';
import { PlaceholderPage } from '#app/features/shell/placeholder-page.tsx';

export const Route = createFileRoute('/_main/admin/orphans')({
  staticData: { title: 'Orphans' },
  component: PlaceholderPage,
});

// The route admin/groups: its screen is not built yet.
import { createFileRoute } from '@tanstack/react-router';
import { PlaceholderPage } from '#app/features/shell/placeholder-page.tsx';

export const Route = createFileRoute('/_main/admin/groups')({
  staticData: { title: 'Groups' },
  component: PlaceholderPage,
});

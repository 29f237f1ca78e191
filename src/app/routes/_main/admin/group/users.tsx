// The route admin/group/users: its screen is not built yet.
import { createFileRoute } from '@tanstack/react-router';
import { PlaceholderPage } from '#app/features/shell/placeholder-page.tsx';

export const Route = createFileRoute('/_main/admin/group/users')({
  staticData: { title: 'Users of the group' },
  component: PlaceholderPage,
});

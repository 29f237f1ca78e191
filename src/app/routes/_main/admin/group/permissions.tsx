// The route admin/group/permissions: its screen is not built yet.
import { createFileRoute } from '@tanstack/react-router';
import { PlaceholderPage } from '#app/features/shell/placeholder-page.tsx';

export const Route = createFileRoute('/_main/admin/group/permissions')({
  staticData: { title: 'Permissions' },
  component: PlaceholderPage,
});

// The route admin/organization/users: its screen is not built yet.
import { createFileRoute } from '@tanstack/react-router';
import { PlaceholderPage } from '#app/features/shell/placeholder-page.tsx';

export const Route = createFileRoute('/_main/admin/organization/users')({
  staticData: { title: 'Users of the organization' },
  component: PlaceholderPage,
});

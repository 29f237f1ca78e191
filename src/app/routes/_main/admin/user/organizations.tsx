// The route admin/user/organizations: its screen is not built yet.
import { createFileRoute } from '@tanstack/react-router';
import { PlaceholderPage } from '#app/features/shell/placeholder-page.tsx';

export const Route = createFileRoute('/_main/admin/user/organizations')({
  staticData: { title: 'Organizations of the user' },
  component: PlaceholderPage,
});

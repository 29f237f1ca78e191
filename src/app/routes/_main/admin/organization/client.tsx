// The route admin/organization/client: its screen is not built yet.
import { createFileRoute } from '@tanstack/react-router';
import { PlaceholderPage } from '#app/features/shell/placeholder-page.tsx';

export const Route = createFileRoute('/_main/admin/organization/client')({
  staticData: { title: 'Client of the organization' },
  component: PlaceholderPage,
});

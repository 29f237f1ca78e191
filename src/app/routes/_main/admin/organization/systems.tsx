// The route admin/organization/systems: its screen is not built yet.
import { createFileRoute } from '@tanstack/react-router';
import { PlaceholderPage } from '#app/features/shell/placeholder-page.tsx';

export const Route = createFileRoute('/_main/admin/organization/systems')({
  staticData: { title: 'Systems of the organization' },
  component: PlaceholderPage,
});

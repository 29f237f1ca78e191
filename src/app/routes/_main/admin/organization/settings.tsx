// The route admin/organization/settings: its screen is not built yet.
import { createFileRoute } from '@tanstack/react-router';
import { PlaceholderPage } from '#app/features/shell/placeholder-page.tsx';

export const Route = createFileRoute('/_main/admin/organization/settings')({
  staticData: { title: 'Organization' },
  component: PlaceholderPage,
});

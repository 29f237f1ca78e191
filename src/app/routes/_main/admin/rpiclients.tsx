// The route admin/rpiclients: its screen is not built yet.
import { createFileRoute } from '@tanstack/react-router';
import { PlaceholderPage } from '#app/features/shell/placeholder-page.tsx';

export const Route = createFileRoute('/_main/admin/rpiclients')({
  staticData: { title: 'Raspberry Pi clients' },
  component: PlaceholderPage,
});

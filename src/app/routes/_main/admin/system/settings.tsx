// The route admin/system/settings: its screen is not built yet.
import { createFileRoute } from '@tanstack/react-router';
import { PlaceholderPage } from '#app/features/shell/placeholder-page.tsx';

export const Route = createFileRoute('/_main/admin/system/settings')({
  staticData: { title: 'Settings' },
  component: PlaceholderPage,
});

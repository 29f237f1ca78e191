// The route admin/health-status: its screen is not built yet.
import { createFileRoute } from '@tanstack/react-router';
import { PlaceholderPage } from '#app/features/shell/placeholder-page.tsx';

export const Route = createFileRoute('/_main/admin/health-status')({
  staticData: { title: 'Not Backed Up' },
  component: PlaceholderPage,
});

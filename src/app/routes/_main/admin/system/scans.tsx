// The route admin/system/scans: the scans of a system.
import { createFileRoute } from '@tanstack/react-router';
import { ScansScreen } from '#app/features/scans/scans-screen.tsx';

export const Route = createFileRoute('/_main/admin/system/scans')({
  validateSearch: (search: Record<string, unknown>): { id?: string } =>
    typeof search['id'] === 'string' ? { id: search['id'] } : {},
  component: ScansScreen,
});

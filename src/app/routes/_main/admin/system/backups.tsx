// The route admin/system/backups: all backups of a system by day.
import { createFileRoute } from '@tanstack/react-router';
import { BackupsScreen } from '#app/features/backups/backups-screen.tsx';

export const Route = createFileRoute('/_main/admin/system/backups')({
  validateSearch: (search: Record<string, unknown>): { id?: string } =>
    typeof search['id'] === 'string' ? { id: search['id'] } : {},
  component: BackupsScreen,
});

// The route admin/system/purge: what retention keeps and what it would remove.
import { createFileRoute } from '@tanstack/react-router';
import { PurgeScreen } from '#app/features/purge/purge-screen.tsx';

export const Route = createFileRoute('/_main/admin/system/purge')({
  validateSearch: (search: Record<string, unknown>): { id?: string } =>
    typeof search['id'] === 'string' ? { id: search['id'] } : {},
  component: PurgeScreen,
});

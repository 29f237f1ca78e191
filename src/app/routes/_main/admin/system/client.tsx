// The route admin/system/client: the client of a system, its key and its signals.
import { createFileRoute } from '@tanstack/react-router';
import { ClientScreen } from '#app/features/client/client-screen.tsx';

export const Route = createFileRoute('/_main/admin/system/client')({
  validateSearch: (search: Record<string, unknown>): { id?: string } =>
    typeof search['id'] === 'string' ? { id: search['id'] } : {},
  component: ClientScreen,
});

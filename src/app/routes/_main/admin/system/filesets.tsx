// The route admin/system/filesets: the filesets of a system.
import { createFileRoute } from '@tanstack/react-router';
import { FilesetsScreen } from '#app/features/filesets/filesets-screen.tsx';

export const Route = createFileRoute('/_main/admin/system/filesets')({
  validateSearch: (search: Record<string, unknown>): { id?: string } =>
    typeof search['id'] === 'string' ? { id: search['id'] } : {},
  component: FilesetsScreen,
});

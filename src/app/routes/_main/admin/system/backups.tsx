// The route admin/system/backups: all backups of a system by day, or in the order of the address.
import { createFileRoute } from '@tanstack/react-router';
import { readRecordListSearch } from '#app/features/lists/record-list-search.ts';
import { BackupsScreen } from '#app/features/backups/backups-screen.tsx';

export const Route = createFileRoute('/_main/admin/system/backups')({
  validateSearch: readRecordListSearch,
  component: BackupsScreen,
});

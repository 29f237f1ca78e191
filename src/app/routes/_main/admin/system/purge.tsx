// The route admin/system/purge: what retention keeps and what it would remove, in the order of the address.
import { createFileRoute } from '@tanstack/react-router';
import { readRecordListSearch } from '#app/features/lists/record-list-search.ts';
import { PurgeScreen } from '#app/features/purge/purge-screen.tsx';

export const Route = createFileRoute('/_main/admin/system/purge')({
  validateSearch: readRecordListSearch,
  component: PurgeScreen,
});

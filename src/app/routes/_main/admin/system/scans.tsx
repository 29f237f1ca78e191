// The route admin/system/scans: the scans of a system, in the order of the address.
import { createFileRoute } from '@tanstack/react-router';
import { readRecordListSearch } from '#app/features/lists/record-list-search.ts';
import { ScansScreen } from '#app/features/scans/scans-screen.tsx';

export const Route = createFileRoute('/_main/admin/system/scans')({
  validateSearch: readRecordListSearch,
  component: ScansScreen,
});

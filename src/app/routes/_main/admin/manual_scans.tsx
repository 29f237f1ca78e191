// The route admin/manual_scans: the scans that people asked for. It opens without a session.
import { createFileRoute } from '@tanstack/react-router';
import type { ListSearch } from '#app/ui/list/list-tools.tsx';
import { useListSearch } from '#app/features/lists/use-list-search.ts';
import { ManualScansScreen } from '#app/features/scans/manual-scans-screen.tsx';
import { scanSorts } from '#app/features/scans/scan-sorts.ts';
import { useTitle } from '#app/features/shell/error-pages.tsx';
import * as m from '#text/messages.js';

export const Route = createFileRoute('/_main/admin/manual_scans')({
  staticData: { session: 'optional' },
  // Read by the screen: its code would otherwise be part of the first script.
  validateSearch: (search: Record<string, unknown>): ListSearch => search,
  component: ManualScans,
});

function ManualScans() {
  const { search, onSearch } = useListSearch(scanSorts);
  useTitle(m.shell_place_manual_scans());
  return <ManualScansScreen search={search} onSearch={onSearch} />;
}

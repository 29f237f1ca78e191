// The route admin/retentions: search and order in the address.
import { createFileRoute } from '@tanstack/react-router';
import type { ListSearch } from '#app/ui/list/list-tools.tsx';
import { useListSearch } from '#app/features/lists/use-list-search.ts';
import { retentionSorts } from '#app/features/retentions/retentions-list.tsx';
import { RetentionsScreen } from '#app/features/retentions/retentions-screen.tsx';
import { useTitle } from '#app/features/shell/error-pages.tsx';
import * as m from '#text/messages.js';

export const Route = createFileRoute('/_main/admin/retentions')({
  // Read by the screen: its code would otherwise be part of the first script.
  validateSearch: (search: Record<string, unknown>): ListSearch => search,
  component: Retentions,
});

function Retentions() {
  const { search, onSearch } = useListSearch(retentionSorts);
  useTitle(m.shell_place_retentions());
  return <RetentionsScreen search={search} onSearch={onSearch} />;
}

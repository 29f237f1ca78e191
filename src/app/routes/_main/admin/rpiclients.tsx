// The route admin/rpiclients: all Raspberry Pi clients, with search and order in the address; with an id, one of them.
import { createFileRoute } from '@tanstack/react-router';
import type { ListSearch } from '#app/ui/list/list-tools.tsx';
import { useListSearch } from '#app/features/lists/use-list-search.ts';
import { piSorts } from '#app/features/rpiclients/pi-list.tsx';
import { PiClientPage } from '#app/features/rpiclients/pi-page.tsx';
import { PiClientsScreen } from '#app/features/rpiclients/pi-screen.tsx';
import { useTitle } from '#app/features/shell/error-pages.tsx';
import { MainPanes } from '#app/features/shell/main-panes.tsx';
import { RecordPanes } from '#app/features/shell/record-panes.tsx';
import * as m from '#text/messages.js';

interface Search extends ListSearch {
  id?: string;
}

export const Route = createFileRoute('/_main/admin/rpiclients')({
  staticData: { panes: 'own' },
  // Read by the screen: its code would otherwise be part of the first script.
  validateSearch: (search: Record<string, unknown>): Search => search,
  component: PiClients,
});

function PiClients() {
  const { id } = Route.useSearch();
  if (typeof id !== 'string') return <MainPanes shows="whole" detail={<List />} />;
  return (
    <RecordPanes label={m.shell_place_rpiclients()} list={PiClientsScreen} path="/admin/rpiclients" id={id}>
      <PiClientPage key={id} id={id} />
    </RecordPanes>
  );
}

function List() {
  const { search, onSearch } = useListSearch(piSorts);
  useTitle(m.shell_place_rpiclients());
  return <PiClientsScreen search={search} onSearch={onSearch} />;
}

// The route admin/rpiclients: all Raspberry Pi clients, with search and order in the address; with an id, one of them.
import { createFileRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ListSearch } from '#app/ui/list/list-tools.tsx';
import { readListSearch } from '#app/features/lists/list-search.ts';
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
    <RecordPanes label={m.shell_place_rpiclients()} list={PiClientsScreen} id={id}>
      <PiClientPage key={id} id={id} />
    </RecordPanes>
  );
}

function List() {
  const given = Route.useSearch();
  const search = useMemo(() => readListSearch({ ...given }, piSorts()), [given]);
  const navigate = Route.useNavigate();
  useTitle(m.shell_place_rpiclients());
  return <PiClientsScreen search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />;
}

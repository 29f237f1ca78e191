// The route admin/systems: every system, worst first, with search and states in the address.
import { createFileRoute } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { Empty } from '#app/ui/empty.tsx';
import { Lamp } from '#app/ui/logo.tsx';
import { Panes } from '#app/ui/panes.tsx';
import { Screen } from '#app/ui/screen.tsx';
import { FlashHost } from '../../-page.tsx';
import { MainRail } from '../../-rail.tsx';
import { useTitle } from '../../-states.tsx';
import { type SystemsSearch, readSearch } from './-systems-filter.ts';
import { keepSearch } from './-systems-kept.ts';
import { SystemsScreen } from './-systems-screen.tsx';

export const Route = createFileRoute('/_main/admin/systems')({
  staticData: { title: 'Systems', panes: 'own' },
  // Read by the screen: its words would else weigh on the first script.
  validateSearch: (search: Record<string, unknown>): SystemsSearch => search,
  component: Systems,
});

function Systems() {
  const given = Route.useSearch();
  const search = useMemo(() => readSearch({ ...given }), [given]);
  const navigate = Route.useNavigate();
  useTitle('Systems');
  useEffect(() => keepSearch(search), [search]);
  const put = (next: SystemsSearch) => void navigate({ search: next, replace: true });
  return (
    <Panes
      rail={<MainRail />}
      shows="list"
      listLabel="Systems"
      list={<SystemsScreen search={search} onSearch={put} selectedId={null} />}
      detail={
        <Screen flash={<FlashHost />}>
          <Empty art={<Lamp size={64} className="t3" />} title="Choose a system">
            Its state, its backups and its settings open here.
          </Empty>
        </Screen>
      }
    />
  );
}

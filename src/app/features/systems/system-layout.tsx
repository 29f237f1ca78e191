// The layout of the pages under admin/system: on a desk the open system is docked beside the table, or has the room itself.
import { Outlet } from '@tanstack/react-router';
import { useMedia } from '#app/ui/hooks/use-media.ts';
import type { ListSearch } from '#app/ui/list/list-tools.tsx';
import * as m from '#text/messages.js';
import { storeListSearch, useStoredListSearch } from '#app/features/lists/list-searches.ts';
import { MainPanes } from '#app/features/shell/main-panes.tsx';
import { PaneButtonsContext } from '#app/features/shell/pane-buttons.tsx';
import { usePaneSize } from '#app/features/shell/pane-size.ts';
import { systemPane } from './pane-bar.tsx';
import { useClearOnLeave } from './selected-systems.ts';
import { SYSTEMS, useSystemId } from './system-queries.ts';
import { SystemsScreen } from './systems-screen.tsx';

/** Navigation rail, list and the open page. */
export function SystemLayout() {
  useClearOnLeave();
  const wide = useMedia('(min-width: 64rem)');
  const docked = usePaneSize() === 'docked';
  const list = wide && <ListBeside docked={docked} />;
  const detail = (
    <PaneButtonsContext value={wide ? systemPane : null}>
      <Outlet />
    </PaneButtonsContext>
  );
  return <MainPanes shows="detail" docked={docked} listLabel={m.shell_place_systems()} list={list} detail={detail} />;
}

function ListBeside({ docked }: { docked: boolean }) {
  const id = useSystemId();
  const search = useStoredListSearch(SYSTEMS);
  const put = (next: ListSearch) => storeListSearch(SYSTEMS, next);
  return <SystemsScreen search={search} onSearch={put} besideKey={id ?? ''} docked={docked} />;
}

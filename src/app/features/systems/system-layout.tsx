// The layout of the pages under admin/system: on wide screens the list of systems is a pane beside the open one.
import { Outlet } from '@tanstack/react-router';
import { useMedia } from '#app/ui/hooks/use-media.ts';
import * as m from '#text/messages.js';
import { MainPanes } from '#app/features/shell/main-panes.tsx';
import { useSystemId } from './system-queries.ts';
import { SystemsScreen } from './systems-screen.tsx';
import { useStoredSearch } from './systems-search-store.ts';

/** Navigation rail, list and the open page. */
export function SystemLayout() {
  const wide = useMedia('(min-width: 64rem)');
  const list = wide && <ListBeside />;
  return <MainPanes shows="detail" listLabel={m.systems_title()} list={list} detail={<Outlet />} />;
}

function ListBeside() {
  const id = useSystemId();
  const [search, put] = useStoredSearch();
  return <SystemsScreen search={search} onSearch={put} besideKey={id ?? ''} />;
}

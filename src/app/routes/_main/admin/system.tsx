// The layout of everything under admin/system: on a desk the list of systems stays beside the one that is open.
import { Outlet, createFileRoute } from '@tanstack/react-router';
import { Panes } from '#app/ui/layout/panes.tsx';
import { useMedia } from '#app/ui/hooks/use-media.ts';
import { MainRail } from '#app/features/shell/app-rail.tsx';
import { useSystemId } from '#app/features/systems/system-queries.ts';
import { useKeptSearch } from '#app/features/systems/systems-search-store.ts';
import { SystemsScreen } from '#app/features/systems/systems-screen.tsx';

export const Route = createFileRoute('/_main/admin/system')({ staticData: { panes: 'own' }, component: SystemLayout });

function SystemLayout() {
  const wide = useMedia('(min-width: 64rem)');
  return (
    <Panes rail={<MainRail />} shows="detail" listLabel="Systems" list={wide && <ListBeside />} detail={<Outlet />} />
  );
}

function ListBeside() {
  const id = useSystemId();
  const [search, put] = useKeptSearch();
  return <SystemsScreen search={search} onSearch={put} besideKey={id ?? ''} />;
}

// The route admin/orphan/view: one orphan, its backups in the order of the address.
import { createFileRoute } from '@tanstack/react-router';
import { type RecordListSearch, readRecordListSearch } from '#app/features/lists/record-list-search.ts';
import { OrphanScreen } from '#app/features/orphans/orphan-screen.tsx';
import { OrphansScreen } from '#app/features/orphans/orphans-screen.tsx';
import { NotFound } from '#app/features/shell/error-pages.tsx';
import { RecordPanes } from '#app/features/shell/record-panes.tsx';
import * as m from '#text/messages.js';

export const Route = createFileRoute('/_main/admin/orphan/view')({
  staticData: { bar: 'own', panes: 'own' },
  validateSearch: ({ kind, ...search }: Record<string, unknown>): RecordListSearch & { kind?: 'client' } => ({
    ...readRecordListSearch(search),
    ...(kind === 'client' && { kind }),
  }),
  component: View,
});

function View() {
  const { id, kind = 'system' } = Route.useSearch();
  return (
    <RecordPanes label={m.orphans_title()} list={OrphansScreen} path="/admin/orphans" id={id}>
      {id === undefined ? <NotFound /> : <OrphanScreen key={id} id={id} kind={kind} />}
    </RecordPanes>
  );
}

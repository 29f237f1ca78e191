// The route admin/retention/systems: the systems that follow a retention, with search, filters and order in the address.
import { createFileRoute } from '@tanstack/react-router';
import { readRecordListSearch } from '#app/features/lists/record-list-search.ts';
import { useAddressSearch } from '#app/features/lists/use-list-search.ts';
import { retentionKind } from '#app/features/retentions/retention-form.ts';
import { RetentionsScreen } from '#app/features/retentions/retentions-screen.tsx';
import { RecordPanes } from '#app/features/shell/record-panes.tsx';
import { RuleSystems } from '#app/features/systems/rule-systems.tsx';
import { readSearch } from '#app/features/systems/systems-filter.ts';
import * as m from '#text/messages.js';

export const Route = createFileRoute('/_main/admin/retention/systems')({
  staticData: { bar: 'own', panes: 'own' },
  validateSearch: readRecordListSearch,
  component: Systems,
});

function Systems() {
  const { id } = Route.useSearch();
  const list = useAddressSearch(readSearch);
  return (
    <RecordPanes label={m.shell_place_retentions()} list={RetentionsScreen} path="/admin/retentions" id={id}>
      <RuleSystems key={id} noun="retention" kind={retentionKind} id={id} {...list} />
    </RecordPanes>
  );
}

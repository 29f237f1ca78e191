// The route admin/schedule/systems: the systems that follow a schedule, with search, filters and order in the address.
import { createFileRoute } from '@tanstack/react-router';
import { readRecordListSearch } from '#app/features/lists/record-list-search.ts';
import { useAddressSearch } from '#app/features/lists/use-list-search.ts';
import { scheduleKind } from '#app/features/schedules/schedule-form.ts';
import { SchedulesScreen } from '#app/features/schedules/schedules-screen.tsx';
import { RecordPanes } from '#app/features/shell/record-panes.tsx';
import { RuleSystems } from '#app/features/systems/rule-systems.tsx';
import { readSearch } from '#app/features/systems/systems-filter.ts';
import * as m from '#text/messages.js';

export const Route = createFileRoute('/_main/admin/schedule/systems')({
  staticData: { bar: 'own', panes: 'own' },
  validateSearch: readRecordListSearch,
  component: Systems,
});

function Systems() {
  const { id } = Route.useSearch();
  const list = useAddressSearch(readSearch);
  return (
    <RecordPanes label={m.shell_place_schedules()} list={SchedulesScreen} path="/admin/schedules" id={id}>
      <RuleSystems key={id} noun="schedule" kind={scheduleKind} id={id} {...list} />
    </RecordPanes>
  );
}

// The route admin/schedule/systems: the systems that follow a schedule, with search, filters and order in the address.
import { createFileRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import { scheduleKind } from '#app/features/schedules/schedule-form.ts';
import { SchedulesScreen } from '#app/features/schedules/schedules-screen.tsx';
import { RecordPanes } from '#app/features/shell/record-panes.tsx';
import { RuleSystems } from '#app/features/systems/rule-systems.tsx';
import { type SystemsSearch, readSearch } from '#app/features/systems/systems-filter.ts';
import * as m from '#text/messages.js';

interface Search extends SystemsSearch {
  id?: string;
}

export const Route = createFileRoute('/_main/admin/schedule/systems')({
  staticData: { bar: 'own', panes: 'own' },
  // The component reads the filters, which keeps them out of the first script.
  validateSearch: (search: Record<string, unknown>): Search => search,
  component: Systems,
});

function Systems() {
  const given = Route.useSearch();
  const id = typeof given.id === 'string' ? given.id : undefined;
  const navigate = Route.useNavigate();
  const search = useMemo(() => readSearch({ ...given }), [given]);
  const put = (next: SystemsSearch) =>
    void navigate({ search: { ...(id !== undefined && { id }), ...next }, replace: true });
  return (
    <RecordPanes label={m.schedules_title()} list={SchedulesScreen} id={id}>
      <RuleSystems key={id} noun="schedule" kind={scheduleKind} id={id} search={search} onSearch={put} />
    </RecordPanes>
  );
}

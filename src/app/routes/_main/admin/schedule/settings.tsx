// The route admin/schedule/settings: one schedule, or a new one without an id.
import { createFileRoute } from '@tanstack/react-router';
import { RecordPanes } from '#app/features/shell/record-panes.tsx';
import { SchedulesScreen } from '#app/features/schedules/schedules-screen.tsx';
import { ScheduleScreen } from '#app/features/schedules/schedule-screen.tsx';
import * as m from '#text/messages.js';

export const Route = createFileRoute('/_main/admin/schedule/settings')({
  staticData: { bar: 'own', panes: 'own' },
  validateSearch: ({ id, from }: Record<string, unknown>): { id?: string; from?: 'first-steps' } => {
    if (typeof id === 'string') return { id };
    return from === 'first-steps' ? { from } : {};
  },
  component: Schedule,
});

function Schedule() {
  const { id, from } = Route.useSearch();
  return (
    <RecordPanes label={m.shell_place_schedules()} list={SchedulesScreen} path="/admin/schedules" id={id}>
      <ScheduleScreen key={id} id={id} first={from === 'first-steps'} />
    </RecordPanes>
  );
}

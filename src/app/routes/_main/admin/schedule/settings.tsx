// The route admin/schedule/settings: one schedule, or a new one without an id.
import { createFileRoute } from '@tanstack/react-router';
import { ScheduleScreen } from '#app/features/schedules/schedule-screen.tsx';

export const Route = createFileRoute('/_main/admin/schedule/settings')({
  staticData: { bar: 'own' },
  validateSearch: ({ id }: Record<string, unknown>): { id?: string } => (typeof id === 'string' ? { id } : {}),
  component: Schedule,
});

function Schedule() {
  const { id } = Route.useSearch();
  return <ScheduleScreen key={id} id={id} />;
}

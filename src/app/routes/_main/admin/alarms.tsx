// The screen of alarms and its search.
import { createFileRoute } from '@tanstack/react-router';
import { AlarmsPage } from '#app/features/alarms/alarms-page.tsx';
import type { AlarmsSearch } from '#app/features/alarms/alarms-view.ts';
import { alarmKinds } from '#contract/alarm-kind.ts';

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));

export const Route = createFileRoute('/_main/admin/alarms')({
  validateSearch: (search: Record<string, unknown>): AlarmsSearch => {
    const kind = alarmKinds.find((one) => one === search['kind']);
    return {
      ...((search['view'] === 'mine' || search['view'] === 'all') && { view: search['view'] }),
      ...(kind && { kind }),
      ...(isDay(search['day']) && { day: search['day'] }),
      ...(typeof search['alarm'] === 'string' && { alarm: search['alarm'] }),
    };
  },
  staticData: { panes: 'own', aside: 'none' },
  component: Alarms,
});

function Alarms() {
  const navigate = Route.useNavigate();
  return <AlarmsPage search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />;
}

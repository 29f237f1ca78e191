// The download of the alarms of one view as CSV.
import { api } from '#app/api/client.ts';
import { useMe } from '#app/auth/me.ts';
import { saveCsv } from '#app/features/lists/csv-action.ts';
import { CsvButton } from '#app/features/lists/csv-button.tsx';
import { type AlarmFilter, whereOf } from './alarm-queries.ts';

const DAY_MS = 86_400_000;

const WORST_FIRST = JSON.stringify(['severity DESC', 'since ASC']);

const queryOf = (where: Record<string, unknown>, sort = WORST_FIRST) => api.alarm.list.queryOptions({ where, sort });

interface AlarmsCsvProps {
  view: 'open' | 'mine' | 'all';
  filter: AlarmFilter;
}

/** The alarms of the list beside it in its order: those that are open, those that somebody has, those resolved within a day. */
export default function AlarmsCsv({ view, filter }: AlarmsCsvProps) {
  const me = useMe();
  const queries = () => {
    if (view === 'all') return [queryOf(whereOf(filter), 'since DESC')];
    if (view === 'mine') return [queryOf({ resolvedAt: null, acknowledgedBy: me?.id })];
    const now = Date.now();
    const at = new Date(now).toISOString();
    const snoozed = { snoozedUntil: { '>': at } };
    const awake = { or: [{ snoozedUntil: null }, { snoozedUntil: { '<=': at } }] };
    return [
      queryOf({ resolvedAt: null, acknowledgedAt: null, ...awake }),
      queryOf({ resolvedAt: null, or: [{ acknowledgedAt: { '!=': null } }, snoozed] }),
      queryOf({ resolvedAt: { '>=': new Date(now - DAY_MS).toISOString() } }, 'resolvedAt DESC'),
    ];
  };
  return <CsvButton onPress={() => void saveCsv('alarms', ...queries())} />;
}

// The download of the alarms of one view as CSV.
import { api } from '#app/api/client.ts';
import { useMe } from '#app/auth/me.ts';
import { saveCsv } from '#app/features/lists/csv-action.ts';
import { CsvButton } from '#app/features/lists/csv-button.tsx';
import { type AlarmFilter, whereOf } from './alarm-queries.ts';

const DAY_MS = 86_400_000;

const queryOf = (where: Record<string, unknown>, sort = 'since DESC') => api.alarm.list.queryOptions({ where, sort });

interface AlarmsCsvProps {
  view: 'open' | 'mine' | 'all';
  filter: AlarmFilter;
}

/** The alarms of the list beside it; those that are open are followed by those resolved within a day. */
export default function AlarmsCsv({ view, filter }: AlarmsCsvProps) {
  const me = useMe();
  const queries = () => {
    if (view === 'all') return [queryOf(whereOf(filter))];
    if (view === 'mine') return [queryOf({ resolvedAt: null, acknowledgedBy: me?.id })];
    const since = new Date(Date.now() - DAY_MS).toISOString();
    return [queryOf({ resolvedAt: null }), queryOf({ resolvedAt: { '>=': since } }, 'resolvedAt DESC')];
  };
  return <CsvButton onPress={() => void saveCsv('alarms', ...queries())} />;
}

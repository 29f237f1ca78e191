// Other alarms of one kind at the same system: how many lately, and the last one before.
import { useQuery } from '@tanstack/react-query';
import { api } from '#app/api/client.ts';
import type { Alarm } from '#app/features/alarms/alarm-format.ts';

const MOST = 100;
const SPAN_MS = 90 * 86_400_000;

/** The query of the newest alarms of the same kind. */
export function useSameKindQuery({ system, kind }: Alarm) {
  const where = { system: system?.id ?? null, kind };
  return useQuery(api.alarm.list.queryOptions({ where, sort: 'createdAt DESC', limit: MOST }));
}

/** The number in 90 days, this one included, and the newest alarm before this one; undefined while not loaded. */
export function useSameKind(alarm: Alarm, now: number): { count: number | undefined; last: Alarm | undefined } {
  const { data } = useSameKindQuery(alarm);
  const from = new Date(now - SPAN_MS).toISOString();
  return {
    count: data?.rows.filter(({ createdAt }) => createdAt > from).length,
    last: data?.rows.find(({ id, createdAt }) => id !== alarm.id && createdAt < alarm.createdAt),
  };
}

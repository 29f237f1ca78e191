// One system and what hangs on it, as the pages under admin/system share it.
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ask } from '../../../api/ask.ts';
import { usePolling } from '../../../session/freshness.ts';
import { useCan } from '../../../session/me.ts';
import { type HeldAlarm, useOpenAlarms } from '../../-alarm-data.ts';
import { bySeverity } from '../../-alarm-words.ts';
import { healthOf } from './-system-words.ts';

const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f-]{36}$/i.test(value);

/** The id in the address of a page under admin/system, null where there is none that could be one. */
export function useSystemId(): string | null {
  const search: { id?: unknown } = useSearch({ strict: false });
  return isId(search.id) ? search.id : null;
}

/** The question for one system; kept on the device. */
export const systemQuery = (id: string) => ask('system', 'get', { id }, { persist: true });

/** One system, asked for again when a deadline passes: then its strip and its health are others, with no event to say so. */
export function useSystem(id: string | null, now: number) {
  const query = useQuery({
    ...systemQuery(id ?? ''),
    enabled: useCan('system.read') && id !== null,
    refetchInterval: usePolling(),
  });
  const { data, refetch } = query;
  const turned = data !== undefined && healthOf(data, now) !== data.health;
  useEffect(() => {
    if (turned) void refetch();
  }, [turned, refetch]);
  return query;
}

/** The unresolved alarms of one system, worst first, with what this person has done about them. */
export function useAlarmsOf(id: string | null): {
  query: ReturnType<typeof useOpenAlarms>['query'];
  held: HeldAlarm[];
} {
  const { query, held } = useOpenAlarms();
  const own = (held ?? []).filter(({ alarm }) => alarm.system.id === id && alarm.resolvedAt === null);
  return { query, held: own.toSorted((a, b) => bySeverity(a.alarm, b.alarm)) };
}

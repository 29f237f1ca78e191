// The queries of one system and its alarms, shared by the pages under admin/system.
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api } from '#app/api/client.ts';
import { FRESH_MS, queryClient } from '#app/api/query-client.ts';
import type { Rows } from '#app/api/types.ts';
import { usePolling } from '#app/realtime/freshness.ts';
import { useCan } from '#app/auth/me.ts';
import { type AlarmItem, useAlarmItems, useOpenAlarms } from '#app/features/alarms/alarm-queries.ts';
import { bySeverity } from '#app/features/alarms/alarm-format.ts';
import { type System, healthOf } from './system-format.ts';

/** The address of the list. */
export const SYSTEMS = '/admin/systems';

const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f-]{36}$/i.test(value);

/** The id in the address of a page under admin/system; null if it is missing or not a UUID. */
export function useSystemId(): string | null {
  const search: { id?: unknown } = useSearch({ strict: false });
  return isId(search.id) ? search.id : null;
}

/** The query of the filesets of one system; persisted. */
export const filesetsQuery = (id: string) =>
  api.fileset.list.queryOptions({ where: { system: id }, sort: 'description ASC' }, { persist: true });

/** The query of one system; persisted. */
export const systemQuery = (id: string) => api.system.get.queryOptions({ id }, { persist: true });

/** True for the row of a list, which has no notes and no log. */
export const isListRow = ({ notes }: { notes?: string }): boolean => notes === undefined;

/** The newest cached list row of a system, and the time of its answer (epoch ms). Rows with selected attributes alone are ignored. */
function listedRow(id: string | null): { row: System; at: number } | undefined {
  const lists = queryClient.getQueryCache().findAll({ queryKey: ['system', 'list'] });
  const found = lists.flatMap(({ state }) => {
    const row = (state.data as Rows<System> | undefined)?.rows.find((one) => one.id === id && 'strip' in one);
    return row ? [{ row, at: state.dataUpdatedAt }] : [];
  });
  return found.toSorted((a, b) => b.at - a.at)[0];
}

/** One system. Refetched when a deadline passes, which changes its strip and health without an event. */
export function useSystem(id: string | null, now: number) {
  const query = useQuery({
    ...systemQuery(id ?? ''),
    enabled: useCan('system.read') && id !== null,
    // A list row has almost all attributes: it is shown with its age until the answer arrives.
    initialData: () => listedRow(id)?.row,
    initialDataUpdatedAt: () => listedRow(id)?.at,
    staleTime: ({ state }) => (state.data && !isListRow(state.data) ? FRESH_MS : 0),
    refetchInterval: usePolling(),
  });
  const { data, refetch } = query;
  const turned = data !== undefined && healthOf(data, now) !== data.health;
  useEffect(() => {
    if (turned) void refetch();
  }, [turned, refetch]);
  return query;
}

/**
 * The unresolved alarms of one system, worst first, with what this person has done about them. Without an answer of
 * `query` there may be more.
 */
export function useAlarmsOf(id: string | null): {
  query: ReturnType<typeof useOpenAlarms>['query'];
  held: AlarmItem[];
} {
  const all = useOpenAlarms();
  const mayRead = useCan('alarm.read');
  // A partial list may lack the alarms of this system.
  const own = useQuery({
    ...api.alarm.list.queryOptions({ where: { resolvedAt: null, system: id } }),
    enabled: mayRead && id !== null && all.isPart,
  });
  const ownHeld = useAlarmItems(own.data?.rows);
  const held = (all.isPart ? ownHeld : undefined) ?? all.held ?? [];
  const theirs = held.filter(({ alarm }) => alarm.system?.id === id && alarm.resolvedAt === null);
  return { query: all.isPart ? own : all.query, held: theirs.toSorted((a, b) => bySeverity(a.alarm, b.alarm)) };
}

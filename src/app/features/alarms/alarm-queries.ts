// The alarms and counts that several screens share, with the unsent actions of this person applied.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AlarmKind } from '#contract/alarm-kind.ts';
import { api } from '#app/api/client.ts';
import { usePolling } from '#app/realtime/freshness.ts';
import { reader } from '#app/device/reader.ts';
import { dayAfter, dayOf, instantOf } from '#app/device/zone-days.ts';
import { useRecentlyResolved } from '#app/realtime/recently-resolved.ts';
import { useCan } from '#app/auth/me.ts';
import { countsQuery, openAlarmsQuery } from '#app/features/watch/watch-queries.ts';
import { type QueuedAction, useWaiting } from '#app/offline/outbox-store.ts';
import type { Alarm } from './alarm-format.ts';

/** The alarm that was resolved last; the total counts all resolved ones. */
const lastResolvedQuery = api.alarm.list.queryOptions(
  { where: { resolvedAt: { '!=': null } }, sort: 'resolvedAt DESC', limit: 1 },
  { persist: true },
);

/** Counts of systems by health; not fetched without the permission. */
export function useCounts() {
  return useQuery({ ...countsQuery, enabled: useCan('system.read'), refetchInterval: usePolling() });
}

/** The last resolved alarm and the number of resolved ones. */
export function useLastResolved() {
  return useQuery({ ...lastResolvedQuery, enabled: useCan('alarm.read') });
}

/** Alarms of one kind, of one day of the reader's calendar (2026-11-20), or all. */
export interface AlarmFilter {
  kind?: AlarmKind | undefined;
  day?: string | undefined;
}

/** The moment that decides the day of an alarm: a missed backup belongs to the day it was due, as in the strips. */
export const datedAt = ({ kind, dueAt, since }: Alarm): string => (kind === 'overdue' ? (dueAt ?? since) : since);

/** The `where` of the list call; counts days as `datedAt` does. */
export function whereOf({ kind, day }: AlarmFilter) {
  const where = kind ? { kind } : {};
  if (!day) return where;
  const { timeZone } = reader();
  const midnight = (of: string) => new Date(instantOf(of, 0, timeZone)).toISOString();
  const within = { '>=': midnight(day), '<': midnight(dayAfter(day, 1)) };
  const overdue = { kind: 'overdue', dueAt: within };
  return { ...where, or: [{ kind: { '!=': 'overdue' }, since: within }, overdue] };
}

/** Rows of the first page, and of each further one. */
export const ALARMS_PAGE = 100;

/** The newest alarms that match, resolved ones included. A further page keeps the known rows while it loads. */
export function useAllAlarms(filter: AlarmFilter, limit: number) {
  const where = whereOf(filter);
  const same = JSON.stringify(where);
  const persist = same === '{}' && limit === ALARMS_PAGE;
  return useQuery({
    ...api.alarm.list.queryOptions({ where, sort: 'since DESC', limit }, { persist }),
    enabled: useCan('alarm.read'),
    placeholderData: (held, before) => (JSON.stringify(before?.queryKey[2].where) === same ? held : undefined),
  });
}

/** An action that decides who has the alarm: a note does not. */
export type QueuedAlarmAction = QueuedAction & { kind: Exclude<QueuedAction['kind'], 'note'> };

/** An alarm with its unsent action, if any. */
export interface AlarmItem {
  alarm: Alarm;
  /** Stored on this device; the server has not answered yet. */
  queued: QueuedAlarmAction | null;
}

const isAlarmAction = (action: QueuedAction): action is QueuedAlarmAction => action.kind !== 'note';

/** The alarms with the last unsent action on each. An alarm stays as the server knows it until the server has answered. */
export function withQueuedActions(alarms: readonly Alarm[], waiting: readonly QueuedAction[]): AlarmItem[] {
  const last = new Map(waiting.filter(isAlarmAction).map((action) => [action.alarmId, action]));
  return alarms.map((alarm) => ({ alarm, queued: last.get(alarm.id) ?? null }));
}

/** The unresolved alarms, and for four seconds those just resolved, with this person's actions applied. */
export function useOpenAlarms() {
  const query = useQuery({ ...openAlarmsQuery, enabled: useCan('alarm.read'), refetchInterval: usePolling() });
  const resolved = useRecentlyResolved();
  const rows = query.data?.rows;
  const all = useMemo(() => {
    const left = new Set(resolved.map(({ id }) => id));
    return rows && [...rows.filter(({ id }) => !left.has(id)), ...resolved];
  }, [rows, resolved]);
  // The server limits the list, and the device stores a part of it.
  return {
    query,
    held: useAlarmItems(all),
    isPart: query.data !== undefined && query.data.rows.length < query.data.total,
  };
}

/** The alarms of a person, asked for where the list of open ones is only a part. */
export function useTakenAlarms(by: string | undefined, isPart: boolean) {
  const query = useQuery({
    ...api.alarm.list.queryOptions({ where: { resolvedAt: null, acknowledgedBy: by } }),
    enabled: useCan('alarm.read') && isPart,
  });
  // A query that is not enabled keeps its last answer, which nothing updates.
  return { query, held: useAlarmItems(isPart ? query.data?.rows : undefined) ?? [] };
}

/** Any alarms with this person's actions applied; undefined while not loaded. */
export function useAlarmItems(rows: readonly Alarm[] | undefined): AlarmItem[] | undefined {
  const waiting = useWaiting();
  return useMemo(() => rows && withQueuedActions(rows, waiting), [rows, waiting]);
}

/** Alarms by day of the reader's calendar, the newest day first. */
export function byDay(alarms: readonly AlarmItem[]): [string, AlarmItem[]][] {
  const days = new Map<string, AlarmItem[]>();
  for (const one of alarms) {
    const day = dayOf(datedAt(one.alarm), reader().timeZone);
    days.set(day, [...(days.get(day) ?? []), one]);
  }
  return [...days].toSorted(([a], [b]) => (a < b ? 1 : -1));
}

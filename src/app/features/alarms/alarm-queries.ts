// The alarms and counts that several screens share, with what this person has done but not yet sent laid over them.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AlarmKind } from '#contract/alarm-kind.ts';
import { personName } from '#contract/person-name.ts';
import { api } from '#app/api/client.ts';
import { useLive, usePolling } from '#app/realtime/freshness.ts';
import { useRecentlyResolved } from '#app/realtime/recently-resolved.ts';
import { type Me, useCan, useMe } from '#app/auth/me.ts';
import { type QueuedAct, useWaiting } from '#app/offline/outbox-store.ts';
import type { Alarm } from './alarm-format.ts';

/** Every alarm that is not resolved. */
export const openAlarmsQuery = api.alarm.list.queryOptions({ where: { resolvedAt: null } }, { persist: true });
/** The alarm that was resolved last; its total is of all that are. */
const clearedQuery = api.alarm.list.queryOptions(
  { where: { resolvedAt: { '!=': null } }, sort: 'resolvedAt DESC', limit: 1 },
  { persist: true },
);
/** How many systems there are and how they stand. */
export const countsQuery = api.system.counts.queryOptions({}, { persist: true });

/** Systems in numbers; not asked for without the permission. */
export function useCounts() {
  return useQuery({ ...countsQuery, enabled: useCan('system.read'), refetchInterval: usePolling() });
}

/** When the last alarm was resolved, and how many are. */
export function useCleared() {
  return useQuery({ ...clearedQuery, enabled: useCan('alarm.read') });
}

/** Of one kind, of one day of this device's calendar (2026-11-20), or all. */
export interface AlarmFilter {
  kind?: AlarmKind | undefined;
  day?: string | undefined;
}

/** The moment by which an alarm belongs to a day: a missed backup to the one that it was due on, as the strips draw it. */
export const datedAt = ({ kind, dueAt, since }: Alarm): string => (kind === 'overdue' ? (dueAt ?? since) : since);

/** What the server is asked for; the same days as `datedAt`. */
export function whereOf({ kind, day }: AlarmFilter) {
  const where = kind ? { kind } : {};
  if (!day) return where;
  const start = new Date(`${day}T00:00:00`);
  const end = new Date(start);
  end.setDate(end.getDate() + 1);
  const within = { '>=': start.toISOString(), '<': end.toISOString() };
  const overdue = { kind: 'overdue', dueAt: within };
  return { ...where, or: [{ kind: { '!=': 'overdue' }, since: within }, overdue] };
}

/** How many alarms are asked for at first, and how many more each time. */
export const ALARMS_PAGE = 100;

/** The newest alarms that fit, resolved ones too; while more of the same are asked for, those that are known. */
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

/** An alarm with what waits to be sent about it. */
export interface HeldAlarm {
  alarm: Alarm;
  /** Done here, not sent yet, and not about to be. */
  queued: QueuedAct | null;
}

/** Lays an act that is on its way over the alarm, as the server will answer it. */
export function overlay(alarm: Alarm, act: QueuedAct, me: Pick<Me, 'id' | 'firstName' | 'lastName' | 'email'>): Alarm {
  const name = personName(me);
  if (act.kind === 'acknowledge')
    return { ...alarm, acknowledgedAt: act.createdAt, acknowledgedBy: { id: me.id, name } };
  if (act.kind === 'release')
    return act.body['of'] === 'snooze'
      ? { ...alarm, snoozedUntil: null }
      : { ...alarm, acknowledgedAt: null, acknowledgedBy: null };
  const until = act.body['until'];
  return act.kind === 'snooze' && typeof until === 'string' ? { ...alarm, snoozedUntil: until } : alarm;
}

/** Lays all waiting acts over the alarms; without a connection they are queued instead, and the alarm stays as last heard. */
export function holdAll(
  alarms: readonly Alarm[],
  waiting: readonly QueuedAct[],
  me: Me | null,
  connected: boolean,
): HeldAlarm[] {
  return alarms.map((alarm) => {
    const acts = waiting.filter((act) => act.alarmId === alarm.id);
    const last = acts.at(-1);
    if (last === undefined || me === null) return { alarm, queued: null };
    if (!connected || last.attempts > 0) return { alarm, queued: last };
    return { alarm: acts.reduce((held, act) => overlay(held, act, me), alarm), queued: null };
  });
}

/** The unresolved alarms, and for four seconds those that were, this person's own acts laid over them. */
export function useOpenAlarms() {
  const query = useQuery({ ...openAlarmsQuery, enabled: useCan('alarm.read'), refetchInterval: usePolling() });
  const cleared = useRecentlyResolved();
  const rows = query.data?.rows;
  const all = useMemo(() => {
    const left = new Set(cleared.map(({ id }) => id));
    return rows && [...rows.filter(({ id }) => !left.has(id)), ...cleared];
  }, [rows, cleared]);
  // Of a great many the server tells the newest, and the device keeps some.
  return { query, held: useHeld(all), isPart: query.data !== undefined && query.data.rows.length < query.data.total };
}

/** The same for any alarms; undefined while none are known. */
export function useHeld(rows: readonly Alarm[] | undefined): HeldAlarm[] | undefined {
  const waiting = useWaiting();
  const me = useMe();
  const connected = useLive().state !== 'offline';
  return useMemo(() => rows && holdAll(rows, waiting, me, connected), [rows, waiting, me, connected]);
}

// The state of a system at a moment: its mark and label in a row, and the line under the name of its page.
import { type Health, healthAt, worst } from '#contract/health.ts';
import { type AlarmKind, alarmKinds } from '#contract/alarm-kind.ts';
import type { Answer } from '#app/api/types.ts';
import { reader } from '#app/device/reader.ts';
import type { MarkKind } from '#app/ui/primitives/mark.tsx';
import { type Tense, tenseOf } from '#app/realtime/tense.ts';
import { formatAge, formatMoment, formatShortMoment, withoutStop } from '#text/format.ts';
import * as m from '#text/messages.js';
import { kindLabel, markOf } from '#app/features/alarms/alarm-format.ts';

export type System = Answer<'system', 'get'>;

/** The attributes that state and texts need; rows of a list have no more. */
export type SystemSummary = Pick<
  System,
  | 'active'
  | 'alarms'
  | 'health'
  | 'schedule'
  | 'lastBackup'
  | 'failedAt'
  | 'failedReason'
  | 'dueAt'
  | 'alarmAt'
  | 'runningSince'
  | 'reenableTime'
  | 'createdAt'
>;

export type State = Health | 'paused' | 'unscheduled' | 'running';

/** Health as it is at `now` (epoch ms): an answer grows old, and a deadline may have passed since. */
export function healthOf(system: SystemSummary, now: number): Health {
  // Only the server knows whether the organization is paused too.
  if (system.health === 'unwatched') return 'unwatched';
  const local = healthAt({ ...system, scheduled: system.schedule !== null }, new Date(now).toISOString());
  // Time makes no system better: where the answer is worse, the clock of the device is wrong.
  return worst([system.health, local]);
}

/** The health, with the states that screens distinguish. A running backup shows only while nothing is wrong. */
export function stateOf(system: SystemSummary, now: number): State {
  const health = healthOf(system, now);
  if (health === 'unwatched') return system.active && system.schedule === null ? 'unscheduled' : 'paused';
  const isWell = health === 'ok' || health === 'late' || health === 'waiting';
  return isWell && system.runningSince !== null ? 'running' : health;
}

/** The mark of each health. */
export const healthMarks: Record<Health, MarkKind> = {
  failed: 'failed',
  notBackedup: 'none',
  overdue: 'overdue',
  late: 'overdue',
  waiting: 'snoozed',
  ok: 'ok',
  unwatched: 'snoozed',
};
const marks: Record<State, MarkKind> = {
  ...healthMarks,
  paused: 'snoozed',
  unscheduled: 'snoozed',
  running: 'running',
};

/** The kinds of alarms that health does not contain, with their labels in the past tense. */
const pastLabels: Partial<Record<AlarmKind, () => string>> = {
  storageTrouble: m.systems_was_storage_trouble,
  wrongContent: m.systems_was_wrong_content,
  clientOffline: m.systems_was_client_offline,
  sizeAnomaly: m.systems_was_size_anomaly,
};

/** The worst open alarm that health does not contain; undefined if health itself is worse. */
function otherAlarm(system: SystemSummary, state: State): AlarmKind | undefined {
  const worst = alarmKinds.find((kind) => system.alarms.includes(kind) && pastLabels[kind] !== undefined);
  if (worst === undefined) return undefined;
  const rank = alarmKinds.findIndex((kind) => kind === state);
  return rank >= 0 && rank < alarmKinds.indexOf(worst) ? undefined : worst;
}

const otherLabel = (kind: AlarmKind, past: boolean): string =>
  (past ? pastLabels[kind]?.() : undefined) ?? kindLabel(kind);

/** The mark and the label of a row. */
export interface RowStatus {
  kind: MarkKind;
  /** Outlined: fine, acknowledged, or without an alarm. */
  hollow: boolean;
  /** "Overdue 3 h", or "Was overdue 3 h". */
  label: string;
}

/** The mark and the label of a row. `acknowledged`: somebody has its alarms; `past`: only cached. `now` in epoch ms. */
export function rowStatusOf(system: SystemSummary, now: number, acknowledged = false, past = false): RowStatus {
  const state = stateOf(system, now);
  const other = otherAlarm(system, state);
  if (other !== undefined) return { kind: markOf(other), hollow: acknowledged, label: otherLabel(other, past) };
  const alarmed = state === 'failed' || state === 'notBackedup' || state === 'overdue';
  return { kind: marks[state], hollow: acknowledged || !alarmed, label: rowLabel(system, state, now, tenseOf(past)) };
}

const shortMoment = (iso: string, now: number): string => formatShortMoment(iso, now, reader());
const HOUR_MS = 3600_000;

/** The largest unit alone: "3 h", "9 days". */
const shortAge = (ms: number): string => formatAge(ms < HOUR_MS ? ms : ms - (ms % HOUR_MS), reader());

function rowLabel(system: SystemSummary, state: State, now: number, tense: Tense): string {
  const { lastBackup, failedAt, dueAt, reenableTime } = system;
  switch (state) {
    case 'failed':
      return failedAt === null
        ? m.systems_state_failed()
        : m.systems_row_failed_at({ time: shortMoment(failedAt, now) });
    case 'notBackedup':
      return m.systems_state_not_backed_up();
    case 'overdue':
      return dueAt === null
        ? m.systems_state_overdue({ tense })
        : m.systems_row_overdue({ age: shortAge(now - Date.parse(dueAt)), tense });
    case 'late':
      return dueAt === null
        ? m.systems_state_late({ tense })
        : m.systems_row_late({ age: shortAge(now - Date.parse(dueAt)), tense });
    case 'running':
      return m.systems_status_running({ tense });
    case 'waiting':
      return m.systems_row_waiting({ tense });
    case 'unscheduled':
      return m.systems_state_no_schedule();
    case 'unwatched':
    case 'paused':
      return reenableTime === null
        ? m.systems_state_paused()
        : m.systems_status_paused_until({ time: shortMoment(reenableTime, now) });
    case 'ok':
      return lastBackup === null
        ? m.systems_state_ok({ tense })
        : m.systems_row_ok({ time: shortMoment(lastBackup, now), tense });
  }
}

/** The state under the name of a page: "Overdue by 3 h 12 min". `past`: only cached. `now` in epoch ms. */
export function statusLine(system: SystemSummary, now: number, past = false): string {
  const state = stateOf(system, now);
  const other = otherAlarm(system, state);
  if (other !== undefined) return otherLabel(other, past);
  const { lastBackup, failedReason, dueAt, reenableTime, runningSince } = system;
  const tense = tenseOf(past);
  const moment = (iso: string): string => formatMoment(iso, now, reader());
  const ageSince = (iso: string): string => formatAge(now - Date.parse(iso), reader());
  switch (state) {
    case 'failed':
      return failedReason ? m.systems_status_failed({ reason: withoutStop(failedReason) }) : m.systems_state_failed();
    case 'notBackedup':
      return m.systems_status_never();
    case 'overdue':
      return dueAt === null
        ? m.systems_state_overdue({ tense })
        : m.systems_status_overdue({ age: ageSince(dueAt), tense });
    case 'late':
      return dueAt === null ? m.systems_state_late({ tense }) : m.systems_status_late({ age: ageSince(dueAt), tense });
    case 'running':
      return runningSince === null
        ? m.systems_status_running({ tense })
        : m.systems_status_running_since({ time: moment(runningSince), tense });
    case 'waiting':
      return m.systems_status_waiting({ tense });
    case 'unscheduled':
      return m.systems_status_unscheduled();
    case 'unwatched':
    case 'paused':
      return reenableTime === null
        ? m.systems_state_paused()
        : m.systems_status_paused_until({ time: moment(reenableTime) });
    case 'ok':
      return lastBackup === null
        ? m.systems_state_ok({ tense })
        : m.systems_status_backed_up({ time: moment(lastBackup), tense });
  }
}

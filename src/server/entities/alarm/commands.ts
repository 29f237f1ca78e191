// Commands on an alarm: acknowledge, take over, snooze, release or resolve it, once for each idempotency key.
import { acknowledgedUntil } from '#contract/time/lapse.ts';
import { ApiError } from '#server/pipeline/errors.ts';
import { hash } from '#server/auth/crypto.ts';
import type { RecordFor, RowOf } from '#server/db/engine.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { handOver } from './hand-over.ts';
import { nextOfHeld, releaseAlarm, released } from './acknowledged.ts';
import { addAlarmEvent, isUnreadHandOver } from './alarm-event-repository.ts';
import { answerUnder, storeAnswer } from './idempotency-repository.ts';
import { notifyAcknowledged } from './lifecycle.ts';
import { later } from './enqueue-deliveries.ts';
import { isSnoozed } from './snooze.ts';
import { nameOf } from '#server/entities/reference.ts';
import { contextOfAlarm, resolveBy } from '#server/entities/system/health.ts';

type AlarmRow = RowOf<'alarm'>;

export const over = () => new ApiError('E_RESOLVED', 'This alarm is already resolved.');

export interface AlarmCommand {
  act: 'acknowledge' | 'takeOver' | 'handOver' | 'snooze' | 'release' | 'resolve';
  at: string;
  /** Of a snooze. */
  until?: string;
  /** Of a resolve and of a hand-over. */
  note?: string;
  /** Of a hand-over: the person who gets the alarm. */
  to?: string;
  /** Of a release: only this is taken back. */
  of?: 'acknowledgement' | 'snooze';
  /** The person whose acknowledgement is released, taken over or handed over; else the actor. Null: nobody has the alarm. */
  from?: string | null;
  /** Of a release: notifies at once. */
  notify?: boolean;
  by: string;
  /** The device whose notification's token identified the person: its worker shows the outcome there. */
  byToken?: string;
}

/** `by`: the name of the person who was faster. */
export interface Outcome {
  alarm: RecordFor<'alarm'>;
  outcome: 'done' | 'already';
  by: string | null;
}

/** Carries out one act; a repeat under the same idempotency key answers as the first time. */
export async function executeOnce(
  unit: Unit,
  services: Services,
  id: string,
  command: AlarmCommand,
  given: unknown,
): Promise<Outcome> {
  const key = keyOf(command, id, given);
  const done = key && (await answerUnder(unit, key));
  if (done) return { alarm: await unit.record('alarm', await unit.need('alarm', id)), ...done };
  const answer = await execute(unit, services, id, command);
  if (key) await storeAnswer(unit, key, command.by, answer);
  return answer;
}

/** Sets the note of an alarm; a repeat under the same idempotency key changes nothing. */
export async function noteOnce(
  unit: Unit,
  id: string,
  { note, by }: { note: string; by: string },
  given: unknown,
): Promise<RecordFor<'alarm'>> {
  const row = await unit.need('alarm', id, 'update');
  const key = keyOf({ by, act: 'note' }, id, given);
  if (key && (await answerUnder(unit, key))) return unit.record('alarm', row);
  const next = await unit.updateRow('alarm', row, { note });
  if (note) await addAlarmEvent(unit, id, { act: 'noted', by, note });
  if (key) await storeAnswer(unit, key, by, { outcome: 'done', by: null });
  return unit.record('alarm', next);
}

async function execute(unit: Unit, services: Services, id: string, command: AlarmCommand): Promise<Outcome> {
  const { act, by } = command;
  const row = await unit.need('alarm', id, 'update');
  if (row.resolvedAt && command.byToken) throw over();
  if (row.resolvedAt || isHeldByOther(row, command)) {
    // An alarm that is over has no owner: nobody was faster, except to resolve it.
    const first = act === 'resolve' ? row.resolvedBy : row.resolvedAt ? null : row.acknowledgedBy;
    const other = first === by ? null : first;
    const people = await unit.lookup('user', other ? [other] : []);
    return {
      alarm: await unit.record('alarm', row),
      outcome: first === by ? 'done' : 'already',
      by: other && nameOf(people.get(other)),
    };
  }
  // Nobody took it before it was there: such a phone's clock is wrong.
  const at = command.at < row.createdAt ? unit.now : command.at;
  const next = await applyCommand(unit, services, row, { ...command, at });
  return { alarm: await unit.record('alarm', next), outcome: 'done', by: null };
}

/** Another person has the alarm than the one who is meant: whoever comes second changes nothing. */
function isHeldByOther({ acknowledgedBy: holder }: AlarmRow, { act, of, from, by }: AlarmCommand): boolean {
  if (holder === null) return act === 'handOver' && from !== null;
  if (act === 'acknowledge') return holder !== by;
  if (act === 'takeOver' || act === 'handOver') return holder !== from;
  return act === 'release' && of === 'acknowledgement' && holder !== (from ?? by);
}

/** Returns the changes of a release without a notification; null if there is nothing to release. */
function takenBack(row: AlarmRow, now: string, reminded: string, of?: AlarmCommand['of']): Partial<AlarmRow> | null {
  const snoozed = isSnoozed(row, now);
  const held = row.acknowledgedAt !== null;
  if (snoozed && of !== 'acknowledgement') {
    const awake = { ...row, snoozedUntil: null };
    return { snoozedUntil: null, nextAt: held ? nextOfHeld(awake, now) : reminded };
  }
  if (of === 'snooze' || !held) return null;
  return { ...released(row, now), nextAt: snoozed ? row.snoozedUntil : reminded };
}

/** The scheduler ends a snooze: it notifies whom the end of any snooze notifies. */
async function releaseAndNotify(
  unit: Unit,
  services: Services,
  row: AlarmRow,
  of: AlarmCommand['of'],
): Promise<AlarmRow> {
  if (isSnoozed(row, unit.now) && of !== 'acknowledgement') {
    services.dueBy(unit, unit.now);
    return unit.updateRow('alarm', row, { snoozedUntil: unit.now, nextAt: unit.now });
  }
  if (of === 'snooze' || row.acknowledgedAt === null) return row;
  return releaseAlarm(unit, services, row);
}

/** Gives an alarm to the actor, who keeps one that is the actor's already: only its lapse is counted anew. */
async function acknowledge(
  unit: Unit,
  services: Services,
  row: AlarmRow,
  { at, by, byToken }: AlarmCommand,
): Promise<AlarmRow> {
  // A user who is deactivated or deleted meanwhile owns nothing.
  await unit.lock('user', [by]);
  const scheduled = await contextOfAlarm(unit, row);
  // From now on, not from `at`: an acknowledgement that waited in an outbox would lapse on its arrival.
  const until = acknowledgedUntil(unit.now, services.lapseAfterHours, scheduled);
  const isExtended = row.acknowledgedBy === by;
  // A failed hand-over is not taken back from a person who keeps the alarm.
  if (isExtended && (await isUnreadHandOver(unit, row.id, by))) await addAlarmEvent(unit, row.id, { act: 'read', by });
  const held = isExtended
    ? { acknowledgedUntil: until, snoozedUntil: row.snoozedUntil }
    : { acknowledgedAt: at, acknowledgedBy: by, acknowledgedUntil: until, snoozedUntil: null };
  const next = await unit.updateRow('alarm', row, { ...held, nextAt: nextOfHeld(held, unit.now) });
  if (!isExtended) await notifyAcknowledged(unit, services, next, byToken ?? null);
  return next;
}

async function snooze(unit: Unit, row: AlarmRow, { until = unit.now, by }: AlarmCommand): Promise<AlarmRow> {
  const snoozed = { ...row, snoozedUntil: until };
  const nextAt = row.acknowledgedAt === null ? until : nextOfHeld(snoozed, unit.now);
  return unit.updateRow('alarm', row, { snoozedUntil: until, snoozedBy: by, nextAt });
}

async function release(unit: Unit, services: Services, row: AlarmRow, { of, notify }: AlarmCommand): Promise<AlarmRow> {
  if (notify) return releaseAndNotify(unit, services, row, of);
  const values = takenBack(row, unit.now, later(unit.now, services.remindAfterMinutes), of);
  return values === null ? row : unit.updateRow('alarm', row, values);
}

async function applyCommand(unit: Unit, services: Services, row: AlarmRow, command: AlarmCommand): Promise<AlarmRow> {
  const { act, at, note, by } = command;
  if (act === 'resolve') {
    if (note) await addAlarmEvent(unit, row.id, { act: 'noted', by, note });
    return resolveBy(unit, services, row, { at, by, note });
  }
  const next =
    act === 'snooze'
      ? await snooze(unit, row, command)
      : act === 'release'
        ? await release(unit, services, row, command)
        : act === 'handOver'
          ? await handOver(unit, services, row, command)
          : await acknowledge(unit, services, row, command);
  if (next.nextAt !== null) services.dueBy(unit, next.nextAt);
  return next;
}

const MOST_LATE_MS = 24 * 3_600_000;
/**
 * An act of an hour ago may come out of a phone's outbox; one of tomorrow is a wrong clock, and so is one of last week, which
 * counts as a day old. The activity has the moment of the server beside it.
 */
export function actedAt(now: string, claimed: unknown): string {
  const earliest = new Date(Date.parse(now) - MOST_LATE_MS).toISOString();
  if (typeof claimed !== 'string' || claimed >= now) return now;
  return claimed > earliest ? claimed : earliest;
}

/** One person's one act on one alarm: the same key for anything else is another command. */
const keyOf = (
  { by, act }: { by: string; act: AlarmCommand['act'] | 'note' },
  id: string,
  key: unknown,
): string | null => (typeof key === 'string' ? hash(JSON.stringify([by, act, id, key])) : null);

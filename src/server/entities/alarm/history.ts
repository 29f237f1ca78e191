// The history of an alarm: acts of people, people whom it did not ring, and the events that are still ahead.
import type * as z from 'zod/mini';
import type { AlarmAct } from '#contract/alarm-history.ts';
import { askedAt } from '#contract/time/lapse.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { referencesTo } from './recipient-facts.ts';
import { later } from './enqueue-deliveries.ts';
import { REPEAT_MINUTES } from './repeat.ts';
import { addAlarmEvent, alarmEvents, hasRead, isUnreadHandOver } from './alarm-event-repository.ts';
import { nextRepeatAt } from './repeat-repository.ts';
import { candidatesFor } from './recipients.ts';
import { parseJson } from '#server/query/columns.ts';
import type { StoredRowOf, RowOf } from '#server/db/engine.ts';

type AlarmRow = RowOf<'alarm'>;

const MOST = 500;

/** The entries of the activity that belong to the history; hand-overs and notes are events of their own. */
const LOGGED = ['acknowledged', 'tookOver', 'kept', 'released', 'lapsed', 'snoozed', 'resolved'] as const;

/** Records that a person opened the alarm: once, and once more after it was handed over to that person. Returns the alarm. */
export async function markRead(unit: Unit, alarm: AlarmRow, by: string): Promise<AlarmRow> {
  const id = alarm.id;
  if ((await hasRead(unit, id, by)) && !(await isUnreadHandOver(unit, id, by))) return alarm;
  await addAlarmEvent(unit, id, { act: 'read', by });
  // The event of the record leads those who watch it to the new history; a reader may not change it.
  return unit.asInternal().updateRow('alarm', alarm, {});
}

interface Act {
  id: string;
  at: string;
  act: z.output<typeof AlarmAct>;
  by: string | null;
  to: string | null;
  note: string | null;
  until: string | null;
}

async function eventsOf(unit: Unit, alarm: string): Promise<Act[]> {
  const rows = await alarmEvents(unit, alarm, MOST);
  return rows.map((row) => ({
    id: row.id,
    at: row.createdAt,
    act: row.act,
    by: row.user,
    to: row.recipient,
    note: row.note,
    until: null,
  }));
}

/** The new value of an attribute in an entry of the activity. */
function after(entry: Pick<StoredRowOf<'activity'>, 'changed'>, field: string): string | null {
  const value = parseJson(entry.changed).find((one) => one.field === field)?.after;
  return typeof value === 'string' ? value : null;
}

async function loggedOf(unit: Unit, alarm: string): Promise<Act[]> {
  const rows = await unit
    .asInternal()
    .select('activity')
    .select(['id', 'createdAt', 'action', 'actor', 'actorKind', 'changed'])
    .$narrowType<{ action: (typeof LOGGED)[number] }>()
    .where('model', '=', 'alarm')
    .where('object', '=', alarm)
    .where('action', 'in', LOGGED)
    .orderBy('id')
    .limit(MOST)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    // An action of a device without a connection has the time of the act, not of its receipt.
    at: (row.action === 'acknowledged' && after(row, 'acknowledgedAt')) || row.createdAt,
    act: row.action,
    by: row.actorKind === 'user' ? row.actor : null,
    to: null,
    note: null,
    until: row.action === 'snoozed' ? after(row, 'snoozedUntil') : null,
  }));
}

interface Ahead {
  at: string;
  event: 'reminder' | 'escalation' | 'repeat' | 'snoozeEnds' | 'asked' | 'lapse';
}

/** The next repeat to a person who may act on the alarms of the organization. */
async function nextRepeat(unit: Unit, { organization }: AlarmRow): Promise<string | null> {
  const people = (await candidatesFor(unit, organization)).filter(({ acts }) => acts).map(({ id }) => id);
  return people.length === 0 ? null : nextRepeatAt(unit, people);
}

/** The events of an alarm that nobody has: its reminder, its escalation, then the repeats. */
async function aheadOfWaiting(unit: Unit, services: Services, alarm: AlarmRow): Promise<Ahead[]> {
  const [stage, nextAt] = [alarm.stage, alarm.nextAt];
  if (stage >= 2) {
    const at = await nextRepeat(unit, alarm);
    return at === null ? [] : [{ at, event: 'repeat' }];
  }
  if (nextAt === null) return [];
  const wait = Math.max(1, services.escalateAfterMinutes - services.remindAfterMinutes);
  const escalation = stage === 0 ? later(nextAt, wait) : nextAt;
  const last: Ahead[] = [
    { at: escalation, event: 'escalation' },
    { at: later(escalation, REPEAT_MINUTES), event: 'repeat' },
  ];
  return stage === 0 ? [{ at: nextAt, event: 'reminder' }, ...last] : last;
}

async function aheadOf(unit: Unit, services: Services, alarm: AlarmRow): Promise<Ahead[]> {
  if (alarm.resolvedAt) return [];
  const until = alarm.acknowledgedUntil;
  const snoozeEnds = alarm.snoozedUntil;
  const isSnoozed = snoozeEnds !== null && snoozeEnds > unit.now;
  const snooze: Ahead[] = isSnoozed ? [{ at: snoozeEnds, event: 'snoozeEnds' }] : [];
  if (alarm.acknowledgedAt === null) return isSnoozed ? snooze : aheadOfWaiting(unit, services, alarm);
  const asked = until && askedAt(until);
  // During a snooze nobody is asked.
  const isAsked = asked !== null && asked > unit.now && (!isSnoozed || snoozeEnds <= asked);
  return [
    ...snooze,
    ...(isAsked ? [{ at: asked, event: 'asked' as const }] : []),
    ...(until === null ? [] : [{ at: until, event: 'lapse' as const }]),
  ].toSorted((a, b) => (a.at < b.at ? -1 : 1));
}

/** The note of an act that ends the alarm stands before that end. */
const placeOf = ({ at, act, id }: Act): string => `${at} ${act === 'resolved' ? 1 : 0} ${id}`;

/** The history of one alarm, as far as the actor may see its people. */
export async function historyOf(unit: Unit, services: Services, alarm: AlarmRow) {
  const id = alarm.id;
  const acts = [...(await loggedOf(unit, id)), ...(await eventsOf(unit, id))].toSorted((a, b) =>
    placeOf(a) < placeOf(b) ? -1 : 1,
  );
  const { notRung } = alarm;
  const people = [
    ...acts.flatMap(({ by, to }) => [by, to].filter((one) => one !== null)),
    ...notRung.map(({ user }) => user),
  ];
  const reference = await referencesTo(unit, people);
  return {
    acts: acts.slice(0, MOST).map((act) => ({
      ...act,
      by: act.by === null ? null : reference(act.by),
      to: act.to === null ? null : reference(act.to),
    })),
    notRung: notRung.map(({ user, reason }) => ({ user: reference(user), reason })),
    ahead: await aheadOf(unit, services, alarm),
  };
}

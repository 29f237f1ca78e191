// The table of alarm events: acts of people on an alarm that no other record contains.
import { uuidv7 } from '#server/pipeline/id.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { AlarmeventRow } from '#server/entities/internal-tables.ts';

/** An event that no other record contains. */
export interface AlarmEvent {
  act: 'read' | 'noted' | 'handedOver';
  by: string;
  /** The new holder. */
  to?: string;
  note?: string | undefined;
}

/** Adds an event to the history of an alarm, in the transaction of the act. */
export async function addAlarmEvent(
  { unscopedDb, now }: Unit,
  alarm: string,
  { act, by, to, note }: AlarmEvent,
): Promise<void> {
  const id = uuidv7(Date.parse(now));
  const values = { id, alarm, user: by, act, recipient: to ?? null, note: note ?? null, createdAt: now };
  await unscopedDb.insertInto('alarmevent').values(values).execute();
}

/** Returns whether a user has opened an alarm. */
export const hasRead = async (unit: Unit, alarm: string, user: string): Promise<boolean> =>
  (await eventsBy(unit, alarm, user).where('act', '=', 'read').executeTakeFirst()) !== undefined;

/** Returns whether a user has opened, noted or handed over an alarm since then. */
export const hasActed = async (unit: Unit, alarm: string, user: string, since: string): Promise<boolean> =>
  (await eventsBy(unit, alarm, user).where('createdAt', '>=', since).executeTakeFirst()) !== undefined;

const eventsBy = ({ unscopedDb }: Unit, alarm: string, user: string) =>
  unscopedDb.selectFrom('alarmevent').select('id').where('alarm', '=', alarm).where('user', '=', user).limit(1);

/** Returns the events of an alarm, the oldest first, at most `most`. */
export const alarmEvents = ({ unscopedDb }: Unit, alarm: string, most: number): Promise<AlarmeventRow[]> =>
  unscopedDb.selectFrom('alarmevent').selectAll().where('alarm', '=', alarm).orderBy('id').limit(most).execute();

/** Returns the last event in which an alarm was handed over to a user. */
export const lastHandOver = ({ unscopedDb }: Unit, alarm: string, to: string) =>
  unscopedDb
    .selectFrom('alarmevent')
    .select(['user', 'note', 'createdAt'])
    .where('alarm', '=', alarm)
    .where('act', '=', 'handedOver')
    .where('recipient', '=', to)
    .orderBy('id', 'desc')
    .executeTakeFirst();

/** Returns whether an alarm was handed over to a user who has not opened, noted or handed it over since. */
export async function isUnreadHandOver(unit: Unit, alarm: string, user: string): Promise<boolean> {
  const last = await lastHandOver(unit, alarm, user);
  return last !== undefined && !(await hasActed(unit, alarm, user, last.createdAt));
}

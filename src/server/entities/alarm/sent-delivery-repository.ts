// The table of deliveries as a record of the past: the people and devices that were notified of an alarm.
import { sql, type NotNull, type SqlBool } from 'kysely';
import type * as z from 'zod/mini';
import type { AlarmDelivery } from '#contract/alarm.ts';
import { silentStages } from '#contract/notifications/notification.ts';
import { firstIdAt } from '#server/pipeline/id.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { DeliveryRow } from '#server/entities/internal-tables.ts';
import { WAITING } from './delivery-repository.ts';
import { sendFault } from './send-fault.ts';
import { usersLinkedTo } from './linked-users.ts';
import { toJson } from '#server/query/columns.ts';
import type { RowOf } from '#server/db/engine.ts';

/** Matches the deliveries that name the alarm among others: ids are of one length, so text that contains one names it. */
const coversAlarm = (alarm: string) => sql<SqlBool>`${sql.ref('delivery.covers')} like ${`%${alarm}%`}`;

const deviceIds = (unit: Unit) => unit.asInternal().select('device').select('id');

type Alarm = Pick<RowOf<'alarm'>, 'id' | 'organization'>;

/** The people whom an alarm concerns: who left the organization meanwhile was reached in vain. */
const concerned = (unit: Unit, { organization }: Alarm) => usersLinkedTo(unit, organization).select('user.id');

/**
 * Returns whether a notification of an alarm was handed over to a device that is still there, or as a mail, of a person
 * whom the alarm still concerns.
 *
 * @param isOnItsWay counts as well what is being sent for the first time
 */
export async function wasHandedOver(unit: Unit, alarm: Alarm, { isOnItsWay }: { isOnItsWay: boolean }) {
  const found = await unit.unscopedDb
    .selectFrom('delivery')
    .select('id')
    .where('alarm', '=', alarm.id)
    .where('stage', 'not in', silentStages)
    .where(({ and, or, eb }) =>
      or([
        and([
          eb('status', '=', 'sent'),
          or([eb('device', 'is', null), eb('device', 'in', deviceIds(unit))]),
          eb('user', 'in', concerned(unit, alarm)),
        ]),
        ...(isOnItsWay ? [and([eb('status', 'in', WAITING), eb('detail', 'is', null)])] : []),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns whether another notification of the same hand-over reached its person, or is tried for the first time or by `soon`. */
export async function isSentBeside(
  { unscopedDb }: Unit,
  { alarm, user, createdAt }: Pick<DeliveryRow, 'alarm' | 'user' | 'createdAt'>,
  soon: string,
): Promise<boolean> {
  const found = await unscopedDb
    .selectFrom('delivery')
    .select('id')
    .where('alarm', '=', alarm)
    .where('user', '=', user)
    .where('stage', '=', 'handed')
    .where('createdAt', '=', createdAt)
    .where(({ and, or, eb }) =>
      or([
        eb('status', '=', 'sent'),
        and([eb('status', 'in', WAITING), or([eb('detail', 'is', null), eb('nextAt', '<=', soon)])]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** As `wasHandedOver`, for a repeat since then that named the alarm. */
export async function wasRepeated(unit: Unit, alarm: Alarm, since: number): Promise<boolean> {
  const found = await unit.unscopedDb
    .selectFrom('delivery')
    .select('id')
    .where('id', '>', firstIdAt(since))
    .where('stage', '=', 'repeat')
    .where('status', '=', 'sent')
    .where(coversAlarm(alarm.id))
    .where('user', 'in', concerned(unit, alarm))
    .where(({ or, eb }) => or([eb('device', 'is', null), eb('device', 'in', deviceIds(unit))]))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns the notifications about one alarm: its own, and the repeats that named it. */
export async function deliveriesAbout({ unscopedDb }: Unit, { id, createdAt }: RowOf<'alarm'>, most: number) {
  const select = unscopedDb
    .selectFrom('delivery')
    .select(['id', 'stage', 'user', 'device', 'status', 'detail', 'createdAt', 'sentAt', 'shownAt'])
    // Deliveries about an alarm have no other stage.
    .$narrowType<{ stage: z.output<typeof AlarmDelivery>['stage'] }>()
    .orderBy('id')
    .limit(most);
  const own = await select.where('alarm', '=', id).where('stage', '!=', 'repeat').execute();
  const repeats = await select
    .where('id', '>', firstIdAt(Date.parse(createdAt)))
    .where('stage', '=', 'repeat')
    .where(coversAlarm(id))
    .execute();
  return [...own, ...repeats].toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(0, most);
}

/** Returns the recipients for whom a delivery of the alarm or a repeat that names it waits, and those mailed since `mailedSince`. */
export const recipientsSince = ({ unscopedDb }: Unit, alarm: string, mailedSince: string) =>
  unscopedDb
    .selectFrom('delivery')
    .select(['user', 'device'])
    .where(({ and, or, eb }) => {
      const isOfAlarm = eb('alarm', '=', alarm);
      const wasMailed = and([eb('device', 'is', null), eb('createdAt', '>', mailedSince)]);
      const names = and([eb('stage', '=', 'repeat'), coversAlarm(alarm)]);
      return or([and([eb('status', 'in', WAITING), or([isOfAlarm, names])]), and([isOfAlarm, wasMailed])]);
    })
    .execute();

/** Returns the devices that are still there and were sent the alarm. */
export function devicesSent(unit: Unit, alarm: string): Promise<Pick<RowOf<'device'>, 'id' | 'user' | 'endpoint'>[]> {
  const sent = unit.unscopedDb
    .selectFrom('delivery')
    .select('device')
    .where('alarm', '=', alarm)
    .where('status', '=', 'sent')
    .where('device', 'is not', null)
    .$narrowType<{ device: NotNull }>();
  return unit.asInternal().select('device').select(['id', 'user', 'endpoint']).where('id', 'in', sent).execute();
}

/** The details of mails that the mail server was never asked to take. */
const UNTRIED = [toJson(sendFault('unneeded')), toJson(sendFault('mailsOff'))];

/** Returns the status of the last mail about alarms to a user, without those that turned out to be needless. */
export async function lastMailStatus({ unscopedDb }: Unit, user: string): Promise<DeliveryRow['status'] | undefined> {
  const last = await unscopedDb
    .selectFrom('delivery')
    .select('status')
    .where('user', '=', user)
    .where('device', 'is', null)
    .where(({ eb, or }) => or([eb('detail', 'is', null), eb('detail', 'not in', UNTRIED)]))
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return last?.status;
}

/** Returns the users who were notified of an alarm before its escalation, two at most. */
export async function notifiedBeforeEscalation({ unscopedDb }: Unit, alarm: string): Promise<string[]> {
  const rows = await unscopedDb
    .selectFrom('delivery')
    .select('user')
    .distinct()
    .where('alarm', '=', alarm)
    .where('stage', 'in', ['new', 'reminder', 'released'])
    .where('status', '=', 'sent')
    .limit(2)
    .execute();
  return rows.map(({ user }) => user);
}

/** Returns the last repeat that a device of a user shows. */
export const lastRepeatSent = ({ unscopedDb }: Unit, user: string, device: string | null) =>
  unscopedDb
    .selectFrom('delivery')
    .select(['covers', 'tag', 'sentAt'])
    .where('user', '=', user)
    .where('device', '=', device)
    .where('stage', '=', 'repeat')
    .where('status', '=', 'sent')
    .orderBy('id', 'desc')
    .executeTakeFirst();

/** Returns the notifications on a device of open alarms that nobody acknowledged or snoozed, each with `raisedAt`; the oldest first. */
export function openAlarmsSent(unit: Unit, device: string | null) {
  const open = unit
    .asInternal()
    .select('alarm')
    .select(['id', 'createdAt'])
    .where('openKey', 'is not', null)
    .where('acknowledgedAt', 'is', null)
    .where('snoozedUntil', 'is', null);
  return unit.unscopedDb
    .selectFrom(open.as('open'))
    .innerJoin('delivery', 'delivery.alarm', 'open.id')
    .select(['open.id as alarm', 'delivery.stage', 'delivery.tag', 'delivery.sentAt', 'open.createdAt as raisedAt'])
    .where('delivery.device', '=', device)
    .where('delivery.status', '=', 'sent')
    .where('delivery.stage', 'not in', silentStages)
    .orderBy('delivery.sentAt')
    .execute();
}

/** Returns the notifications on a device about these alarms; the oldest first. */
export const alarmsSent = ({ unscopedDb }: Unit, device: string | null, alarms: readonly string[]) =>
  unscopedDb
    .selectFrom('delivery')
    .select(['alarm', 'tag', 'sentAt'])
    .where('alarm', 'in', alarms)
    .where('device', '=', device)
    .where('status', '=', 'sent')
    .where('stage', 'not in', silentStages)
    .orderBy('sentAt')
    .$narrowType<{ alarm: NotNull }>()
    .execute();

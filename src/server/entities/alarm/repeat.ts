// The repeated notification of one person: it names all alarms that wait after their escalation, until somebody has them.
import { isDayShift, nextDayShift } from '#contract/time/day-shift.ts';
import { may } from '#contract/permissions.ts';
import { personOf } from '#server/auth/permissions.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { MAIL_WAIT_MS, later } from './enqueue-deliveries.ts';
import { shifted } from '#contract/time/calendar.ts';
import { insertDeliveries, newDelivery } from './delivery-repository.ts';
import { deleteRepeat, setRepeat } from './repeat-repository.ts';
import { lastMailStatus } from './sent-delivery-repository.ts';
import { shiftZoneOf } from '#server/entities/user/time-zone.ts';
import { devicesOf, isApple, mayReceive, tookLastPush } from './recipients.ts';
import { isSnoozed } from './snooze.ts';
import { toJson } from '#server/query/columns.ts';
import type { RepeatRow } from '#server/entities/internal-tables.ts';
import type { RowOf } from '#server/db/engine.ts';

type UserRow = RowOf<'user'>;

export const REPEAT_MINUTES = 30;
const FIRST_ROUNDS = 2;

/** True if a round includes what stacks up, Apple's notifications and mails: once an hour after the second round. */
const ringsStacking = (round: number): boolean => round < FIRST_ROUNDS || round % 2 === 1;

type Waiting = Pick<RowOf<'alarm'>, 'id' | 'organization' | 'stage' | 'snoozedUntil'>;

/** Returns the alarms in a person's organizations that nobody has; the oldest first. */
async function waitingFor(unit: Unit, user: UserRow): Promise<Waiting[]> {
  let open = unit
    .asInternal()
    .select('alarm')
    .select(['id', 'organization', 'stage', 'snoozedUntil'])
    .where('openKey', 'is not', null)
    .where('acknowledgedAt', 'is', null);
  if (!user.allOrganizations) {
    const links = unit.asInternal().select('userorg').select('organization').where('user', '=', user.id);
    open = open.where('organization', 'in', links);
  }
  const rows = await open.orderBy('id').execute();
  const receivable: Waiting[] = [];
  for (const row of rows) {
    if (!isSnoozed(row, unit.now) && (await mayReceive(unit, user, row.organization, false))) receivable.push(row);
  }
  return receivable;
}

/** The mail server accepted the last mail to this person: without one each repeat would only pile up. */
async function acceptsMails(unit: Unit, user: UserRow): Promise<boolean> {
  if (!user.alarmEmails || !user.emailConfirmedAt) return false;
  return (await lastMailStatus(unit, user.id)) === 'sent';
}

/** One delivery for each device, and a mail if none of them took its last push. */
async function recipientsFor(unit: Unit, user: UserRow, round: number): Promise<(string | null)[]> {
  const devices = await devicesOf(unit, [user.id]);
  const isMailed = !devices.some(tookLastPush) && ringsStacking(round) && (await acceptsMails(unit, user));
  const rung = devices.filter(({ endpoint }) => ringsStacking(round) || !isApple(endpoint));
  return [...rung.map(({ id }) => id), ...(isMailed ? [null] : [])];
}

/** Rings one person again, and sets the next round. Ends where no alarm waits after its escalation. */
export async function repeatFor(unit: Unit, services: Services, { id, round }: RepeatRow): Promise<void> {
  const user = await unit.find('user', id);
  const alarms = user?.active && (await mayAct(unit, user)) ? await waitingFor(unit, user) : [];
  const [oldest] = alarms;
  if (!user || !oldest || !alarms.some(({ stage }) => stage > 1)) return deleteRepeat(unit, id);
  const timeZone = await shiftZoneOf(unit, user);
  if (user.isDay && !isDayShift(unit.now, timeZone))
    return next(unit, services, id, { nextAt: nextDayShift(unit.now, timeZone), round: 0 });
  const covers = toJson(alarms.map((alarm) => alarm.id));
  const about = { alarm: oldest.id, user: id, stage: 'repeat' as const };
  const rows = (await recipientsFor(unit, user, round)).map((device) => ({
    ...newDelivery(unit, { ...about, device }),
    covers,
    ...(device === null && { nextAt: shifted(unit.now, MAIL_WAIT_MS) }),
  }));
  await insertDeliveries(unit, rows);
  services.dueBy(unit, unit.now);
  await next(unit, services, id, { nextAt: later(unit.now, REPEAT_MINUTES), round: round + 1 });
}

const mayAct = async (unit: Unit, user: UserRow): Promise<boolean> =>
  may((await personOf(unit, user)).rights, 'alarm.update');

async function next(
  unit: Unit,
  services: Services,
  id: string,
  values: { nextAt: string; round: number },
): Promise<void> {
  await setRepeat(unit, id, values);
  services.dueBy(unit, values.nextAt);
}

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
import type { NewDelivery, RepeatRow } from '#server/entities/internal-tables.ts';
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

const isEscalated = ({ stage }: Waiting): boolean => stage > 1;

/** Returns the alarms that are mailed: none unless one of them is escalated. */
async function mailedOf(unit: Unit, user: UserRow, alarms: readonly Waiting[]): Promise<Waiting[]> {
  // The mail server accepted the last mail to this person: without one each repeat would only pile up.
  if ((await lastMailStatus(unit, user.id)) !== 'sent') return [];
  const mailed: Waiting[] = [];
  for (const alarm of alarms) if (await mayReceive(unit, user, alarm.organization, true)) mailed.push(alarm);
  return mailed.some(isEscalated) ? mailed : [];
}

/** Returns one delivery for each device, and a mail if none of them took its last push. */
async function deliveriesFor(unit: Unit, user: UserRow, round: number, alarms: Waiting[]): Promise<NewDelivery[]> {
  const about = (device: string | null, named: readonly Waiting[]) => ({
    ...newDelivery(unit, { alarm: named[0]?.id ?? null, user: user.id, stage: 'repeat', device }),
    covers: toJson(named.map(({ id }) => id)),
  });
  const devices = await devicesOf(unit, [user.id]);
  const rung = devices.filter(({ endpoint }) => ringsStacking(round) || !isApple(endpoint));
  const isMailed = !devices.some(tookLastPush) && ringsStacking(round);
  const mailed = isMailed ? await mailedOf(unit, user, alarms) : [];
  const mails = mailed.length > 0 ? [{ ...about(null, mailed), nextAt: shifted(unit.now, MAIL_WAIT_MS) }] : [];
  return [...rung.map(({ id }) => about(id, alarms)), ...mails];
}

/** Rings one person again, and sets the next round. Ends where no alarm waits after its escalation. */
export async function repeatFor(unit: Unit, services: Services, { id, round }: RepeatRow): Promise<void> {
  const user = await unit.find('user', id);
  const alarms = user?.active && (await mayAct(unit, user)) ? await waitingFor(unit, user) : [];
  if (!user || !alarms.some(isEscalated)) return deleteRepeat(unit, id);
  const timeZone = await shiftZoneOf(unit, user);
  if (user.isDay && !isDayShift(unit.now, timeZone))
    return next(unit, services, id, { nextAt: nextDayShift(unit.now, timeZone), round: 0 });
  await insertDeliveries(unit, await deliveriesFor(unit, user, round, alarms));
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

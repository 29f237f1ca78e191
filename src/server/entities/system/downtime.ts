// The time in which no server ran: systems whose deadline fell into it may report first, and administrators are notified.
import { shifted } from '#contract/time/calendar.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { insertDeliveries, newDelivery } from '#server/entities/alarm/delivery-repository.ts';
import { insertPresence, notePresence, readPresence } from './presence-repository.ts';
import type { PresenceRow } from '#server/entities/internal-tables.ts';

/** Servers write that they live about every 30 s; a longer silence means that none ran. */
const SILENT_MS = 60_000;
/** A restart that is over sooner is not worth a message. */
const NOTICE_MS = 120_000;
const MAX_GRACE_MS = 15 * 60_000;

interface Away {
  from: string;
  to: string;
}

const lengthOf = ({ from, to }: Away): number => Date.parse(to) - Date.parse(from);
const graceMsOf = (away: Away): number => Math.min(lengthOf(away), MAX_GRACE_MS);
const graceUntil = (away: Away): string => shifted(away.to, graceMsOf(away));

/** The last time away; one that ends in the future was noted by a clock that was wrong. */
function lastAway({ awayFrom: from, awayTo: to }: PresenceRow, now: string): Away | null {
  return from === null || to === null || to > now ? null : { from, to };
}

/** Returns the last time in which no server ran with the grace after it (ms), or null. */
export async function findAway(unit: Unit): Promise<(Away & { graceMs: number }) | null> {
  const row = await readPresence(unit);
  const away = row ? lastAway(row, unit.now) : null;
  return away && { ...away, graceMs: graceMsOf(away) };
}

/** The silence since the last sign of life as time away; one that a server returned from moments ago is continued. */
function awayNow(row: PresenceRow, now: string): Away {
  const last = lastAway(row, now);
  const continues = last !== null && now <= graceUntil(last);
  return { from: continues ? last.from : row.aliveAt, to: now };
}

/** Returns whether no server ran for `leastMs` before now; a clock that was set back proves nothing. */
const wasSilent = ({ aliveAt }: PresenceRow, now: string, leastMs: number): boolean =>
  Date.parse(now) - Date.parse(aliveAt) > leastMs;

/** Notes that a server starts. Nothing else runs on the same database if it is `alone`: any silence was time away. */
export const noteStart = (unit: Unit, services: Services, alone: boolean): Promise<void> =>
  noteAlive(unit, services, alone ? 0 : SILENT_MS);

/** Notes that a server lives, and begins the grace if none did for a while. Of several servers one does so. */
export async function noteAlive(
  unit: Unit,
  services: Services,
  leastMs = services.noticesSleep ? SILENT_MS : Infinity,
): Promise<void> {
  const row = await readPresence(unit);
  if (!row) return insertPresence(unit);
  const away = wasSilent(row, unit.now, leastMs) ? awayNow(row, unit.now) : null;
  const isFirst = await notePresence(unit, row, away);
  if (away && isFirst && lengthOf(away) >= NOTICE_MS) await notifyAdministrators(unit, services);
}

/**
 * Returns the instant until which a system may report before its alarm, if its deadline fell into the time away; null if
 * it may not, or no longer. A silence that no server noted yet counts as well.
 */
export async function graceAfterAway(unit: Unit, services: Services, deadline: string): Promise<string | null> {
  const row = await readPresence(unit);
  if (!row) return null;
  const isSilent = services.noticesSleep && wasSilent(row, unit.now, SILENT_MS);
  const away = isSilent ? awayNow(row, unit.now) : lastAway(row, unit.now);
  if (!away || deadline < away.from || deadline > away.to) return null;
  const until = graceUntil(away);
  return unit.now > until ? null : until;
}

/** Queues one message for each device and each mailbox of people who may see everything. */
async function notifyAdministrators(unit: Unit, services: Services): Promise<void> {
  const people = await unit
    .asInternal()
    .select('user')
    .leftJoin('device', 'device.user', 'user.id')
    .select(['user.id', 'user.alarmEmails', 'user.emailConfirmedAt', 'device.id as device'])
    .where('user.active', '=', 1)
    .where('user.allOrganizations', '=', 1)
    .execute();
  const mailed = people.filter((one) => one.alarmEmails === 1 && one.emailConfirmedAt !== null);
  const to = [
    ...people.filter(({ device }) => device !== null),
    ...new Map(mailed.map(({ id }) => [id, { id, device: null }])).values(),
  ];
  if (to.length === 0) return;
  const rows = to.map(({ id, device }) => newDelivery(unit, { alarm: null, stage: 'away', user: id, device }));
  await insertDeliveries(unit, rows);
  services.dueBy(unit, unit.now);
}

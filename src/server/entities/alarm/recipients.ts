// The recipients of an alarm: people on shift who may read it, linked to its organization or to all; each on every
// device.
import { shifted } from '#contract/time/calendar.ts';
import { isDayShift } from '#contract/time/day-shift.ts';
import { may, type Rights } from '#contract/permissions.ts';
import { permissionsOf } from '#server/auth/permissions.ts';
import type { StoredRowOf, RowOf } from '#server/db/engine.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { usersLinkedTo } from './linked-users.ts';
import { devicesSent, recipientsSince } from './sent-delivery-repository.ts';
import { shiftZoneOf } from '#server/entities/user/time-zone.ts';

/**
 * `shift`: people on shift; `everyone`: day shift or not; `already-notified`: devices that were sent this alarm before.
 */
export type Audience = 'shift' | 'everyone' | 'already-notified';

/** Where an alarm goes: to devices, and as a mail to people. */
export interface Recipients {
  devices: { id: string; user: string }[];
  mails: string[];
  /** People on whom nothing rings. */
  notRung?: NotRung[];
}

/** The part of an alarm that decides where it goes. */
interface About {
  id?: string;
  organization: string | null;
}

/** A person on whom nothing rings, and why not. */
export interface NotRung {
  user: string;
  reason: 'dayShift' | 'readOnly' | 'noDevice';
}

/** As many are recorded with an alarm. */
const MOST_NOT_RUNG = 100;

/**
 * Why an alarm would ring nothing of a person; undefined if it would ring. The day shift is the reason only where its
 * begin changes something: other reasons last, and nobody waits for the morning in vain.
 */
export function notRungOf(candidate: Candidate, hasDevice: boolean): NotRung['reason'] | undefined {
  const { isOnShift, isRung, isMailed } = candidate;
  if (!isOnShift && (isMailed || (isRung && hasDevice))) return 'dayShift';
  if (!isRung) return 'readOnly';
  return hasDevice ? undefined : 'noDevice';
}

export async function recipientsOf(unit: Unit, alarm: About, audience: 'shift' | 'everyone'): Promise<Recipients>;
export async function recipientsOf(
  unit: Unit,
  alarm: About & { id: string },
  audience: 'already-notified',
): Promise<Recipients>;
export async function recipientsOf(
  unit: Unit,
  { id = '', organization }: About,
  audience: Audience,
): Promise<Recipients> {
  // A mail cannot be replaced: only the devices that rang are notified of an acknowledged or resolved alarm.
  if (audience === 'already-notified') return { devices: await alreadyNotified(unit, id), mails: [] };
  const candidates = await candidatesFor(unit, organization);
  const people = candidates.filter(({ acts, isOnShift }) => (audience === 'everyone' ? acts : isOnShift));
  const rung = candidates.filter(({ isRung }) => isRung).map(({ id }) => id);
  // Also the devices of people off shift: a person without one is recorded for that reason.
  const devicesOfAll = await devicesOf(unit, rung);
  const withDevice = new Set(devicesOfAll.map(({ user }) => user));
  const within = new Set(people.map(({ id }) => id));
  const devices = devicesOfAll.filter(({ user }) => within.has(user));
  const notRung = candidates.flatMap((one) => {
    const reason = notRungOf(one, withDevice.has(one.id));
    return reason ? [{ user: one.id, reason }] : [];
  });
  const mails = people.filter(({ wantsMails }) => wantsMails).map(({ id }) => id);
  return { devices, mails, notRung: notRung.slice(0, MOST_NOT_RUNG) };
}

/** The channels on which an alarm reaches a person. */
export const channelsOf = ({ push, mail }: { push: boolean; mail: boolean }): ('push' | 'mail')[] => [
  ...(push ? (['push'] as const) : []),
  ...(mail ? (['mail'] as const) : []),
];

/** A person linked to an organization, and what decides whether an alarm reaches that person now. */
export interface Candidate {
  id: string;
  timeZone: string;
  acts: boolean;
  /** False for people who only read alarms and did not switch pushes on. */
  isRung: boolean;
  isOnShift: boolean;
  /** A mail is written for this person. */
  wantsMails: boolean;
  /** And it leaves this server. */
  isMailed: boolean;
}

/** Returns the active people who may read the alarms of an organization. */
export const candidatesFor = async (unit: Unit, organization: string | null): Promise<Candidate[]> =>
  candidatesOf(unit, await linkedTo(unit, organization));

/** Returns the active people who may read the alarms of any of these organizations, each once. */
export const candidatesIn = async (unit: Unit, organizations: readonly string[] | 'all'): Promise<Candidate[]> =>
  candidatesOf(unit, await linkedToAny(unit, organizations));

/** A stored user; `linkEmails` is of the link to the organization, null without one. */
type UserScoped = Pick<
  StoredRowOf<'user'>,
  'id' | 'isDay' | 'timeZone' | 'readOnlyAlarms' | 'alarmEmails' | 'emailConfirmedAt'
> & { linkEmails: 0 | 1 | null };

async function candidatesOf(unit: Unit, people: readonly UserScoped[]): Promise<Candidate[]> {
  const candidates: Candidate[] = [];
  for (const person of people) {
    const { id } = person;
    const [reads, acts] = [await hasAlarmPermission(unit, id, 'shift'), await hasAlarmPermission(unit, id, 'everyone')];
    const timeZone = await shiftZoneOf(unit, person);
    if (reads || acts)
      candidates.push({
        id,
        timeZone,
        acts,
        isRung: acts || person.readOnlyAlarms === 1,
        isOnShift: person.isDay !== 1 || isDayShift(unit.now, timeZone),
        wantsMails: wantsMails(person),
        isMailed: unit.host.sendsMails && wantsMails(person),
      });
  }
  return candidates;
}

/** A mail that is in trouble is given up after as long. */
const MAIL_AGAIN_MS = 86_400_000;

/**
 * Of those whom to tell: the devices that no delivery of this alarm waits for, nor a repeat that names it, and who was not
 * mailed of it for a day.
 */
export async function notYetNotified(
  unit: Unit,
  alarm: RowOf<'alarm'>,
  { devices, mails }: Recipients,
): Promise<Recipients> {
  const rows = await recipientsSince(unit, alarm.id, shifted(unit.now, -MAIL_AGAIN_MS));
  const to = new Set(rows.map(({ user, device }) => device ?? user));
  return { devices: devices.filter(({ id }) => !to.has(id)), mails: mails.filter((user) => !to.has(user)) };
}

const CANDIDATE_COLUMNS = [
  'user.id',
  'user.isDay',
  'user.timeZone',
  'user.readOnlyAlarms',
  'user.alarmEmails',
  'user.emailConfirmedAt',
] as const;

/** As `usersLinkedTo`; `linkEmails` is of the link, where there is one. */
const linkedTo = (unit: Unit, organization: string | null): Promise<UserScoped[]> =>
  usersLinkedTo(unit, organization)
    .select([...CANDIDATE_COLUMNS, 'userorg.alarmEmails as linkEmails'])
    .execute();

/** As `linkedTo` for several organizations; `linkEmails` is 1 where any of the links has mails. */
function linkedToAny(unit: Unit, organizations: readonly string[] | 'all'): Promise<UserScoped[]> {
  const links = unit
    .asInternal()
    .select('userorg')
    .select(({ fn, ref }) => [ref('user').as('user'), fn.max(ref('alarmEmails')).as('linkEmails')]);
  const within = organizations === 'all' ? links : links.where('organization', 'in', organizations);
  return unit
    .asInternal()
    .select('user')
    .leftJoin(within.groupBy('user').as('link'), (join) => join.onRef('link.user', '=', 'user.id'))
    .select([...CANDIDATE_COLUMNS, 'link.linkEmails'])
    .where('user.active', '=', 1)
    .where((where) => where.or([where('user.allOrganizations', '=', 1), where('link.user', 'is not', null)]))
    .execute();
}

/** An address that nobody has proven to own is sent no customer's name. */
const wantsMails = ({ alarmEmails, linkEmails, emailConfirmedAt }: UserScoped): boolean =>
  alarmEmails === 1 && linkEmails !== 0 && emailConfirmedAt !== null;

declare module '#server/pipeline/unit-memo.ts' {
  interface UnitMemo {
    /** Answers of `mayReceive`, by its arguments. */
    receiving?: Map<string, boolean>;
    /** By user. */
    permissions?: Map<string, Rights['permissions']>;
  }
}

/** Whether a person may still hear of the alarms of an organization, null for Backwatch itself; `byMail`: and wants to. */
export async function mayReceive(
  unit: Unit,
  user: RowOf<'user'>,
  organization: string | null,
  byMail: boolean,
): Promise<boolean> {
  const key = `${user.id}:${organization}:${byMail}`;
  const receiving = (unit.memo.receiving ??= new Map<string, boolean>());
  const known = receiving.get(key);
  if (known !== undefined) return known;
  const links = unit.asInternal().select('userorg').select('alarmEmails').where('user', '=', user.id);
  const link = await links.where('organization', '=', organization).executeTakeFirst();
  const isLinked = user.allOrganizations || link !== undefined;
  const wants = !byMail || (user.alarmEmails && link?.alarmEmails !== 0 && user.emailConfirmedAt !== null);
  const isRung = byMail || user.readOnlyAlarms || (await hasAlarmPermission(unit, user.id, 'everyone'));
  const receives = user.active && isLinked && wants && isRung && (await hasAlarmPermission(unit, user.id, 'shift'));
  receiving.set(key, receives);
  return receives;
}

/** Escalation goes to people who may act on it; the first notification to people who may read it. */
async function hasAlarmPermission(unit: Unit, user: string, audience: Audience): Promise<boolean> {
  const known = (unit.memo.permissions ??= new Map<string, Rights['permissions']>());
  const permissions = known.get(user) ?? (await permissionsOf(unit, user));
  known.set(user, permissions);
  const rights: Rights = { permissions, allOrganizations: false, orgIds: [] };
  return may(rights, audience === 'everyone' ? 'alarm.update' : 'alarm.read');
}

/** A device that may ring. */
export interface Recipient extends Pick<StoredRowOf<'device'>, 'lastError'> {
  id: string;
  user: string;
  endpoint: string;
}

/** False for a device whose last push failed: the next one may not arrive either. */
export const tookLastPush = ({ lastError }: Recipient): boolean => lastError === null;

export async function devicesOf(unit: Unit, users: string[]): Promise<Recipient[]> {
  if (users.length === 0) return [];
  const columns = unit.asInternal().select('device').select(['id', 'user', 'endpoint', 'lastError']);
  return columns.where('user', 'in', users).execute();
}

/** Apple's notifications replace nothing: each push is one more on the screen. */
export const isApple = (endpoint: string): boolean => endpoint.includes('push.apple.com');

async function alreadyNotified(unit: Unit, alarm: string): Promise<{ id: string; user: string }[]> {
  const rows = await devicesSent(unit, alarm);
  // An iPhone cannot replace a notification: "taken" or "resolved" would be one more ring for nothing.
  return rows.filter(({ endpoint }) => !isApple(endpoint)).map(({ id, user }) => ({ id, user }));
}

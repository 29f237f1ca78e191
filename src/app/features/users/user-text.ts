// Users in words: last use, groups and organizations, and whether an alarm would reach them.
import type { IconName } from '#app/ui/primitives/icon.tsx';
import { reader } from '#app/device/reader.ts';
import { pushTroubleText } from '#app/features/shell/send-fault.ts';
import { formatList, formatNumber, formatShortMoment, isolate } from '#text/format.ts';
import * as m from '#text/messages.js';
import type { User } from './user-kind.ts';

const HOUR_MS = 3_600_000;
const MOST_DEVICES = 2;

/** The letters for a picture of a person: "TV"; of an address its first letter. */
export function initials({ firstName, lastName, email }: Pick<User, 'firstName' | 'lastName' | 'email'>): string {
  const letters = [firstName, lastName].map((name) => [...name.trim()][0] ?? '').join('');
  return (letters || ([...email][0] ?? '')).toLocaleUpperCase();
}

/** The last use; the server notes it once an hour. */
export function seenText({ lastSeenAt }: Pick<User, 'lastSeenAt'>, now: number): string {
  if (lastSeenAt === null) return m.users_signed_out();
  return now - Date.parse(lastSeenAt) < HOUR_MS ? m.users_seen_hour() : formatShortMoment(lastSeenAt, now, reader());
}

/** "Night shift, Storage". The first name is not isolated: `dir="auto"` takes the direction from it. */
export function groupsText({ groups: [first, ...others] }: Pick<User, 'groups'>): string {
  return first ? [first.name, ...others.map(({ name }) => isolate(name))].join(', ') : m.users_no_group();
}

/** "4 organizations". */
export const organizationsText = ({
  organizations,
  allOrganizations,
}: Pick<User, 'organizations' | 'allOrganizations'>): string =>
  allOrganizations
    ? m.users_all_organizations_short()
    : m.users_organizations({ count: organizations.length, number: formatNumber(organizations.length, reader()) });

/** "Linked to 6 organizations, alarm emails from 4."; without the links, which need `organization.read`, their names. */
export function linksText({ allOrganizations, alarmEmails, organizations, organization }: User): string {
  if (allOrganizations) return m.users_links_all();
  const names = organizations.map(({ name }) => name);
  if (organization === undefined && names.length > 0)
    return m.users_linked({ organization: formatList(names, reader()) });
  const mailed = organization?.filter((link) => alarmEmails && link.alarmEmails).length ?? 0;
  const number = (count: number): string => formatNumber(count, reader());
  return m.users_links({ count: names.length, number: number(names.length), mailed: number(mailed) });
}

/** The way in which an alarm reaches the user. */
export interface Reach {
  readonly text: string;
  readonly icon: IconName;
  /** Nothing reaches a person whom alarms should ring. */
  readonly isBad: boolean;
}

type Reached = Pick<
  User,
  'active' | 'emailConfirmedAt' | 'lastSeenAt' | 'phones' | 'mailed' | 'isDay' | 'readOnlyAlarms'
>;

/** `acts`: whether the user may act on alarms; undefined if that is not known. */
export function reachText(user: Reached, acts: boolean | undefined, now: number): Reach {
  const { mailed } = user;
  if (!user.active) return { text: m.users_deactivated(), icon: 'minus', isBad: false };
  if (user.emailConfirmedAt === null && user.lastSeenAt === null)
    return { text: m.users_invited(), icon: 'mail', isBad: false };
  if (acts === false && !user.readOnlyAlarms) return { text: m.users_ringing_off(), icon: 'eye', isBad: false };
  const phones = user.phones.filter(({ lastError }) => lastError === null);
  const fault = user.phones[0]?.lastError;
  if (phones.length === 0) {
    return {
      text: fault ? pushTroubleText(fault) : mailed ? m.users_mails_only() : m.users_unreachable(),
      icon: mailed ? 'mail' : 'bell',
      isBad: !mailed,
    };
  }
  const devices = devicesText(phones.map(({ name }) => name));
  const count = phones.length;
  if (user.isDay) return { text: m.users_rings_day({ count, devices }), icon: 'sunrise', isBad: false };
  const last = phones
    .flatMap(({ lastReceiptAt }) => lastReceiptAt ?? [])
    .toSorted()
    .at(-1);
  const text =
    last === undefined
      ? m.users_rings_unproven({ count, devices })
      : m.users_rings({ count, devices, time: formatShortMoment(last, now, reader()) });
  return { text, icon: 'bell', isBad: false };
}

function devicesText(names: readonly string[]): string {
  const named = names.map((name) => name || m.account_device_unnamed());
  const more = named.length - MOST_DEVICES;
  if (more <= 0) return formatList(named, reader());
  return formatList([...named.slice(0, MOST_DEVICES), m.groups_names_more({ count: more })], reader());
}

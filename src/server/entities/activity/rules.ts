// Which changes the activity tells, noun by noun: only what differs from the rule for all. A noun without a line here has
// every create and destroy told, and every update of what its calls can set.
import type { Done } from '#contract/activity.ts';
import type { Row } from '#server/db/engine.ts';
import type { Origin } from '#server/pipeline/audit-source.ts';
import { jobName } from '#server/entities/job/name.ts';
import { propertyOf } from '#server/unknown.ts';
import { personName } from '#contract/person-name.ts';

export interface Change {
  by: Origin['by']['kind'];
  before: Row | null;
  after: Row | null;
}

export interface Rule {
  /** Returns the name of a record in entries; default is its `name`. */
  called?(record: Row): string;
  /** Fields that are told besides those which calls can set. */
  also?: readonly string[];
  /** Fields that only a person changes on purpose. */
  persons?: readonly string[];
  /** Columns that are secret, each with the name of what changes with it: never a value. */
  secret?: Readonly<Record<string, string>>;
  /** False for data, and for what only follows from a change that is told already. */
  counts?(change: Change): boolean;
  /** Returns the action of an update; default is `updated`. `actor`: the id of the user who did it. */
  did?(before: Row, after: Row, actor: string | null): Done;
}

const byPerson = ({ by }: Change): boolean => by === 'user';
const nameIn = (key: string) => (record: Row) => String(propertyOf(record[key], 'name') ?? '');

/** A join has no name of its own: it is called by both its ends. */
const pair = (other: 'group' | 'organization') => (record: Row) =>
  `${nameIn('user')(record)}: ${nameIn(other)(record)}`;

/** An acknowledgement that ended by itself: nobody ended it before its time. */
const hasLapsed = (before: Row, after: Row): boolean =>
  Boolean(before.acknowledgedAt) &&
  !after.acknowledgedAt &&
  !after.resolvedAt &&
  before.acknowledgedUntil !== null &&
  String(before.acknowledgedUntil) <= String(after.updatedAt);

const idIn = (alarm: Row): unknown => propertyOf(alarm.acknowledgedBy, 'id');

function didToAlarm(before: Row, after: Row, actor: string | null): Done {
  if (after.resolvedAt && !before.resolvedAt) return 'resolved';
  if (hasLapsed(before, after)) return 'lapsed';
  if (after.acknowledgedAt && idIn(before) !== idIn(after) && idIn(after) !== actor) return 'handedOver';
  if (after.acknowledgedAt && !before.acknowledgedAt) return 'acknowledged';
  if (before.acknowledgedAt && after.acknowledgedAt && idIn(before) !== idIn(after)) return 'tookOver';
  if (before.acknowledgedAt && !after.acknowledgedAt) return 'released';
  const isEarlier = String(after.snoozedUntil) <= String(after.updatedAt);
  if (after.snoozedUntil && after.snoozedUntil !== before.snoozedUntil && !isEarlier) return 'snoozed';
  if (before.snoozedUntil && after.snoozedUntil !== before.snoozedUntil) return 'released';
  return after.acknowledgedUntil === before.acknowledgedUntil ? 'updated' : 'kept';
}

export const rules: Readonly<Record<string, Rule | undefined>> = {
  // An alarm is a record of its own raising and ending: what people did to it is told.
  alarm: {
    called: (record) => `${nameIn('system')(record) || 'Backwatch'}: ${record.kind}`,
    also: ['acknowledgedAt', 'acknowledgedBy', 'acknowledgedUntil', 'snoozedUntil', 'resolvedBy'],
    counts: ({ by, before, after }) =>
      before !== null &&
      (by === 'user' || (after !== null && hasLapsed(before, after))) &&
      (!after?.resolvedAt || Boolean(before.resolvedAt) || Boolean(after.resolvedBy)),
    did: didToAlarm,
  },
  // Rows that clients store, and rows that retention removes, are data.
  backup: { called: ({ file }) => String(file), counts: byPerson },
  fileset: { called: ({ description, glob }) => String(description || glob) },
  // Left behind by a destroy, which is told.
  orphan: { counts: ({ after }) => after === null },
  organization: { secret: { clientKeyHash: 'clientKey' } },
  // The changes of its systems are entries of their own.
  job: { called: jobName, counts: ({ before }) => before === null },
  rpiclient: { called: ({ name, macAddress }) => String(name || macAddress) },
  scanresult: { called: nameIn('system'), counts: byPerson },
  session: { called: ({ device }) => String(device) },
  // A backup that arrives takes `forceDue` back.
  system: {
    persons: ['forceDue'],
    secret: { usernameSealed: 'username', passwordSealed: 'password', clientKeyHash: 'clientKey' },
  },
  user: {
    called: ({ firstName, lastName, email }) =>
      personName({ firstName: String(firstName), lastName: String(lastName), email: String(email) }),
    also: ['emailConfirmedAt'],
    secret: { passwordHash: 'password' },
  },
  usergroup: { called: pair('group') },
  userorg: { called: pair('organization') },
};

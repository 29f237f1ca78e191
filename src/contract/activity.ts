// The activity log: one entry for each change and each command, with actor, time and source. Append-only.
import * as z from 'zod/mini';
import { Id, Instant, Reference, call, entity } from './define.ts';

/** Actions of entries. The first three apply to any record; the others are commands and sessions of users. */
export const Done = z.enum([
  'created',
  'updated',
  'destroyed',
  'acknowledged',
  'tookOver',
  'handedOver',
  'kept',
  'released',
  'lapsed',
  'snoozed',
  'resolved',
  'signedIn',
  'signedOut',
  'signInFailed',
  'signalled',
  'cleared',
  'readKey',
  'createdLink',
  'downloaded',
]);
/** An action of an entry. */
export type Done = z.infer<typeof Done>;

/**
 * The kind of an actor. `user`: a user, without an id if nobody was signed in. `client`: authenticated by its key.
 * `ping`: a request to a ping address. `server`: a job of Backwatch.
 */
export const ActorKind = z.enum(['user', 'client', 'ping', 'server']);

/** A plain value (a long text is cut), the name of a reference, or the removed (before) and added (after) items of a list. */
const Value = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);
/** One changed attribute of an entry, in a form that remains readable after the referenced records are gone. */
export const Changed = z.object({
  field: z.string(),
  /** Both are absent for a secret: the entry says only that it changed. */
  before: z.optional(Value),
  after: z.optional(Value),
});
/** One changed attribute. */
export type Changed = z.infer<typeof Changed>;

/** An entry of the activity log. Names are copies: the entry does not change when the records do. */
export const Activity = z.object({
  id: Id,
  createdAt: Instant,
  /** Null for records without an organization: users, groups, sessions, schedules, retentions. */
  organization: z.nullable(Reference),
  organizationId: z.nullable(Id),
  /** Noun of the record. */
  model: z.string(),
  /** Id of the record; the record may no longer exist. */
  object: Id,
  /** Name of the record at that time. */
  name: z.string(),
  action: Done,
  /** The actor with the name at that time. A client has the id of its organization or system. */
  actor: z.object({ kind: ActorKind, id: z.nullable(Id), name: z.string() }),
  /** Null for a job of the server. */
  carrier: z.nullable(z.enum(['http', 'socket'])),
  ip: z.nullable(z.string()),
  changed: z.array(Changed),
});

/** The calls of the activity log. It is read-only: the server writes entries with each change. */
export const activity = entity('activity', {
  record: Activity,
  organization: 'organizationId',
  // Every change of any record adds an entry: an event for each would be too many. One event without an entry,
  // `{ verb: 'created' }`, stands for all of a second, and lists are fetched again.
  derivesFrom: [],
  navigation: { path: '/admin/activity', section: 'people' },
  calls: {
    list: call({
      doc: 'Lists the entries of the activity log, newest first. Includes only entries about records that the user can read. `user` filters by user, `by` by kind of actor.',
      method: 'GET',
      path: '/activity',
      result: z.array(Activity),
      may: 'activity.read',
      list: true,
    }),
    get: call({
      doc: 'Returns one entry of the activity log.',
      method: 'GET',
      path: '/activity/:id',
      input: z.object({ id: Id }),
      result: Activity,
      may: 'activity.read',
    }),
  },
});

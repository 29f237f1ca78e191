// Who did what, when and from where: one entry for each change and each act. Only ever added to.
import * as z from 'zod';
import { Id, Instant, Reference, call, entity } from './define.ts';

/** What was done. The first three are of any record; the others are what people do beside setting values. */
export const Done = z.enum([
  'created',
  'updated',
  'destroyed',
  'acknowledged',
  'released',
  'snoozed',
  'resolved',
  'signedIn',
  'signedOut',
  'signalled',
  'cleared',
]);
export type Done = z.infer<typeof Done>;

/** user: a person, without an id where nobody was signed in. client: by its key. server: Backwatch by itself. */
export const ActorKind = z.enum(['user', 'client', 'ping', 'server']);

/** A plain value, a long text cut; of a reference the name; of a list what it lost (before) and what it gained (after). */
const Value = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);
export const Changed = z.object({
  field: z.string(),
  /** Both are left out where the value is a secret: then only that it changed is told. */
  before: Value.optional(),
  after: Value.optional(),
});
export type Changed = z.infer<typeof Changed>;

export const Activity = z.object({
  id: Id,
  createdAt: Instant,
  /** Null for what belongs to no organization: people, groups, sessions, schedules, retentions. */
  organization: Reference.nullable(),
  organizationId: Id.nullable(),
  /** The noun. */
  model: z.string(),
  /** The id of the record, which may be gone. */
  object: Id,
  /** What it was called then. */
  name: z.string(),
  action: Done,
  /** Who acted, by the name of then. Of a client the id is that of the organization or the system it speaks for. */
  actor: z.object({ kind: ActorKind, id: Id.nullable(), name: z.string() }),
  /** Null for the server itself. */
  carrier: z.enum(['http', 'socket']).nullable(),
  ip: z.string().nullable(),
  changed: z.array(Changed),
});

export const activity = entity('activity', {
  record: Activity,
  organization: 'organizationId',
  // Every change of anything adds an entry; lists are read anew rather than told of each.
  derivesFrom: [],
  calls: {
    list: call({
      doc: 'Lists who did what, newest first, as far as one may read what it was done to. `user` filters by the person, `by` by the kind of actor.',
      method: 'GET',
      path: '/activity',
      result: z.array(Activity),
      may: 'activity.read',
      list: true,
    }),
    get: call({
      doc: 'Reads one entry of the activity.',
      method: 'GET',
      path: '/activity/:id',
      input: z.object({ id: Id }),
      result: Activity,
      may: 'activity.read',
    }),
  },
});

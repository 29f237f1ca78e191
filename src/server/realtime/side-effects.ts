// The side effects of a commit on open sockets besides its events: changed rights, ended sessions, changed rules of
// clients.
import { isDeepStrictEqual } from 'node:util';
import type { ClientBinding } from '#server/entities/client/client.ts';
import type { RecordFor, RowOf } from '#server/db/engine.ts';
import type { RecordChange } from '#server/pipeline/changes.ts';

/** Every server on the same database acts on it, for the sockets of its own. Sent between them as JSON. */
export interface SideEffects {
  /** A user was made, changed or removed. */
  users: boolean;
  /** Ids of the users whose permissions, or whose own record, may have changed. */
  people: string[];
  /** Ids of the sessions that were ended. */
  ended: string[];
  /** The clients whose key is no longer theirs. */
  unbound: ClientBinding[];
  /** The clients whose systems or filesets changed. */
  rules: ClientBinding[];
}

/** The nouns that decide which files clients scan for. */
const RULES = new Set(['fileset', 'system']);

/** Null where there are none: that is so for nearly every commit. */
export function sideEffectsOf(changes: readonly RecordChange[]): SideEffects | null {
  const found = {
    users: changes.some(({ noun }) => noun === 'user'),
    people: [...new Set(changes.flatMap(peopleOf))],
    ended: changes.filter(({ noun, after }) => noun === 'session' && !after).map(({ id }) => id),
    unbound: changes.flatMap(unboundIn),
    rules: once(changes.filter(isRule).flatMap(ownersOf)),
  };
  const lists = [found.people, found.ended, found.unbound, found.rules];
  return found.users || lists.some(({ length }) => length > 0) ? found : null;
}

/** The attributes that matter here, of whichever noun the record is. */
type Facts = Partial<
  Pick<RecordFor<'userorg'>, 'user'> &
    Pick<RecordFor<'group'>, 'users' | 'permissions'> &
    Pick<RecordFor<'fileset'>, 'system'> &
    Pick<RecordFor<'system'>, 'name' | 'organizationId' | 'forceDue'> &
    Pick<RowOf<'system'>, 'instanceHash'>
>;

/** The record before and after a change; of those that are there both. */
function factsOf(noted: RecordChange) {
  // The records are those of the contract; `instanceHash` comes from the row.
  const facts = (record: RecordChange['before']) => record as Facts | null;
  const [before, after] = [facts(noted.before), facts(noted.after)];
  return { before, after, both: [before, after].filter((record) => record !== null) };
}

/** Returns the users whose rights a change may affect: by their row, their links and their groups. */
function peopleOf(noted: RecordChange): string[] {
  const { noun, id } = noted;
  const { before, after, both } = factsOf(noted);
  if (noun === 'user') return [id];
  if (noun === 'usergroup' || noun === 'userorg') return both.flatMap(({ user }) => (user ? [user.id] : []));
  if (noun !== 'group' || isDeepStrictEqual(before?.permissions, after?.permissions)) return [];
  return both.flatMap(({ users = [] }) => users.map((user) => user.id));
}

/** A backup run changes a system too; clients only need to hear of what they scan for. */
const isRule = (noted: RecordChange): boolean => {
  const { before, after } = factsOf(noted);
  return (
    RULES.has(noted.noun) &&
    (noted.noun === 'fileset' ||
      !before ||
      !after ||
      before.name !== after.name ||
      before.organizationId !== after.organizationId ||
      // A client of its own takes a system over from that of the organization, or leaves it to that one.
      before.instanceHash !== after.instanceHash ||
      (!before.forceDue && after.forceDue === true))
  );
};

/** A key that was reset or deleted with its owner; `instanceHash` is in no record that events show. */
const unboundIn = (noted: RecordChange): ClientBinding[] => {
  const { noun, id } = noted;
  if (noun !== 'organization' && noun !== 'system') return [];
  const { before, after } = factsOf(noted);
  const was = before?.instanceHash ?? null;
  return was !== null && was !== after?.instanceHash ? [{ model: noun, id }] : [];
};

/** Of a move both sides. */
const ownersOf = (noted: RecordChange): ClientBinding[] =>
  factsOf(noted).both.flatMap(({ system, organizationId }): ClientBinding[] => [
    { model: 'system', id: noted.noun === 'system' ? noted.id : (system?.id ?? '') },
    { model: 'organization', id: String(organizationId) },
  ]);

const once = (clients: ClientBinding[]): ClientBinding[] => [
  ...new Map(clients.map((client) => [`${client.model} ${client.id}`, client])).values(),
];

// What a commit means for open sockets besides its events: people whose rights changed, sessions that ended, rules of clients.
import { isDeepStrictEqual } from 'node:util';
import type { ClientBinding } from './entities/client.ts';
import type { Row } from './kernel/store.ts';
import type { Noted } from './kernel/noted.ts';

/** Every server on the same database acts on it, for the sockets of its own. Sent between them as JSON. */
export interface Consequences {
  /** A user was made, changed or removed. */
  users: boolean;
  /** Ids of the users of whom may have changed what they may read, or what they are told of themselves. */
  people: string[];
  /** Ids of the sessions that were ended. */
  ended: string[];
  /** The clients whose key is no longer theirs. */
  unbound: ClientBinding[];
  /** The clients whose systems or filesets changed. */
  rules: ClientBinding[];
}

/** What decides what clients scan for. */
const RULES = new Set(['fileset', 'system']);

/** Null where there are none: that is so for nearly every commit. */
export function consequencesOf(changes: readonly Noted[]): Consequences | null {
  const found = {
    users: changes.some(({ noun }) => noun === 'user'),
    people: [...new Set(changes.flatMap(peopleOf))],
    ended: changes.filter(({ noun, after }) => noun === 'session' && !after).map(({ id }) => id),
    unbound: changes.filter(isUnbound).map(({ noun, id }) => ({ model: noun as ClientBinding['model'], id })),
    rules: once(changes.filter(isRule).flatMap(ownersOf)),
  };
  const lists = [found.people, found.ended, found.unbound, found.rules];
  return found.users || lists.some(({ length }) => length > 0) ? found : null;
}

/** Whose rights a change may be about: one's own row, one's links, and whoever is in a group. */
function peopleOf({ noun, id, before, after }: Noted): string[] {
  const records = [before, after].filter((record) => record !== null);
  if (noun === 'user') return [id];
  if (noun === 'usergroup' || noun === 'userorg') return records.map(({ user }) => String((user as Row)['id']));
  if (noun !== 'group' || isDeepStrictEqual(before?.['permissions'], after?.['permissions'])) return [];
  return records.flatMap(({ users }) => (users as Row[]).map((user) => String(user['id'])));
}

/** A backup run changes a system too; clients only need to hear of what they scan for. */
const isRule = ({ noun, before, after }: Noted): boolean =>
  RULES.has(noun) &&
  (noun === 'fileset' ||
    !before ||
    !after ||
    before['name'] !== after['name'] ||
    before['organizationId'] !== after['organizationId'] ||
    // A client of its own takes a system over from that of the organization, or leaves it to that one.
    before['instanceHash'] !== after['instanceHash'] ||
    (!before['forceDue'] && after['forceDue'] === true));

const CLAIMED = new Set(['organization', 'system']);

/** A key that was reset or went with what it was the key of; `instanceHash` is in no record that is told. */
const isUnbound = ({ noun, before, after }: Noted): boolean => {
  const was = CLAIMED.has(noun) ? (before?.['instanceHash'] ?? null) : null;
  return was !== null && was !== after?.['instanceHash'];
};

/** Of a move both sides. */
const ownersOf = ({ noun, id, before, after }: Noted): ClientBinding[] =>
  [before, after].flatMap((record): ClientBinding[] => {
    if (!record) return [];
    const system = noun === 'system' ? id : String((record['system'] as Row | undefined)?.['id'] ?? '');
    return [
      { model: 'system', id: system },
      { model: 'organization', id: String(record['organizationId']) },
    ];
  });

const once = (clients: ClientBinding[]): ClientBinding[] => [
  ...new Map(clients.map((client) => [`${client.model} ${client.id}`, client])).values(),
];

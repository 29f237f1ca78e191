// What a commit means for open sockets besides its events: rights that changed, sessions that ended, rules of clients.
import type { ClientBinding } from './entities/client.ts';
import type { Row } from './kernel/store.ts';
import type { Noted } from './kernel/noted.ts';

/** Every server on the same database acts on it, for the sockets of its own. Sent between them as JSON. */
export interface Consequences {
  /** A user was made, changed or removed. */
  users: boolean;
  /** Who may read what has changed. */
  rights: boolean;
  /** Ids of the sessions that were ended. */
  ended: string[];
  /** The clients whose filesets changed. */
  rules: ClientBinding[];
}

/** What decides who may read what. */
const RIGHTS = new Set(['user', 'group', 'usergroup', 'userorg']);
/** What decides what clients scan for. */
const RULES = new Set(['fileset', 'system']);

/** Null where there are none: that is so for nearly every commit. */
export function consequencesOf(changes: readonly Noted[]): Consequences | null {
  const found = {
    users: changes.some(({ noun }) => noun === 'user'),
    rights: changes.some(({ noun }) => RIGHTS.has(noun)),
    ended: changes.filter(({ noun, after }) => noun === 'session' && !after).map(({ id }) => id),
    rules: changes.filter(isRule).flatMap(ownersOf),
  };
  return found.users || found.rights || found.ended.length > 0 || found.rules.length > 0 ? found : null;
}

/** A backup run changes a system too; clients only need to hear of what they scan for. */
const isRule = ({ noun, before, after }: Noted): boolean =>
  RULES.has(noun) &&
  (noun === 'fileset' ||
    !before ||
    !after ||
    before['name'] !== after['name'] ||
    (!before['forceDue'] && after['forceDue'] === true));

function ownersOf({ noun, id, before, after }: Noted): ClientBinding[] {
  const record = after ?? before ?? {};
  const system = noun === 'system' ? id : String((record['system'] as Row | undefined)?.['id'] ?? '');
  return [
    { model: 'system', id: system },
    { model: 'organization', id: String(record['organizationId']) },
  ];
}

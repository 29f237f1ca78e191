// The source of a change: the person or client, the transport and the address. It differs from the actor of the unit:
// consequences of a person's change often run with the rights of the internal actor.
import type { Actor } from './actor.ts';
import type { Request } from './dispatch.ts';

/** The source as the activity log records it. `carrier` and `ip` are null for the server itself. */
export interface Origin {
  by: {
    kind: 'user' | 'client' | 'ping' | 'server';
    /** Null for the server, and for whoever is not signed in. */
    id: string | null;
    /** Null: the name of the record of that noun and id, looked up only where it is wanted. */
    name: string | null;
    noun?: 'organization' | 'system';
  };
  carrier: Request['carrier'] | null;
  ip: string | null;
}

/** Returns the source of changes that no request made. A new object: `attributeTo` changes it. */
export const fromServer = (): Origin => ({ by: { kind: 'server', id: null, name: '' }, carrier: null, ip: null });

/** Returns the source of a request; its user has no id where nobody is signed in. */
export function originOf(actor: Actor | null, { carrier, ip }: Request): Origin {
  return { by: byOf(actor), carrier, ip };
}

function byOf(actor: Actor | null): Origin['by'] {
  if (actor?.kind === 'person') return { kind: 'user', id: actor.id, name: actor.name };
  if (actor?.kind === 'client') return { kind: 'client', id: actor.id, name: null, noun: actor.model };
  return actor ? fromServer().by : { kind: 'user', id: null, name: '' };
}

/** Names the person behind a unit, if a password or a signed link identified them instead of the session. */
export function attributeTo(unit: { origin: Origin }, { id, name }: { id: string; name: string }): void {
  unit.origin.by = { kind: 'user', id, name };
}

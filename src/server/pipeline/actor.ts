// The actor of a request: a person, a client, or the server itself (jobs and what follows from a change).
import type { Rights } from '#contract/permissions.ts';
import { forbidden } from './errors.ts';

/** `person`: a session. `client`: a client key. `internal`: the server itself, with every right. */
export type Actor =
  | { kind: 'person'; id: string; name: string; rights: Rights; sessionId: string }
  | {
      kind: 'client';
      model: 'organization' | 'system';
      id: string;
      organizationId: string;
      instance: string;
      /** The key is this instance's own; else nobody's. */
      claimed: boolean;
    }
  | { kind: 'internal' };

/** A signed-in user, with the rights that the session had when the request began. */
export type Person = Extract<Actor, { kind: 'person' }>;

/** The actor of jobs, and of changes that follow from another one. It sees every organization. */
export const internalActor: Actor = { kind: 'internal' };

/** @throws ApiError E_FORBIDDEN for whoever is no person */
export function asPerson(actor: Actor | null): Person {
  if (actor?.kind !== 'person') throw forbidden();
  return actor;
}

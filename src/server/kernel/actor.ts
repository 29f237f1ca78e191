// Who acts: a person, one of our clients, or the house itself (jobs).
import type { Rights } from '#contract/may.ts';

export type Actor =
  | { kind: 'person'; id: string; name: string; rights: Rights; sessionId: string }
  | { kind: 'client'; model: 'organization' | 'system'; id: string; organizationId: string; instance: string }
  | { kind: 'house' };

export const house: Actor = { kind: 'house' };

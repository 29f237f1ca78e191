// A sentence about who holds the key of a system or of an organization.
import * as m from '#text/messages.js';

interface Keyed {
  keyConnected: boolean;
  lastConnection: string | null;
}

/** A key that a client held before is free again, and not one that none has claimed yet. */
export function keyText({ keyConnected, lastConnection }: Keyed): string {
  if (keyConnected) return m.client_holds_key();
  return lastConnection === null ? m.client_key_free() : m.client_key_unclaimed();
}

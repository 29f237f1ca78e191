// The account of an email: what signs in, and what links in mails are about.
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { RowOf } from '#server/db/engine.ts';

/** Returns the account, decoded. An invitation of the same email is none. */
export const accountByEmail = (unit: Unit, email: string): Promise<RowOf<'user'> | undefined> =>
  unit.asInternal().findBy('user', { email, invitation: 0 });

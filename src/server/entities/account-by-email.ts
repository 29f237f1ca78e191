// The account of an email: what signs in, and what links in mails are about.
import type { Row } from '#server/kernel/store.ts';
import type { Unit } from '#server/kernel/unit.ts';

/** Returns the account, decoded. An invitation of the same email is none. */
export const accountByEmail = (unit: Unit, email: string): Promise<Row | undefined> =>
  unit.asHouse().findBy('user', { email, invitation: 0 });

// The table of identities: which subject of a provider of single sign-on is which account.
import { uuidv7 } from '#server/pipeline/id.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';

interface Identity {
  user: string;
  issuer: string;
  subject: string;
}

/** Links an account and a subject; does nothing where one of them is linked already. */
export async function linkIdentity({ unscopedDb, now }: Unit, { user, issuer, subject }: Identity): Promise<void> {
  await unscopedDb
    .insertInto('identity')
    .values({ id: uuidv7(Date.parse(now)), user, issuer, subject, createdAt: now, updatedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns whether an account and a subject are linked to each other. */
export async function hasIdentity({ unscopedDb }: Unit, { user, issuer, subject }: Identity): Promise<boolean> {
  const link = await unscopedDb
    .selectFrom('identity')
    .select('id')
    .where('user', '=', user)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return link !== undefined;
}

/** Another address may be another person at the provider: the next sign-in links anew. */
export async function forgetIdentities({ unscopedDb }: Unit, user: string): Promise<void> {
  await unscopedDb.deleteFrom('identity').where('user', '=', user).execute();
}

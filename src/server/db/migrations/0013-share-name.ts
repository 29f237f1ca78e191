// The user name of a share is stored sealed, as its password is.
import { type Kysely } from 'kysely';
import type { Tables } from '#server/db/engine.ts';

export async function shareName(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('system').addColumn('usernameSealed', 'text').execute();
  // A value typed before cannot be sealed here, where the key is not, and must not stay readable.
  await db.schema.alterTable('system').dropColumn('username').execute();
}

// When a user last got the mail about failed sign-ins.
import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/engine.ts';

export async function failedSignIns(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('user').addColumn('signInWarnedAt', 'varchar(30)').execute();
}

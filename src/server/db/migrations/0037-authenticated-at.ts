// When the person of a session last proved who they are. Of sessions from single sign-on that are there, nobody knows it.
import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/engine.ts';

export async function authenticatedAt(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('session').addColumn('authenticatedAt', 'varchar(30)').execute();
  await db
    .updateTable('session')
    .set((row) => ({ authenticatedAt: row.ref('createdAt') }))
    .where('signOn', 'is', null)
    .execute();
}

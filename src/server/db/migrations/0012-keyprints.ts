// The keys that wrote this database: a fingerprint of each, which reveals nothing of it.
import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/engine.ts';

export async function keyprints(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('keyprint')
    .addColumn('name', 'varchar(20)', (column) => column.primaryKey())
    .addColumn('print', 'varchar(43)', (column) => column.notNull())
    .execute();
}

// One row that says until when a server lived, and the last time in which none did.
import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/engine.ts';

export async function presence(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('presence')
    .addColumn('id', 'varchar(40)', (column) => column.primaryKey())
    .addColumn('aliveAt', 'varchar(30)', (column) => column.notNull())
    .addColumn('awayFrom', 'varchar(30)')
    .addColumn('awayTo', 'varchar(30)')
    .execute();
}

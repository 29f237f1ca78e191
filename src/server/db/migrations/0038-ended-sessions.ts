// Reasons and times of ended sessions, by the hash of their id.
import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/engine.ts';

export async function endedSessions(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('endedsession')
    .addColumn('hash', 'varchar(64)', (column) => column.primaryKey())
    .addColumn('reason', 'varchar(20)', (column) => column.notNull())
    .addColumn('endedAt', 'varchar(30)', (column) => column.notNull())
    .execute();
}

// Servers that share one database: who is alive, whose clients are connected where, and what is too long for a notice.
import { sql, type Kysely } from 'kysely';
import type { Store, Tables } from '#server/db/engine.ts';

export async function nodes(db: Kysely<Tables>, engine: Store['engine']): Promise<void> {
  await db.schema
    .createTable('node')
    .addColumn('id', 'varchar(40)', (column) => column.primaryKey())
    .addColumn('seenAt', 'varchar(30)', (column) => column.notNull())
    .execute();
  await db.schema.alterTable('system').addColumn('node', 'varchar(40)').execute();
  await db.schema
    .createIndex('system_connected_index')
    .on('system')
    .column('node')
    .where(sql<boolean>`"connected" = 1`)
    .execute();
  // The columns are those that the carrier of live events writes.
  if (engine === 'postgres')
    await sql`create table socket_io_attachments (id bigserial unique, created_at timestamptz default now(), payload bytea)`.execute(
      db,
    );
}

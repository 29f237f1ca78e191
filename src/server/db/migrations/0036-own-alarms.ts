// Alarms of Backwatch itself have no system and no organization. Backups note their store, and what is wrong with their files.
import { sql, type Kysely } from 'kysely';
import type { Store, Tables } from '#server/db/engine.ts';

export async function ownAlarms(db: Kysely<Tables>, engine: Store['engine']): Promise<void> {
  if (engine === 'postgres')
    await sql`alter table alarm alter column system drop not null, alter column organization drop not null`.execute(db);
  else {
    // A form of libsql: SQLite alone would need the whole table copied.
    await sql`alter table alarm alter column "system" to "system" varchar(40) references "system" ("id") on delete cascade`.execute(
      db,
    );
    await sql`alter table alarm alter column "organization" to "organization" varchar(40) references "organization" ("id")`.execute(
      db,
    );
  }
  await db.schema.alterTable('backup').addColumn('fault', 'varchar(10)').execute();
  await db.schema.alterTable('backup').addColumn('store', 'varchar(40)').execute();
  // Only the few with a fault are in it.
  await db.schema
    .createIndex('backup_fault_index')
    .on('backup')
    .column('system')
    .where(sql<boolean>`"fault" is not null`)
    .execute();
}

// The content that truly arrived under a key, and the newest backup that is known to have failed.
import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/engine.ts';

export async function runs(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('upload').addColumn('storedSize', 'bigint').execute();
  await db.schema.alterTable('upload').addColumn('storedSha256', 'text').execute();
  await db.schema.alterTable('system').addColumn('failedDate', 'varchar(30)').execute();
  // For earlier reports, the backup is the only evidence.
  await sql`update upload set
    "storedSize" = (select backup.size from backup where backup."key" = upload."key"),
    "storedSha256" = (select backup.sha256 from backup where backup."key" = upload."key")`.execute(db);
}

// Tables by the names of what they hold: the keys of commands that were executed, and changes that still reach other records.
import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/engine.ts';

export async function tableNames(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('deed').renameTo('idempotency_key').execute();
  await db.schema.alterTable('following').renameTo('pending_propagation').execute();
}

// The counts of rate limits, where several servers share them: rate-limiter-flexible reads and writes the table by itself.
import type { Kysely } from 'kysely';
import type { Store, Tables } from '#server/db/engine.ts';

export const RATE_LIMITS = 'rate_limit';

export async function rateLimits(db: Kysely<Tables>, engine: Store['engine']): Promise<void> {
  // SQLite has one server, which counts in memory.
  if (engine !== 'postgres') return;
  await db.schema
    .createTable(RATE_LIMITS)
    .addColumn('key', 'varchar(255)', (column) => column.primaryKey())
    .addColumn('points', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('expire', 'bigint')
    .execute();
  await db.schema.createIndex('rate_limit_expire_index').on(RATE_LIMITS).column('expire').execute();
}

// Acknowledgements that lapse, the person who had an alarm before, repeated notifications, and people who only read alarms.
import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/engine.ts';
import { columns } from './0001-first.ts';

/** Acknowledgements of before this version hold as long as new ones, counted from its first start. */
const LAPSE_MS = 4 * 3_600_000;

export async function lapses(db: Kysely<Tables>): Promise<void> {
  const alarm = () => db.schema.alterTable('alarm');
  await alarm().addColumn('acknowledgedUntil', 'varchar(30)').execute();
  await alarm().addColumn('waitingSince', 'varchar(30)').execute();
  await alarm().addColumn('heldBefore', 'varchar(40)').execute();
  await alarm().addColumn('snoozedBy', 'varchar(40)').execute();
  const ringsWithoutActing = db.schema.alterTable('user');
  await ringsWithoutActing.addColumn('readOnlyAlarms', 'integer', (column) => column.notNull().defaultTo(0)).execute();
  await columns(db.schema.createTable('repeat'), {
    nextAt: 'at',
    round: 'int',
    createdAt: 'at',
    updatedAt: 'at',
  }).execute();
  await db.schema.createIndex('repeat_nextAt_index').on('repeat').column('nextAt').execute();
  const now = new Date();
  const until = new Date(now.getTime() + LAPSE_MS).toISOString();
  await sql`update alarm set "acknowledgedUntil" = ${until}, "nextAt" = coalesce("nextAt", ${now.toISOString()})
    where "openKey" is not null and "acknowledgedAt" is not null`.execute(db);
  // These rested after their escalation: from now on they are repeated.
  await sql`update alarm set "nextAt" = ${now.toISOString()}
    where "openKey" is not null and "acknowledgedAt" is null and "nextAt" is null`.execute(db);
}

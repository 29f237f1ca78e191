// The time zone of a device: messages to a person whose account has none follow it.
import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/engine.ts';

export async function deviceZones(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('device')
    .addColumn('timeZone', 'varchar(100)', (column) => column.notNull().defaultTo(''))
    .execute();
}

// The alarms of a message about several, so that its button means those and no others.
import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/engine.ts';

export async function covers(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('delivery')
    .addColumn('covers', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
}

// The moment of the last edit of a record, and the person behind it. Up to now `updatedAt` is the best guess.
import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/engine.ts';

/** Of rows that a server of an older version adds while it still runs beside this one. */
const UNKNOWN = '1970-01-01T00:00:00.000Z';

export const EDITED = [
  'fileset',
  'group',
  'organization',
  'passkey',
  'retention',
  'rpiclient',
  'schedule',
  'system',
  'user',
  'userorg',
];

export async function editedAt(db: Kysely<Tables>): Promise<void> {
  for (const table of EDITED) {
    await db.schema
      .alterTable(table)
      .addColumn('editedAt', 'varchar(30)', (column) => column.notNull().defaultTo(UNKNOWN))
      .execute();
    // No reference: the person may be destroyed, and the edit stays.
    await db.schema.alterTable(table).addColumn('editedBy', 'varchar(40)').execute();
    await db
      .updateTable(table)
      .set({ editedAt: sql.ref('updatedAt') })
      .execute();
  }
}

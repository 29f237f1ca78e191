// Events of an alarm that change no record: opened, noted, handed over; and the people whom it did not ring.
import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/engine.ts';
import { columns } from './0001-first.ts';

export async function alarmEvents(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('alarm')
    .addColumn('notRung', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
  await columns(db.schema.createTable('alarmevent'), {
    alarm: 'text>alarm!',
    user: 'text',
    act: 'text',
    recipient: 'text?',
    note: 'text?',
    createdAt: 'at',
  }).execute();
  await db.schema.createIndex('alarmevent_alarm_id_index').on('alarmevent').columns(['alarm', 'id']).execute();
}

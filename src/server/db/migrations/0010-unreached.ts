// Whether an alarm reached anybody; and the deliveries that a mail or a push stands for, which end as it does.
import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/engine.ts';

export async function unreached(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('alarm')
    .addColumn('unreached', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('mail')
    .addColumn('deliveries', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
  await db.schema
    .alterTable('delivery')
    .addColumn('tag', 'varchar(100)', (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema.createIndex('delivery_message_index').on('delivery').column('message').execute();
  // Nothing would ever have tried these again: they are sent as soon as the server is up.
  await sql`update alarm set unreached = 1, "nextAt" = "updatedAt"
    where "openKey" is not null and "acknowledgedAt" is null and "nextAt" is null
    and not exists (select 1 from delivery where delivery.alarm = alarm.id and delivery.status = 'sent')`.execute(db);
}

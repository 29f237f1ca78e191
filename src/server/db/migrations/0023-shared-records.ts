// Schedules and retentions of one organization; those that are there stay shared. Names are unique within their organization.
import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/engine.ts';

export async function sharedRecords(db: Kysely<Tables>): Promise<void> {
  for (const table of ['schedule', 'retention']) {
    await db.schema
      .alterTable(table)
      .addColumn('organization', 'varchar(40)', (column) => column.references('organization.id').onDelete('cascade'))
      .execute();
    await db.schema.dropIndex(`${table}_name_unique`).execute();
    await db.schema
      .createIndex(`${table}_name_unique`)
      .on(table)
      .column('name')
      .unique()
      .where(sql<boolean>`"organization" is null`)
      .execute();
    await db.schema
      .createIndex(`${table}_name_organization_unique`)
      .on(table)
      .columns(['name', 'organization'])
      .unique()
      .execute();
    await db.schema.createIndex(`${table}_organization_index`).on(table).column('organization').execute();
  }
}

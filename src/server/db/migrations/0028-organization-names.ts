// Names of organizations may be equal: a unique index revealed existing customers to anybody who creates one.
import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/engine.ts';

export async function organizationNames(db: Kysely<Tables>): Promise<void> {
  await db.schema.dropIndex('organization_name_unique').execute();
  await db.schema.createIndex('organization_name_index').on('organization').column('name').execute();
}

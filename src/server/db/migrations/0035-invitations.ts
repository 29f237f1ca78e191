// Invitations: rows of users with an email that an account has already, until that person accepts. Accounts have emails of their own.
import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/engine.ts';

export async function invitations(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable('user')
    .addColumn('invitation', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.dropIndex('user_email_unique').execute();
  await db.schema
    .createIndex('user_email_unique')
    .on('user')
    .column('email')
    .unique()
    .where(sql<boolean>`"invitation" = 0`)
    .execute();
  await db.schema.createIndex('user_email_index').on('user').column('email').execute();
}

// Single sign-on: sign-ins that were begun, who an account is to its provider, and the sessions that came from one.
import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/engine.ts';

export async function oidc(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('signon')
    .addColumn('state', 'varchar(64)', (column) => column.primaryKey())
    .addColumn('session', 'varchar(64)', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('expiresAt', 'varchar(30)', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('signon_expiresAt_index').on('signon').column('expiresAt').execute();
  await db.schema
    .createTable('identity')
    .addColumn('id', 'varchar(40)', (column) => column.primaryKey())
    .addColumn('user', 'varchar(40)', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'varchar(30)', (column) => column.notNull())
    .addColumn('updatedAt', 'varchar(30)', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('identity_issuer_subject_unique')
    .on('identity')
    .columns(['issuer', 'subject'])
    .unique()
    .execute();
  await db.schema
    .createIndex('identity_user_issuer_unique')
    .on('identity')
    .columns(['user', 'issuer'])
    .unique()
    .execute();
  await db.schema.alterTable('session').addColumn('signOn', 'text').execute();
}

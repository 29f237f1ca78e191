// Tokens that come by mail, the outbox of mails, and sessions that can be named to their owner without their secret.
import type { Kysely } from 'kysely';
import { v7 } from 'uuid';
import type { Tables } from '#server/db/engine.ts';

export async function tokens(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('token')
    .addColumn('id', 'varchar(40)', (column) => column.primaryKey())
    .addColumn('hash', 'varchar(64)', (column) => column.notNull().unique())
    .addColumn('user', 'varchar(40)', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('mode', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('expiresAt', 'varchar(30)', (column) => column.notNull())
    .addColumn('usedAt', 'varchar(30)')
    .addColumn('createdAt', 'varchar(30)', (column) => column.notNull())
    .addColumn('updatedAt', 'varchar(30)', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('token_user_mode_createdAt_index')
    .on('token')
    .columns(['user', 'mode', 'createdAt'])
    .execute();
  await db.schema.createIndex('token_expiresAt_index').on('token').column('expiresAt').execute();
  await db.schema
    .createTable('mail')
    .addColumn('id', 'varchar(40)', (column) => column.primaryKey())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('nextAt', 'varchar(30)', (column) => column.notNull())
    .addColumn('createdAt', 'varchar(30)', (column) => column.notNull())
    .addColumn('updatedAt', 'varchar(30)', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('mail_nextAt_index').on('mail').column('nextAt').execute();
  await db.schema.alterTable('user').addColumn('emailConfirmedAt', 'varchar(30)').execute();
  await nameSessions(db);
}

/** The former id becomes the hash of the secret; the new id is a plain one, which may be shown. */
async function nameSessions(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('session').renameColumn('id', 'hash').execute();
  await db.schema.alterTable('session').addColumn('id', 'varchar(40)').execute();
  for (const { hash, createdAt } of await db.selectFrom('session').select(['hash', 'createdAt']).execute())
    await db
      .updateTable('session')
      .set({ id: v7({ msecs: Date.parse(String(createdAt)) }) })
      .where('hash', '=', hash)
      .execute();
  await db.schema.createIndex('session_id_unique').on('session').column('id').unique().execute();
}

// Changes of schedules, retentions and organizations that not all of their systems have followed yet.
import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/engine.ts';
import { columns } from './0001-first.ts';

export async function following(db: Kysely<Tables>): Promise<void> {
  const columnTypes = { noun: 'text', before: 'text', after: 'text', createdAt: 'at', updatedAt: 'at' } as const;
  await columns(db.schema.createTable('following'), columnTypes).execute();
}

// Changes of many systems at once, and the result for each system.
import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/engine.ts';
import { columns } from './0001-first.ts';

export async function jobs(db: Kysely<Tables>): Promise<void> {
  await columns(db.schema.createTable('job'), {
    user: 'text>user!',
    action: 'text',
    values: 'text',
    state: 'text',
    startedAt: 'at',
    nextAt: 'at?',
    node: 'text?',
    carrier: 'text?',
    ip: 'text?',
    createdAt: 'at',
    updatedAt: 'at',
  }).execute();
  await db.schema.createIndex('job_nextAt_index').on('job').column('nextAt').execute();
  await db.schema.createIndex('job_user_index').on('job').column('user').execute();
  // Without references: a result outlives its system, and the items are written before their job.
  await columns(db.schema.createTable('jobitem'), {
    job: 'text',
    place: 'int',
    system: 'text',
    name: 'text',
    organizationName: 'text',
    state: 'text',
    code: 'text?',
    message: 'text?',
    former: 'text?',
    editedBy: 'text?',
    editedAt: 'at?',
    createdAt: 'at',
    updatedAt: 'at',
  }).execute();
  await db.schema.createIndex('jobitem_job_place_index').on('jobitem').columns(['job', 'place']).execute();
}

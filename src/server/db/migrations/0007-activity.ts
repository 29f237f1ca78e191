// The activity, and the right to read it for the groups that manage people and rights already.
import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/engine.ts';
import * as z from 'zod/mini';
import { columns } from './0001-first.ts';

// Nothing refers to a row: entries outlive what they tell of.
const ACTIVITY = {
  createdAt: 'at',
  organization: 'text?',
  model: 'text',
  object: 'text',
  name: 'text',
  action: 'text',
  actor: 'text?',
  actorKind: 'text',
  actorName: 'text',
  carrier: 'text?',
  ip: 'text?',
  changed: 'text',
};
const INDEXES = [['organization', 'id'], ['model', 'object', 'id'], ['actor', 'id'], ['createdAt']];
const Grant = z.object({ model: z.string(), action: z.string() });
const GIVEN = [
  { model: 'activity', action: 'read' },
  { model: 'activity', action: 'readAll' },
];

export async function activity(db: Kysely<Tables>): Promise<void> {
  await columns(db.schema.createTable('activity'), ACTIVITY).execute();
  for (const keys of INDEXES)
    await db.schema
      .createIndex(`activity_${keys.join('_')}_index`)
      .on('activity')
      .columns(keys)
      .execute();
  for (const { id, permissions } of await db.selectFrom('group').select(['id', 'permissions']).execute()) {
    const held = z.array(Grant).parse(JSON.parse(String(permissions)));
    const updates = (noun: string) => held.some(({ model, action }) => model === noun && action === 'update');
    if (!updates('group') || !updates('user')) continue;
    const given = JSON.stringify([...held, ...GIVEN]);
    await db.updateTable('group').set({ permissions: given }).where('id', '=', id).execute();
  }
}

// Permissions of their own for the content of backups and the keys of clients: groups keep what other permissions gave them.
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Tables } from '#server/db/engine.ts';

const Grant = z.object({ model: z.string(), action: z.string() });
type Grant = z.output<typeof Grant>;

/** The permission that included the new one so far. */
const INCLUDED: readonly [from: string, model: string, action: string][] = [
  ['backup.read', 'backup', 'download'],
  ['backup.readAll', 'backup', 'download'],
  ['system.update', 'system', 'readKey'],
  ['organization.update', 'organization', 'readKey'],
];
/** The default groups do without. */
const WITHOUT: Readonly<Record<string, string>> = { 'On-call': 'readKey', Viewers: 'download' };

function extended(name: string, grants: readonly Grant[]): Grant[] {
  const ids = new Set(grants.map(({ model, action }) => `${model}.${action}`));
  const added = INCLUDED.filter(([from, , action]) => ids.has(from) && WITHOUT[name] !== action);
  const all = new Map(
    [...grants, ...added.map(([, model, action]) => ({ model, action }))].map((one) => [
      `${one.model}.${one.action}`,
      one,
    ]),
  );
  return [...all.values()];
}

export async function downloadAndKeys(db: Kysely<Tables>): Promise<void> {
  for (const { id, name, permissions } of await db
    .selectFrom('group')
    .select(['id', 'name', 'permissions'])
    .execute()) {
    const grants = extended(String(name), z.array(Grant).parse(JSON.parse(String(permissions))));
    await db
      .updateTable('group')
      .set({ permissions: JSON.stringify(grants) })
      .where('id', '=', id)
      .execute();
  }
}

// The address of every route of the app over the demonstration fleet; the list comes from the generated route tree.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { unsubscribeToken } from '#server/entities/unsubscribe.ts';
import type { Backwatch } from '#server/server.ts';

const generated = readFileSync(resolve(import.meta.dirname, '../../src/app/routes.gen.ts'), 'utf8');
const [, byPath = ''] = /interface FileRoutesByFullPath \{([^}]*)\}/.exec(generated) ?? [];
const paths = [...byPath.matchAll(/'([^']+)':/g)].map(([, path = '']) =>
  path === '/' ? path : path.replace(/\/$/, ''),
);

/** Further states of a route, by their search: other views, forms of a new record; and an address without a route. */
const further = [
  '/admin/alarms?view=mine',
  '/admin/alarms?view=all',
  '/admin/schedule/settings?new',
  '/admin/retention/settings?new',
  '/admin/system/settings?new',
  '/nothing/here',
];

/** Every path of the route tree, once, and further states. */
export const routePaths: readonly string[] = [...new Set([...paths, ...further])].toSorted();

/** True for a page that is visited without a session: it shows the sign-in, or ends the session. */
export const isOpenRoute = (path: string): boolean => path.startsWith('/auth/');

/** Screens of one record, with the table of the record. */
const records = /^\/admin\/(fileset|group|organization|orphan|retention|schedule|system|user|scanresult)(?:\/|$)/;

/** Returns the address of a path, with the id of a record that the demonstration has. */
export async function routeAddress({ house }: Backwatch, path: string): Promise<string> {
  const first = async (table: string, column = 'id') =>
    house.read(async ({ db }) =>
      String((await db.selectFrom(table).selectAll().orderBy(column).executeTakeFirst())?.id),
    );
  if (path === '/unsubscribe') {
    const { secrets, now } = house.services;
    return `${path}?token=${unsubscribeToken(secrets.sign, { user: await first('user'), organizations: [], at: now() })}`;
  }
  const [, table] = records.exec(path) ?? [];
  if (table === undefined || path.includes('?')) return path;
  // A system with an alarm and backups shows the most.
  const id = await (table === 'system'
    ? house.read(async ({ db }) => {
        const alarmed = db.selectFrom('system').select('id').where('alarmed', '=', 1).orderBy('name');
        return String((await alarmed.executeTakeFirstOrThrow()).id);
      })
    : table === 'orphan'
      ? house.read(async ({ db }) => {
          const orphan = db.selectFrom('orphan').select('id').where('kind', '=', 'system').orderBy('id');
          return String((await orphan.executeTakeFirstOrThrow()).id);
        })
      : first(table));
  return `${path}?id=${id}`;
}

// The address of every route of the app over the demonstration fleet; the list comes from the generated route tree.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { unsubscribeToken } from '#server/entities/alarm/unsubscribe.ts';
import { anyTables } from '#server/db/engine.ts';
import type { Backwatch } from '#server/server.ts';
import { allTables } from '#tests/all-tables.ts';

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

/** Returns the address of a path, with the id of a record; without it where there is no such record. */
export async function routeAddress({ jobContext }: Backwatch, path: string): Promise<string> {
  const { secrets, now } = jobContext.services;
  if (path === '/unsubscribe') {
    const user = (await firstOf(jobContext, 'user')) ?? '';
    return `${path}?token=${unsubscribeToken(secrets.sign, { user, organizations: [], at: now() })}`;
  }
  const [, table] = records.exec(path) ?? [];
  if (table === undefined || path.includes('?')) return path;
  const id = await firstOf(jobContext, table);
  return id === null ? path : `${path}?id=${id}`;
}

/** The id of a row: of a system with an alarm, which shows the most, or of an orphan with backups. */
const firstOf = ({ read }: Backwatch['jobContext'], table: string): Promise<string | null> =>
  read(async (unit) => {
    const db = allTables(unit);
    const rows = anyTables(db).selectFrom(table).select('id');
    const chosen =
      table === 'system'
        ? rows.orderBy('alarmed', 'desc').orderBy('name')
        : table === 'orphan'
          ? rows.where('kind', '=', 'system').orderBy('id')
          : rows.orderBy('id');
    const row = await chosen.executeTakeFirst();
    return row ? String(row.id) : null;
  });

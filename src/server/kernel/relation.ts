// `GET /noun/:id/:relation`: what one record is linked to, as `populate` shows it. Derived from the noun's own `get`.
import type { Criteria } from '#contract/criteria.ts';
import { relationsOf } from './populate.ts';
import { notFound } from './refusal.ts';
import type { Route } from './router.ts';
import type { Row } from './store.ts';
import type { Table } from './unit.ts';

type Page = Pick<Criteria, 'limit' | 'skip'>;

export interface Relation {
  /** The call that reads the record. */
  route: Route;
  name: string;
}

/** Null where the path names no relation of a record. */
export function relationOf(
  router: (method: string, path: string) => Route | null,
  tables: ReadonlyMap<string, Table>,
  { method, path }: { method: string; path: string },
): Relation | null {
  const [noun = '', id = '', name = '', ...more] = path.split('/').filter(Boolean);
  if ((method !== 'GET' && method !== 'HEAD') || more.length > 0) return null;
  const route = router('GET', `/${noun}/${id}`);
  const table = tables.get(noun);
  if (route?.name !== 'get' || !table) return null;
  return relationsOf(table, route.record).includes(name) ? { route, name } : null;
}

/** One record, or the rows of a page and their number. @throws Refusal E_NOT_FOUND where the record is linked to nothing */
export function relatedOf(record: Row, name: string, { limit, skip }: Page): { body: unknown; total: number | null } {
  const found: unknown = record[name];
  if (Array.isArray(found)) return { body: found.slice(skip, skip + limit), total: found.length };
  if (found === null || found === undefined) throw notFound();
  return { body: found, total: null };
}

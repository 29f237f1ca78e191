// `GET /noun/:id/:relation`: what one record is linked to, as `populate` shows it, page by page. Derived from the noun's own `get`.
import type { Criteria, Term } from '#contract/criteria.ts';
import { relationsOf } from './populate.ts';
import { notFound } from './errors.ts';
import type { Route, Router } from './routes.ts';
import type { Row } from '#server/db/engine.ts';
import type { Table } from './table.ts';
import type { Unit } from './unit-of-work.ts';

type Page = Pick<Criteria, 'limit' | 'skip'>;

/** A path such as `/system/:id/backups`. */
export interface Relation {
  /** The call that reads the record. */
  route: Route;
  name: string;
}

/** Null where the path names no relation of a record. */
export function relationOf(
  router: Router,
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

/** One record, or the rows of a page and their number. @throws ApiError E_NOT_FOUND where the record is linked to nothing */
export async function relatedTo(
  unit: Unit,
  table: Table,
  name: string,
  record: Row,
  page: Page,
): Promise<{ body: unknown; total: number | null }> {
  const many = table.populates?.[name];
  if (!many) return record[name] ? { body: record[name], total: null } : Promise.reject(notFound());
  const id = String(record.id);
  if (many.all) {
    const where: Term = { attribute: many.all.by, operator: '=', value: id };
    const { rows, total } = await unit.list(many.noun, { where, sort: many.all.sort, ...page, select: null, omit: [] });
    return { body: rows, total };
  }
  const found = (await many.of(unit, [id], Number.MAX_SAFE_INTEGER)).get(id) ?? [];
  return { body: found.slice(page.skip, page.skip + page.limit), total: found.length };
}

// `GET /noun/:id/:relation`: what one record is linked to, as `populate` shows it. Derived from the noun's own `get`.
import { Refusal, notFound } from './refusal.ts';
import { relationsOf } from './populate.ts';
import type { Route } from './router.ts';
import type { Row } from './store.ts';
import type { Table } from './unit.ts';

/** A list without a limit answers as many rows, and one with a larger limit too. */
const MOST = 1000;

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
export function relatedOf(record: Row, name: string, params: Row): { body: unknown; total: number | null } {
  const [limit, skip] = [wholeOf(params, 'limit') ?? MOST, wholeOf(params, 'skip') ?? 0];
  const found: unknown = record[name];
  if (Array.isArray(found)) return { body: found.slice(skip, skip + Math.min(limit, MOST)), total: found.length };
  if (found === null || found === undefined) throw notFound();
  return { body: found, total: null };
}

const KNOWN = ['limit', 'skip', '_csrf'];

/** @throws Refusal E_INVALID_CRITERIA for what means nothing here */
export function assertPaging(params: Row): void {
  const unknown = Object.keys(params).find((key) => !KNOWN.includes(key));
  if (unknown !== undefined) throw invalid(`${unknown.slice(0, 100)}: is not known here`);
  for (const key of ['limit', 'skip']) wholeOf(params, key);
}

function wholeOf(params: Row, key: string): number | null {
  const value: unknown = params[key];
  if (value === undefined || value === '') return null;
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(number) || number < 0) throw invalid(`${key}: must be a whole number of at least 0`);
  return number;
}

const invalid = (detail: string): Refusal =>
  new Refusal('E_INVALID_CRITERIA', 'The list parameters could not be understood.', { details: [detail] });

// Tables too long to be counted: the number of rows is stored with their owner, such as backups with their system.
import { sql } from 'kysely';
import type { Term } from '#contract/criteria.ts';
import type { AnyDb } from '#server/db/engine.ts';
import { narrowed, termSql } from './where.ts';
import type { Table } from '#server/pipeline/table.ts';

/** Where the rows of a table are counted as they come and go: a column of what they belong to. */
export interface CounterCache {
  readonly noun: string;
  readonly column: string;
  /** Which attributes of the rows are which columns there: a list narrowed by these alone is counted there. */
  readonly by: Readonly<Record<string, string>>;
  /** The columns in whose order an index has the rows of each organization. */
  readonly orders: readonly string[];
}

/** Returns whether a filter names no attribute but those that the owners have as columns. */
export const isCachedBy = (by: CounterCache['by'], term: Term): boolean => {
  if ('all' in term) return term.all.every((part) => isCachedBy(by, part));
  if ('any' in term) return term.any.every((part) => isCachedBy(by, part));
  return Object.hasOwn(by, term.attribute);
};

const uncounted: Pick<CounterCache, 'noun' | 'by'> = { noun: '', by: {} };

/**
 * Returns the owners of the rows of a list, filtered as the list is; null if the list filters by an attribute that they
 * lack.
 */
function owners(db: AnyDb, table: Table, where: Term, scope: 'all' | readonly string[], now: string) {
  const { noun, by } = table.counted ?? uncounted;
  const owner = by[table.organization ?? ''];
  if (owner === undefined || !isCachedBy(by, where)) return null;
  const derived = Object.fromEntries(
    Object.entries(by).map(([attribute, its]) => [attribute, { kind: 'text' as const, sql: () => sql.ref(its) }]),
  );
  const there: Table = { ...table, noun, derived, organization: owner };
  return narrowed(db.selectFrom(noun), owner, scope).where((builder) => termSql(builder, there, where, now));
}

/** The sum of what is counted already, narrowed as the list is; null where the list asks for what is not counted. */
export function cachedCount(db: AnyDb, table: Table, where: Term, scope: 'all' | readonly string[], now: string) {
  const column = table.counted?.column ?? '';
  return (
    owners(db, table, where, scope, now)?.select(sql<number>`coalesce(sum(${sql.ref(column)}), 0)`.as('total')) ?? null
  );
}

// The cost limit of a list: the rows that index and scope leave, times the terms that are looked at in each of them.
import { sql, type SelectQueryBuilder } from 'kysely';
import type { Criteria, Term } from '#contract/criteria.ts';
import { isServed, leavesOf, servedParts, type ReachedBy } from './indexed.ts';
import { invalidField, type ApiError } from '#server/pipeline/errors.ts';
import type { Viewer } from './user-visibility.ts';
import type { AnyDb, Tables } from '#server/db/engine.ts';
import { narrowed, termSql } from './where.ts';
import type { Table } from '#server/pipeline/table.ts';

/** Rows times terms. */
export const BUDGET = 500_000;
/** Rows that an index or the scope leaves: they lie anywhere in the table, and each is looked up by itself. */
const LOOKED_UP = 30_000;
/** Rows that are sorted by an order that the entity does not declare. */
export const SORTED = 10_000;

/** Terms by attributes that are derived by rules: their text alone costs milliseconds each. */
const LONG_TERMS = 10;

const limitError = (parameter: 'where' | 'sort', rule: string, maximum: number): ApiError =>
  invalidField('E_INVALID_CRITERIA', parameter, rule, { code: 'too_big', maximum });
/** A pattern or a list of so many is one term more. */
const TERM_SIZE = 100;

/** The number of terms that a filter counts as. An attribute of another table is looked for there by its id, once. */
function termsOf(table: Table, where: Term): number {
  return leavesOf(where).reduce((sum, { attribute, value }) => {
    if (table.derived?.[attribute]?.through) return sum;
    const size = typeof value === 'string' || Array.isArray(value) ? value.length : 1;
    return sum + Math.max(1, Math.ceil(size / TERM_SIZE)) * (table.weights?.[attribute] ?? 1);
  }, 0);
}

/** Counts the rows of a query, `most` + 1 at most. */
async function countUpTo<T extends string>(
  db: AnyDb,
  rows: SelectQueryBuilder<Tables, T, object>,
  most: number,
): Promise<number> {
  const some = rows
    .select(sql.lit(1).as('one'))
    .limit(most + 1)
    .as('some');
  const counted = await db
    .selectFrom(some)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirst();
  return Number(counted?.total ?? 0);
}

/** Counts the rows that are reached that way, `most` + 1 at most. */
async function reached(
  db: AnyDb,
  table: Table,
  by: ReachedBy,
  sight: Viewer,
  now: string,
  most: number,
): Promise<number> {
  const there = db.selectFrom(table.noun);
  const rows =
    by === 'scope'
      ? narrowed(there, table.organization ?? '', sight.scope)
      : by
        ? there.where((builder) => termSql(builder, table, by, now))
        : there;
  return countUpTo(db, rows, most);
}

/**
 * Holds terms by derived attributes to a few, since the engine reads the rule of each anew; and those that look at the rows of
 * another noun to the number of these.
 *
 * @throws ApiError E_INVALID_CRITERIA
 */
async function assertDerived(db: AnyDb, table: Table, where: Term, sight: Viewer): Promise<void> {
  const leavesBy = (key: 'isLong' | 'over') =>
    leavesOf(where).filter(({ attribute }) => table.derived?.[attribute]?.[key]);
  const long = leavesBy('isLong');
  if (long.length > LONG_TERMS)
    throw limitError(
      'where',
      `\`${long[0]?.attribute}\` and its like may stand in ${LONG_TERMS} terms. Use \`in\`.`,
      LONG_TERMS,
    );
  const leaves = leavesBy('over');
  const [first] = leaves;
  const noun = first && table.derived?.[first.attribute]?.over;
  if (!first || !noun) return;
  const most = Math.floor(BUDGET / leaves.length);
  const rows = narrowed(db.selectFrom(noun), 'organization', sight.scope);
  if ((await countUpTo(db, rows, most)) <= most) return;
  throw limitError(
    'where',
    `\`${first.attribute}\` looks at each ${noun}, limited to ${BUDGET} of them times terms (here ${most}). Use fewer terms.`,
    most,
  );
}

/**
 * Holds a filter to the budget. Answers by what its rows are to be reached, which the planners of the engines may not see.
 *
 * @throws ApiError E_INVALID_CRITERIA
 */
export async function assertBudget(
  db: AnyDb,
  table: Table,
  { where, asked = where }: Criteria,
  sight: Viewer,
  now: string,
): Promise<ReachedBy> {
  await assertDerived(db, table, asked, sight);
  const all = termsOf(table, asked);
  const scoped = table.organization !== null && sight.scope !== 'all';
  const served = servedParts(table, where);
  // A part that is looked up by its own index is not looked at again.
  const termsBeside = (by: ReachedBy) =>
    by !== null && by !== 'scope' && !('any' in by) ? all - termsOf(table, by) : all;
  if (all === 0 || served.some((by) => termsBeside(by) <= 0)) return null;
  // All of a short table first: there the engine may go as it likes.
  const ways: ReachedBy[] = [null, ...served, ...(scoped ? (['scope'] as const) : [])];
  let limit = 0;
  for (const by of ways) {
    const affordable = Math.floor(BUDGET / termsBeside(by));
    const most = by === null ? affordable : Math.min(affordable, LOOKED_UP);
    if ((await reached(db, table, by, sight, now, most)) <= most) return by;
    limit = Math.max(limit, most);
  }
  const first = leavesOf(asked).find((leaf) => !isServed(table, leaf)) ?? leavesOf(asked)[0];
  const rule = `\`${first?.attribute}\` needs a full scan, limited to ${BUDGET} rows times terms (here ${limit} rows). Add a filter by one of these: ${(table.indexed ?? []).join(', ')}.`;
  throw limitError('where', rule, limit);
}

/** Of a filter by ranges: the one that leaves few rows, which are then gathered and sorted. Null where all leave many. */
export async function rangeOfFew(db: AnyDb, table: Table, where: Term, sight: Viewer, now: string): Promise<ReachedBy> {
  for (const part of servedParts(table, where))
    if ((await reached(db, table, part, sight, now, SORTED)) <= SORTED) return part;
  return null;
}

/** True for an order that lists of any size have. */
function isOrdered(table: Table, { sort, where }: Criteria, sight: Viewer): boolean {
  const [first, second, third] = sort;
  if (!first || first.attribute === 'id' || table.sorted?.includes(first.attribute)) return true;
  if (third || (second && second.attribute !== 'id')) return false;
  if (table.counted?.orders.includes(first.attribute)) return true;
  const whole = leavesOf(where).length === 0 && (table.organization === null || sight.scope === 'all');
  return whole && (table.indexed ?? []).includes(first.attribute);
}

/** Holds an order to its budget, once it is known how many rows there are. @throws ApiError E_INVALID_CRITERIA */
export function assertSortable(table: Table, criteria: Criteria, sight: Viewer, total: number): void {
  if (total <= SORTED || isOrdered(table, criteria, sight)) return;
  const rule = `\`${criteria.sort[0]?.attribute}\` has no index here, so sorting is limited to ${SORTED} rows (found ${total}). Add a filter, or sort by one of these: ${['id', ...(table.sorted ?? [])].join(', ')}.`;
  throw limitError('sort', rule, SORTED);
}

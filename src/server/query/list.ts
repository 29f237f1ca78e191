// The page of a list, its order and what is counted, as SQL, the same in both engines.
import { sql, type OrderByItemBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';
import type { Criteria, Term } from '#contract/criteria.ts';
import { cachedCount } from './counter-cache.ts';
import { isReachedBy, isServed, leavesOf, partsOfWhere, type ReachedBy } from './indexed.ts';
import type { Viewer } from './user-visibility.ts';
import type { AnyDb, Tables } from '#server/db/engine.ts';
import { columnOf, onlyVisible, termSql } from './where.ts';
import type { Derived } from './table-attributes.ts';
import type { Table } from '#server/pipeline/table.ts';

/** A page as it is read: from the end of the list where that is nearer, and then turned round. */
export interface Way extends Criteria {
  readonly fromEnd?: true;
  /** The one way to its rows; by whichever the engine plans where it is null. */
  readonly reachedBy?: ReachedBy;
}

/** The page and the count of what matches, narrowed to what the one who asks may see. `now`: what derived attributes hold at. */
export function applyCriteria(db: AnyDb, table: Table, criteria: Way, sight: Viewer, now: string) {
  const scope = table.organization === null ? 'all' : sight.scope;
  const { where, limit, skip } = criteria;
  const there = db.selectFrom(table.noun);
  const { reachedBy = null } = criteria;
  const filtered = () => {
    const byScope = scope === 'all' || reachedBy === null || reachedBy === 'scope';
    const query = byScope
      ? onlyVisible(there, table, sight)
      : onlyVisible(there.where(unindexed(table, scope)), { ...table, organization: null }, sight);
    const isHidden = (part: Term) => reachedBy !== null && !isReachedBy(reachedBy, part) && isServed(table, part);
    return query.where((builder) =>
      builder.and([
        sql<SqlBool>`1 = 1`,
        ...partsOfWhere(where).map((part) => termSql(builder, isHidden(part) ? hidden(table) : table, part, now)),
      ]),
    );
  };
  const passedOver = () => {
    const own = scope === 'all' ? there : there.where(unindexed(table, scope));
    return own.where((builder) => termSql(builder, hidden(table), where, now));
  };
  const spread = isSpread(table, criteria, scope) ? scope : null;
  const by = spread && orderOfEach(table, criteria);
  return {
    /** @param how along the order, passing over what does not match; gathering what does, to sort it; or as the engine plans */
    page(how: 'along' | 'gathered' | 'planned') {
      const rows = () => (how === 'along' ? passedOver() : filtered());
      const sorted = <O>(query: SelectQueryBuilder<Tables, string, O>) =>
        how === 'gathered' ? ordered(query, hidden(table), byId(criteria), now) : ordered(query, table, criteria, now);
      if (skip === 0 && !by && criteria.sort.every(({ attribute }) => attribute === 'id'))
        return sorted(rows().selectAll()).limit(limit);
      // Skipped rows are sorted by id alone, without the rest of their columns.
      const ids = spread && by ? merged(db, table, { ...criteria, by }, spread, now) : sorted(rows().select('id'));
      const reached = ids.limit(limit).offset(skip).as('reached');
      return sorted(there.where('id', 'in', db.selectFrom(reached).select('id')).selectAll());
    },
    count: () => cachedCount(db, table, where, scope, now) ?? filtered().select(sql<number>`count(*)`.as('total')),
    /** How many rows there are in all, where that decides between walking and gathering; else null. */
    everything: () => (!by && mayWalk(table, criteria) ? cachedCount(db, table, { all: [] }, 'all', now) : null),
  };
}

/** No index of the column serves this: the engine has to take the rows in the order that is asked for. */
function unindexed(table: Table, values: readonly string[]) {
  const column = sql.ref(table.organization ?? '');
  const own = values.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`(${column} || '') in (${sql.join(values)})`;
  return table.shared === undefined ? own : sql<SqlBool>`(${own} or ${column} is null)`;
}

/** The same table without the help of an index for what a list is narrowed by. */
function hidden(table: Table): Table {
  const names = [...Object.keys(table.columns), ...Object.keys(table.derived ?? {}), 'organizationId'];
  const derived = names.map((name): [string, Derived] => [
    name,
    { kind: 'text', sql: (now) => sql`coalesce(${columnOf(table, name, now)}, null)` },
  ]);
  return { ...table, organization: null, derived: Object.fromEntries(derived) };
}

/** As SQLite has it; PostgreSQL would have what has no value as the greatest. */
const NOTHING_IS_LEAST = {
  asc: (order: OrderByItemBuilder) => order.asc().nullsFirst(),
  desc: (order: OrderByItemBuilder) => order.desc().nullsLast(),
};

/** No index has the order, not even that of ids. */
const byId = (way: Way): Way => (way.sort.length > 0 ? way : { ...way, sort: [{ attribute: 'id', direction: 'asc' }] });

function ordered<O>(
  query: SelectQueryBuilder<Tables, string, O>,
  table: Table,
  { sort, fromEnd }: Way,
  now: string,
): SelectQueryBuilder<Tables, string, O> {
  const way = (direction: 'asc' | 'desc') => (fromEnd ? (direction === 'asc' ? 'desc' : 'asc') : direction);
  let sorted = query;
  for (const { attribute, direction } of sort)
    sorted = sorted.orderBy(columnOf(table, attribute, now), (order) =>
      table.nullable?.includes(attribute) ? NOTHING_IS_LEAST[way(direction)](order) : order[way(direction)](),
    );
  // Rows with equal values follow the same direction: one index serves both directions.
  const along = sort.at(-1)?.direction ?? 'asc';
  return sort.some(({ attribute }) => attribute === 'id') ? sorted : sorted.orderBy('id', way(along));
}

/** Whether all of several organizations is asked for, of a table too long to gather it. */
const isSpread = (table: Table, { where }: Criteria, scope: 'all' | readonly string[]): scope is readonly string[] =>
  table.counted !== undefined && 'all' in where && where.all.length === 0 && scope !== 'all' && scope.length > 1;

/** The column that an index has the rows of each organization in the order of, as it is asked for; none has it of several. */
function orderOfEach(table: Table, { sort }: Criteria): string | null {
  const [first, second] = sort.map(({ attribute }) => attribute);
  const by = first ?? 'id';
  return second === undefined && table.counted?.orders.includes(by) ? by : null;
}

/** Whether an index has all rows in the order that is asked for, and the list is not narrowed along that very order. */
function mayWalk(table: Table, { sort, where }: Criteria): boolean {
  const first = sort[0]?.attribute ?? 'id';
  const isOrdered = table.counted?.orders.includes(first) ?? false;
  return isOrdered && !leavesOf(where).some(({ attribute }) => attribute === first);
}

/** As many queries as SQLite may unite. */
const UNITED = 400;

/** The ids of the rows of several organizations, in one order: the engines merge those of each along its index. */
function merged(db: AnyDb, table: Table, criteria: Way & { by: string }, scope: readonly string[], now: string) {
  const { by } = criteria;
  const columns = by === 'id' ? ['id'] : ['id', by];
  const ofOne = (id: string) => {
    const own = db
      .selectFrom(table.noun)
      .select(columns)
      .where(sql.ref(table.organization ?? ''), '=', id);
    // PostgreSQL sees an order in its index only where it is asked for there; SQLite passes over it.
    return db.selectFrom(ordered(own, table, criteria, now).as(table.noun)).select(columns);
  };
  const all = (ids: readonly string[]) => ids.map(ofOne).reduce((union, own) => union.unionAll(own));
  const groups = Array.from({ length: Math.ceil(scope.length / UNITED) }, (_, group) =>
    db.selectFrom(all(scope.slice(group * UNITED, (group + 1) * UNITED)).as(`group${group}`)).select(columns),
  );
  const united = db.selectFrom(groups.reduce((union, group) => union.unionAll(group)).as(table.noun)).select(columns);
  return ordered(united, table, criteria, now);
}

// Criteria to SQL, the same in both engines. Text: = is exact; contains, startsWith and endsWith ignore case.
import {
  sql,
  type Expression,
  type ExpressionBuilder,
  type OrderByItemBuilder,
  type SelectQueryBuilder,
  type SqlBool,
} from 'kysely';
import type { Criteria, Scalar, Term } from '#contract/criteria.ts';
import { fromEntry, type Entry, type Order } from './jump.ts';
import { ofPeople, type Sight } from './linked.ts';
import type { Db, Tables } from './store.ts';
import type { Table } from './unit.ts';

type Builder = ExpressionBuilder<Tables, string>;

/** Where the rows of a table are counted as they come and go: a column of what they belong to. */
export interface Counted {
  readonly noun: string;
  readonly column: string;
  /** Which attributes of the rows are which columns there: a list narrowed by these alone is counted there. */
  readonly by: Readonly<Record<string, string>>;
  /** The attributes that an index has the rows of each organization in the order of, and the column that it is of. */
  readonly orders: Readonly<Record<string, string>>;
}

/** A page as it is read: from the end of the list where that is nearer, and then turned round. */
export interface Way extends Criteria {
  readonly fromEnd?: true;
  /** Of a merged order: the rows before it are passed over already. */
  readonly entry?: Entry;
}

/** The page and the count of what matches, narrowed to what the one who asks may see. `now`: what derived attributes hold at. */
export function applyCriteria(db: Db, table: Table, criteria: Way, sight: Sight, now: string) {
  const scope = table.organization === null ? 'all' : sight.scope;
  const { where, limit, skip } = criteria;
  const there = db.selectFrom(table.noun);
  const filtered = () => {
    const own = narrowed(there, table.organization ?? '', scope);
    const query = table.linked?.user ? ofPeople(own, table.linked.user, sight) : own;
    return query.where((builder) => termSql(builder as Builder, table, where, now));
  };
  const passedOver = () => {
    const own = scope === 'all' ? there : there.where(unindexed(table.organization ?? '', scope));
    return own.where((builder) => termSql(builder as Builder, hidden(table), where, now));
  };
  const spread = isSpread(table, criteria, scope) ? scope : null;
  const by = spread && orderOfEach(table, criteria);
  return {
    /** Where several organizations are merged: in which order; else null. */
    merges: spread && by ? orderMerged(table, criteria, by, spread) : null,
    /** @param along whether to walk along the order and pass over what does not match, instead of gathering what does */
    page(along = false) {
      const rows = () => (along ? passedOver() : filtered());
      const sorted = <O>(query: SelectQueryBuilder<Tables, string, O>) => ordered(query, table, criteria, now);
      if (skip === 0 && !by && criteria.sort.every(({ attribute }) => attribute === 'id'))
        return sorted(rows().selectAll()).limit(limit);
      // What is skipped is sorted and passed over by its id alone, without all that stands in its row.
      const ids = spread && by ? merged(db, table, { ...criteria, by }, spread, now) : sorted(rows().select('id'));
      const reached = ids.limit(limit).offset(skip).as('reached');
      return sorted(there.where('id', 'in', db.selectFrom(reached).select('id')).selectAll());
    },
    count: () => keptCount(db, table, where, scope, now) ?? filtered().select(sql<number>`count(*)`.as('total')),
    /** How many rows there are in all, where that decides between walking and gathering; else null. */
    everything: () => (!by && mayWalk(table, criteria) ? keptCount(db, table, { all: [] }, 'all', now) : null),
    /** Among how many rows the list has to look at each, where no index holds what it asks for; else null. */
    searched: () => {
      const known = table.counted?.by ?? {};
      const parts = conjuncts(where);
      if (!isSearch(parts.filter((part) => !isCountedBy(known, part)))) return null;
      return keptCount(db, table, { all: parts.filter((part) => isCountedBy(known, part)) }, scope, now);
    },
  };
}

/** No index of the column serves this: the engine has to take the rows in the order that is asked for. */
const unindexed = (column: string, values: readonly string[]) =>
  sql<SqlBool>`(${sql.ref(column)} || '') in (${sql.join(values)})`;

/** The same table without the help of an index for what a list is narrowed by. */
function hidden(table: Table): Table {
  const names = [...Object.keys(table.columns), ...Object.keys(table.derived ?? {}), 'organizationId'];
  const derived = names.map((name) => [
    name,
    { kind: 'text', sql: (now: string) => sql`coalesce(${columnOf(table, name, now)}, null)` },
  ]);
  return { ...table, organization: null, derived: Object.fromEntries(derived) as NonNullable<Table['derived']> };
}

/** As SQLite has it; PostgreSQL would have what has no value as the greatest. */
const NOTHING_IS_LEAST = {
  asc: (order: OrderByItemBuilder) => order.asc().nullsFirst(),
  desc: (order: OrderByItemBuilder) => order.desc().nullsLast(),
};

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
  // What is alike stands in the same direction: one index serves both ways.
  const along = sort.at(-1)?.direction ?? 'asc';
  return sort.some(({ attribute }) => attribute === 'id') ? sorted : sorted.orderBy('id', way(along));
}

/** Whether all of several organizations is asked for, of a table too long to gather it. */
const isSpread = (table: Table, { where }: Criteria, scope: 'all' | readonly string[]): scope is readonly string[] =>
  table.counted !== undefined && 'all' in where && where.all.length === 0 && scope !== 'all' && scope.length > 1;

/** The column that an index has the rows of each organization in the order of, as it is asked for; none has it of several. */
function orderOfEach(table: Table, { sort }: Criteria): string | null {
  const [first, second] = sort.map(({ attribute }) => attribute);
  return second === undefined ? (table.counted?.orders[first ?? 'id'] ?? null) : null;
}

/** The terms that all have to hold. */
const conjuncts = (term: Term): Term[] => ('all' in term ? term.all.flatMap(conjuncts) : [term]);

/** Whether an index has all rows in the order that is asked for, and the list is not narrowed along that very order. */
function mayWalk(table: Table, { sort, where }: Criteria): boolean {
  const first = sort[0]?.attribute ?? 'id';
  return Object.hasOwn(table.counted?.orders ?? {}, first) && !attributesOf(where).includes(first);
}

const SEARCHES = new Set<string>(['contains', 'startsWith', 'endsWith', '!=', 'nin']);

const searches = (term: Term): boolean => {
  if ('all' in term) return term.all.some(searches);
  if ('any' in term) return term.any.some(searches);
  return SEARCHES.has(term.operator);
};

const attributesOf = (term: Term): string[] => {
  if ('all' in term) return term.all.flatMap(attributesOf);
  return 'any' in term ? term.any.flatMap(attributesOf) : [term.attribute];
};

/** Whether it names values among many; nothing at all is what many rows have in common. */
const isSelective = (term: Term): boolean => {
  if ('all' in term) return term.all.some(isSelective);
  if ('any' in term) return term.any.every(isSelective);
  return ['=', 'in'].includes(term.operator) && [term.value].flat().every(Boolean);
};

/** Whether no one index holds what all of these ask for. */
const isSearch = (parts: readonly Term[]): boolean =>
  !parts.some(isSelective) && (parts.some(searches) || new Set(parts.flatMap(attributesOf)).size > 1);

/** As many queries as SQLite may unite. */
const UNITED = 400;

const descends = ({ sort, fromEnd }: Way): boolean => (sort.at(-1)?.direction ?? 'asc') === (fromEnd ? 'asc' : 'desc');

/** Null for what may be without a value: it is neither greater nor less than any. */
function orderMerged(table: Table, way: Way, by: string, scope: readonly string[]): Order | null {
  const { noun, organization, counted, nullable } = table;
  const owner = counted?.by[organization ?? ''];
  if (!counted || !organization || owner === undefined || nullable?.includes(by)) return null;
  return {
    noun,
    organization,
    scope,
    by,
    descending: descends(way),
    counted: { noun: counted.noun, column: counted.column, owner },
  };
}

/** The ids of the rows of several organizations, in one order: the engines merge those of each along its index. */
function merged(db: Db, table: Table, criteria: Way & { by: string }, scope: readonly string[], now: string) {
  const { by, sort, entry } = criteria;
  const behind = entry && fromEntry({ by, descending: descends(criteria) }, entry);
  const columns = by === 'id' ? ['id'] : ['id', by];
  const inOrder = { ...criteria, sort: sort.map((one) => ({ ...one, attribute: by })) };
  const ofOne = (id: string) => {
    const whole = db
      .selectFrom(table.noun)
      .select(columns)
      .where(sql.ref(table.organization ?? ''), '=', id);
    const own = behind ? whole.where(behind) : whole;
    // PostgreSQL sees an order in its index only where it is asked for there; SQLite passes over it.
    return db.selectFrom(ordered(own, table, inOrder, now).as(table.noun)).select(columns);
  };
  const all = (ids: readonly string[]) => ids.map(ofOne).reduce((union, own) => union.unionAll(own));
  const groups = Array.from({ length: Math.ceil(scope.length / UNITED) }, (_, group) =>
    db.selectFrom(all(scope.slice(group * UNITED, (group + 1) * UNITED)).as(`group${group}`)).select(columns),
  );
  const united = db.selectFrom(groups.reduce((union, group) => union.unionAll(group)).as(table.noun)).select(columns);
  return ordered(united, table, inOrder, now);
}

const isCountedBy = (by: Counted['by'], term: Term): boolean => {
  if ('all' in term) return term.all.every((part) => isCountedBy(by, part));
  if ('any' in term) return term.any.every((part) => isCountedBy(by, part));
  return Object.hasOwn(by, term.attribute);
};

/** The sum of what is counted already, narrowed as the list is; null where the list asks for what is not counted. */
function keptCount(db: Db, table: Table, where: Term, scope: 'all' | readonly string[], now: string) {
  const { noun, column, by } = table.counted ?? { noun: '', column: '', by: {} as Counted['by'] };
  const owner = by[table.organization ?? ''];
  if (owner === undefined || !isCountedBy(by, where)) return null;
  const derived = Object.fromEntries(
    Object.entries(by).map(([attribute, its]) => [attribute, { kind: 'text' as const, sql: () => sql.ref(its) }]),
  );
  const there: Table = { ...table, noun, derived, organization: owner };
  return narrowed(db.selectFrom(noun), owner, scope)
    .where((builder) => termSql(builder as Builder, there, where, now))
    .select(sql<number>`coalesce(sum(${sql.ref(column)}), 0)`.as('total'));
}

/** Only the rows whose `column` names an organization of the scope; none for an empty one. */
export function narrowed<T extends string, O>(
  query: SelectQueryBuilder<Tables, T, O>,
  column: string,
  scope: 'all' | readonly string[],
): SelectQueryBuilder<Tables, T, O> {
  if (scope === 'all') return query;
  return scope.length === 0 ? query.where(sql<SqlBool>`1 = 0`) : query.where(sql.ref(column), 'in', scope);
}

function columnOf(table: Table, attribute: string, now: string): Expression<unknown> {
  if (attribute === 'organizationId' && table.organization !== null) return sql.ref(table.organization);
  return table.derived?.[attribute]?.sql(now) ?? sql.ref(attribute);
}

function termSql(builder: Builder, table: Table, term: Term, now: string): Expression<SqlBool> {
  if ('all' in term)
    return term.all.length === 0
      ? sql<SqlBool>`1 = 1`
      : builder.and(term.all.map((part) => termSql(builder, table, part, now)));
  if ('any' in term)
    return term.any.length === 0
      ? sql<SqlBool>`1 = 0`
      : builder.or(term.any.map((part) => termSql(builder, table, part, now)));
  const through = table.derived?.[term.attribute]?.through;
  if (!through) return holds(builder, columnOf(table, term.attribute, now), term);
  const theirs = holds(builder, sql.ref(`${through.noun}.${through.column}`), term);
  return sql<SqlBool>`${sql.ref(through.by)} in (select id from ${sql.table(through.noun)} where ${theirs})`;
}

function holds(
  builder: Builder,
  column: Expression<unknown>,
  { operator, value }: Extract<Term, { attribute: string }>,
): Expression<SqlBool> {
  if (operator === 'in' || operator === 'nin') return listSql(column, operator, value as Scalar[]);
  const operand = plain(value as Scalar);
  if (operand === null) return operator === '=' ? sql<SqlBool>`${column} is null` : sql<SqlBool>`${column} is not null`;
  if (operator === '!=') return sql<SqlBool>`(${column} <> ${typed(operand)} or ${column} is null)`;
  if (operator === 'contains' || operator === 'startsWith' || operator === 'endsWith') {
    const likes = spellings(String(operand)).map((text) => {
      const escaped = text.replace(/[\\%_]/g, (char) => `\\${char}`);
      const like = `${operator === 'startsWith' ? '' : '%'}${escaped}${operator === 'endsWith' ? '' : '%'}`;
      return sql<SqlBool>`lower(${column}) like ${like} escape '\\'`;
    });
    return builder.or(likes);
  }
  return sql<SqlBool>`${column} ${sql.raw(operator)} ${typed(operand)}`;
}

const asciiLower = (text: string): string => text.replace(/[A-Z]/g, (char) => char.toLowerCase());

/** `lower` of SQLite, and of PostgreSQL by its locale, knows ASCII only: the other letters are looked for as they may stand. */
const spellings = (text: string): string[] => [
  ...new Set([text.toLowerCase(), asciiLower(text), asciiLower(text.toUpperCase())]),
];

/** A number as a number: PostgreSQL would else read it by the column's type, and fail on a fraction or one too large. */
const typed = (value: string | number) => (typeof value === 'number' ? sql`cast(${value} as numeric)` : sql`${value}`);

function listSql(column: Expression<unknown>, operator: 'in' | 'nin', values: Scalar[]): Expression<SqlBool> {
  const found = values.map(plain).filter((value) => value !== null);
  const withNull = found.length < values.length;
  const isIn = found.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`${column} in (${sql.join(found.map(typed))})`;
  const matches = withNull ? sql<SqlBool>`(${isIn} or ${column} is null)` : isIn;
  return operator === 'in' ? matches : sql<SqlBool>`not coalesce(${matches}, ${sql<SqlBool>`1 = 0`})`;
}

const plain = (value: Scalar): string | number | null => (typeof value === 'boolean' ? (value ? 1 : 0) : value);

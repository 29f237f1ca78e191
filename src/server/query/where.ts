// One term of a list's criteria as SQL, the same in both engines. Text: = is exact; contains, startsWith and endsWith ignore case.
import { sql, type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';
import type { Scalar, Term } from '#contract/criteria.ts';
import type { Tables } from '#server/db/engine.ts';
import type { Table } from '#server/pipeline/table.ts';
import { onlyVisibleUsers, type Viewer } from './user-visibility.ts';

/** Expressions over a table that is known only at run time. */
export type Builder = ExpressionBuilder<Tables, string>;

/** Only the rows whose `column` names an organization of the scope, and where asked for those of no organization. */
export function narrowed<T extends string, O>(
  query: SelectQueryBuilder<Tables, T, O>,
  column: string,
  scope: 'all' | readonly string[],
  withShared = false,
): SelectQueryBuilder<Tables, T, O> {
  if (scope === 'all') return query;
  if (withShared) {
    const own = scope.length === 0 ? sql`1 = 0` : sql`${sql.ref(column)} in (${sql.join(scope)})`;
    return query.where(sql<SqlBool>`(${sql.ref(column)} is null or ${own})`);
  }
  return scope.length === 0 ? query.where(sql<SqlBool>`1 = 0`) : query.where(sql.ref(column), 'in', scope);
}

/** Only the rows of the table that the viewer sees: of the organizations in the scope, shared, or of people who can be seen. */
export function onlyVisible<O>(
  query: SelectQueryBuilder<Tables, string, O>,
  { noun, organization, shared, linked }: Table,
  viewer: Viewer,
): SelectQueryBuilder<Tables, string, O> {
  const scope = organization === null ? 'all' : viewer.scope;
  const own = narrowed(query, `${noun}.${organization}`, scope, shared !== undefined);
  return linked?.user ? onlyVisibleUsers(own, `${noun}.${linked.user}`, viewer) : own;
}

/** Returns the SQL of an attribute: its column, or the expression of a derived one at that instant. */
export function columnOf(table: Table, attribute: string, now: string): Expression<unknown> {
  if (attribute === 'organizationId' && table.organization !== null) return sql.ref(table.organization);
  return table.derived?.[attribute]?.sql(now) ?? sql.ref(attribute);
}

/** Returns the condition for a term and everything inside it. `now`: the instant of derived attributes. */
export function termSql(builder: Builder, table: Table, term: Term, now: string): Expression<SqlBool> {
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
  // Only `in` and `nin` have a list.
  if (Array.isArray(value)) return listSql(column, operator === 'nin' ? 'nin' : 'in', value);
  const operand = plain(value);
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

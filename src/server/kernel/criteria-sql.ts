// Criteria to SQL, the same in both engines. Text: = is exact; contains, startsWith and endsWith ignore case.
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { Criteria, Scalar, Term } from '#contract/criteria.ts';
import type { Db, Tables } from './store.ts';
import type { Table } from './unit.ts';

type Builder = ExpressionBuilder<Tables, string>;

/** The page and the count of what matches, narrowed to the organizations in `scope`. */
export function applyCriteria(db: Db, table: Table, criteria: Criteria, scope: 'all' | readonly string[]) {
  const filtered = () => {
    let query = db.selectFrom(table.noun);
    if (scope !== 'all' && table.organization !== null) {
      query = scope.length === 0 ? query.where(sql<SqlBool>`1 = 0`) : query.where(table.organization, 'in', scope);
    }
    return query.where((builder) => termSql(builder as Builder, table, criteria.where));
  };
  return {
    page() {
      let query = filtered().selectAll();
      for (const { attribute, direction } of criteria.sort) query = query.orderBy(attribute, direction);
      if (!criteria.sort.some(({ attribute }) => attribute === 'id')) query = query.orderBy('id');
      return query.limit(criteria.limit).offset(criteria.skip);
    },
    count: () => filtered().select(sql<number>`count(*)`.as('total')),
  };
}

function termSql(builder: Builder, table: Table, term: Term): Expression<SqlBool> {
  if ('all' in term)
    return term.all.length === 0
      ? sql<SqlBool>`1 = 1`
      : builder.and(term.all.map((part) => termSql(builder, table, part)));
  if ('any' in term)
    return term.any.length === 0
      ? sql<SqlBool>`1 = 0`
      : builder.or(term.any.map((part) => termSql(builder, table, part)));
  const { attribute, operator, value } = term;
  const column = sql.ref(attribute);
  if (operator === 'in' || operator === 'nin') return listSql(column, operator, value as Scalar[]);
  const operand = plain(value as Scalar);
  if (operand === null) return operator === '=' ? sql<SqlBool>`${column} is null` : sql<SqlBool>`${column} is not null`;
  if (operator === '!=') return sql<SqlBool>`(${column} <> ${operand} or ${column} is null)`;
  if (operator === 'contains' || operator === 'startsWith' || operator === 'endsWith') {
    const escaped = String(operand)
      .toLowerCase()
      .replace(/[\\%_]/g, (char) => `\\${char}`);
    const like = `${operator === 'startsWith' ? '' : '%'}${escaped}${operator === 'endsWith' ? '' : '%'}`;
    return sql<SqlBool>`lower(${column}) like ${like} escape '\\'`;
  }
  return sql<SqlBool>`${column} ${sql.raw(operator)} ${operand}`;
}

function listSql(column: Expression<unknown>, operator: 'in' | 'nin', values: Scalar[]): Expression<SqlBool> {
  const found = values.filter((value) => value !== null).map(plain);
  const withNull = found.length < values.length;
  const isIn = found.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`${column} in (${sql.join(found)})`;
  const matches = withNull ? sql<SqlBool>`(${isIn} or ${column} is null)` : isIn;
  return operator === 'in' ? matches : sql<SqlBool>`not coalesce(${matches}, ${sql<SqlBool>`1 = 0`})`;
}

const plain = (value: Scalar): string | number | null => (typeof value === 'boolean' ? (value ? 1 : 0) : value);

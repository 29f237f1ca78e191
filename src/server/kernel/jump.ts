// A page deep in what several organizations have, in one order. What is passed over is counted along the index of each,
// which takes a tenth of the time of merging it; only what is left then is merged.
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from './store.ts';

/** The merged rows of some organizations, as a list has them. */
export interface Order {
  readonly noun: string;
  /** The column that names the organization. */
  readonly organization: string;
  readonly scope: readonly string[];
  /** The column that is sorted by, never null; rows with the same value stand by their id. */
  readonly by: string;
  readonly descending: boolean;
  /** Where the number of rows of each organization is kept. */
  readonly counted: { noun: string; column: string; owner: string };
}

/** A row of the order: the first that is merged. */
export interface Entry {
  readonly value: unknown;
  readonly id: string;
}

/** So many are merged as quickly as they are counted. */
const FEW = 1000;
/** Names that begin with their organization's lie in heaps: then each look halves what is left, no more. */
const ROUNDS = 12;

type Along = Pick<Order, 'by' | 'descending'>;
const before = ({ descending }: Along) => sql.raw(descending ? '>' : '<');
const after = ({ descending }: Along) => sql.raw(descending ? '<=' : '>=');

/** The rows from this one on, itself among them. */
export const fromEntry = (order: Along, { value, id }: Entry) =>
  order.by === 'id'
    ? sql<SqlBool>`${sql.ref('id')} ${after(order)} ${id}`
    : sql<SqlBool>`(${sql.ref(order.by)}, ${sql.ref('id')}) ${after(order)} (${value}, ${id})`;

/** Rows of each organization. */
type Rows = ReadonlyMap<string, number>;

/** Where a row stands: how much of each organization has a lesser value, and the same value but a lesser id. */
interface Mark {
  less: Rows;
  ties: Rows;
  entry: Entry | null;
}

const of = (rows: Rows, organization: string): number => rows.get(organization) ?? 0;
const sum = (rows: Rows): number => [...rows.values()].reduce((all, one) => all + one, 0);
const added = (one: Rows, other: Rows): Rows =>
  new Map([...new Set([...one.keys(), ...other.keys()])].map((key) => [key, of(one, key) + of(other, key)]));
const passedBy = ({ less, ties }: Mark): Rows => added(less, ties);

async function sizesOf(db: Db, { scope, counted: { noun, column, owner } }: Order): Promise<Rows> {
  const rows = await db
    .selectFrom(noun)
    .select([sql.ref(owner).as('owner'), sql<number>`sum(${sql.ref(column)})`.as('total')])
    .where(sql.ref(owner), 'in', scope)
    .groupBy(sql.ref(owner))
    .execute();
  return new Map(rows.map((row) => [String(row['owner']), Number(row['total'])]));
}

/** The row of one organization that stands so many behind the mark. */
async function rowBehind(db: Db, order: Order, organization: string, mark: Mark, rows: number): Promise<Entry | null> {
  const direction = order.descending ? 'desc' : 'asc';
  let query = db
    .selectFrom(order.noun)
    .select(['id', sql.ref(order.by).as('value')])
    .where(sql.ref(order.organization), '=', organization);
  if (mark.entry) query = query.where(fromEntry(order, mark.entry));
  const row = await query
    .orderBy(order.by, direction)
    .orderBy('id', direction)
    .limit(1)
    .offset(rows)
    .executeTakeFirst();
  return row ? { value: row['value'], id: String(row['id']) } : null;
}

/** Where a row stands among all, counted from a mark before it. */
async function markOf(db: Db, order: Order, known: Mark, entry: Entry): Promise<Mark> {
  const { by, noun, organization, scope } = order;
  const numbers = async (...conditions: RawBuilder<SqlBool>[]): Promise<Rows> => {
    const owner = sql.ref(organization);
    let query = db
      .selectFrom(noun)
      .select([owner.as('owner'), sql<number>`count(*)`.as('total')])
      .where(owner, 'in', scope);
    for (const condition of conditions) query = query.where(condition);
    const rows = await query.groupBy(owner).execute();
    return new Map(rows.map((row) => [String(row['owner']), Number(row['total'])]));
  };
  const value = sql.ref(by);
  const since = known.entry ? [sql<SqlBool>`${value} ${after(order)} ${known.entry.value}`] : [];
  const lesser = await numbers(sql<SqlBool>`${value} ${before(order)} ${entry.value}`, ...since);
  const same = [sql<SqlBool>`${value} = ${entry.value}`, sql<SqlBool>`${sql.ref('id')} ${before(order)} ${entry.id}`];
  return { less: added(known.less, lesser), ties: by === 'id' ? new Map() : await numbers(...same), entry };
}

/** Where to enter the order so that few of the rows that are skipped are merged, and how many these are; null where none is found. */
export async function jump(db: Db, order: Order, skip: number): Promise<{ entry: Entry; skip: number } | null> {
  if (skip <= FEW) return null;
  let low: Mark = { less: new Map(), ties: new Map(), entry: null };
  let far = await sizesOf(db, order);
  for (let round = 0; round < ROUNDS; round += 1) {
    const near = passedBy(low);
    const left = skip - sum(near);
    if (left <= FEW) break;
    // Of whom the most lies between is looked into, a little short of the place: who jumps too far has counted for nothing.
    const between = (one: string) => of(far, one) - of(near, one);
    const most = [...far.keys()].reduce((best, one) => (between(one) > between(best) ? one : best), '');
    const share = (left - Math.max(FEW / 2, left / 50)) / (sum(far) - sum(near));
    const rows = Math.max(1, Math.floor(between(most) * share));
    if (rows >= between(most)) break;
    const entry = await rowBehind(db, order, most, low, rows);
    if (!entry) break;
    const mark = await markOf(db, order, low, entry);
    if (sum(passedBy(mark)) <= skip) low = mark;
    else far = passedBy(mark);
  }
  return low.entry && { entry: low.entry, skip: skip - sum(passedBy(low)) };
}

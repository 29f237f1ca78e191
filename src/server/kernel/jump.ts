// A page deep in what several organizations have, in one order. What is passed over is counted along the index of each,
// which takes a tenth of the time of merging it; only what is left then is merged.
import { sql, type SqlBool } from 'kysely';
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
const ROUNDS = 5;

type Along = Pick<Order, 'by' | 'descending'>;
const before = ({ descending }: Along) => sql.raw(descending ? '>' : '<');
const after = ({ descending }: Along) => sql.raw(descending ? '<=' : '>=');

/** The rows from this one on, itself among them. */
export const fromEntry = (order: Along, { value, id }: Entry) =>
  order.by === 'id'
    ? sql<SqlBool>`${sql.ref('id')} ${after(order)} ${id}`
    : sql<SqlBool>`(${sql.ref(order.by)}, ${sql.ref('id')}) ${after(order)} (${value}, ${id})`;

/** How far it is known: `at` among the rows of the largest organization, and how many of all have a lesser value, and the same but a lesser id. */
interface Mark {
  at: number;
  less: number;
  ties: number;
  entry: Entry | null;
}

const passedBy = ({ less, ties }: Mark): number => less + ties;

async function sizesOf(db: Db, { scope, counted: { noun, column, owner } }: Order): Promise<[string, number][]> {
  const rows = await db
    .selectFrom(noun)
    .select([sql.ref(owner).as('owner'), sql<number>`sum(${sql.ref(column)})`.as('total')])
    .where(sql.ref(owner), 'in', scope)
    .groupBy(sql.ref(owner))
    .execute();
  return rows.map((row) => [String(row['owner']), Number(row['total'])]);
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
async function markOf(db: Db, order: Order, known: Mark, at: number, entry: Entry): Promise<Mark> {
  const { by, noun, organization, scope } = order;
  const own = () =>
    db
      .selectFrom(noun)
      .select(sql<number>`count(*)`.as('total'))
      .where(sql.ref(organization), 'in', scope);
  const number = async (query: ReturnType<typeof own>) => Number((await query.executeTakeFirst())?.['total'] ?? 0);
  let lesser = own().where(sql<SqlBool>`${sql.ref(by)} ${before(order)} ${entry.value}`);
  if (known.entry) lesser = lesser.where(sql<SqlBool>`${sql.ref(by)} ${after(order)} ${known.entry.value}`);
  const same = own()
    .where(sql.ref(by), '=', entry.value)
    .where(sql<SqlBool>`${sql.ref('id')} ${before(order)} ${entry.id}`);
  return { at, less: known.less + (await number(lesser)), ties: by === 'id' ? 0 : await number(same), entry };
}

/** Where to enter the order so that few of the rows that are skipped are merged, and how many these are; null where none is found. */
export async function jump(db: Db, order: Order, skip: number): Promise<{ entry: Entry; skip: number } | null> {
  if (skip <= FEW) return null;
  const sizes = await sizesOf(db, order);
  const [largest, rows] = sizes.reduce((most, one) => (one[1] > most[1] ? one : most), ['', 0]);
  let low: Mark = { at: 0, less: 0, ties: 0, entry: null };
  let high = { at: rows, passed: sizes.reduce((sum, [, size]) => sum + size, 0) };
  for (let round = 0; round < ROUNDS && skip - passedBy(low) > FEW; round += 1) {
    const left = skip - passedBy(low);
    // A little short of it: whoever jumps too far has counted for nothing.
    const share = (left - Math.max(FEW / 2, left / 50)) / (high.passed - passedBy(low));
    const at = low.at + Math.floor((high.at - low.at) * share);
    if (at <= low.at || at >= high.at) break;
    const entry = await rowBehind(db, order, largest, low, at - low.at);
    if (!entry) break;
    const mark = await markOf(db, order, low, at, entry);
    if (passedBy(mark) <= skip) low = mark;
    else high = { at, passed: passedBy(mark) };
  }
  return low.entry && { entry: low.entry, skip: skip - passedBy(low) };
}

// One page of a list and the count of what matches, read by whichever way is the shortest.
import type { Criteria } from '#contract/criteria.ts';
import { SORTED, assertBudget, assertSortable, rangeOfFew } from './budget.ts';
import { applyCriteria, type Way } from './list.ts';
import { isRange } from './indexed.ts';
import type { Viewer } from './user-visibility.ts';
import type { AnyDb, Row } from '#server/db/engine.ts';
import type { Table } from '#server/pipeline/table.ts';

/** The shorter way to the page of a list of so many rows; null where it lies behind the end of it. */
function wayTo(criteria: Criteria, total: number): Way | null {
  const { skip, limit } = criteria;
  const rows = Math.min(limit, total - skip);
  if (rows <= 0) return null;
  const behind = total - skip - rows;
  return behind < skip ? { ...criteria, limit: rows, skip: behind, fromEnd: true } : criteria;
}

/** Whether the page is reached sooner along the order than by gathering all that matches, were it spread evenly. */
const isSooner = ({ limit, skip }: Criteria, own: number, all: number): boolean =>
  own > 0 && ((skip + limit) * all) / own < own / 4;

/** Rows as they are stored, and how many match in all; narrowed to what `sight` may see. */
export async function readPage(
  db: AnyDb,
  table: Table,
  criteria: Criteria,
  sight: Viewer,
  now: string,
): Promise<{ rows: Row[]; total: number }> {
  const counted = await assertBudget(db, table, criteria, sight, now);
  const byRange = isRange(table, criteria.where);
  const reachedBy = counted === null && byRange ? await rangeOfFew(db, table, criteria.where, sight, now) : counted;
  const reading = (way: Way) => applyCriteria(db, table, { ...way, reachedBy }, sight, now);
  const numberOf = async (counted: ReturnType<ReturnType<typeof reading>['count']>) =>
    (await counted.executeTakeFirst())?.total ?? 0;
  const total = await numberOf(reading(criteria).count());
  assertSortable(table, criteria, sight, total);
  const rowsBy = async (way: Way | null): Promise<Row[]> => {
    if (!way || way.limit === 0) return [];
    const query = reading(way);
    const everything = query.everything();
    // Were all of them its own, it is reached no sooner than that.
    const along =
      everything !== null && isSooner(way, total, total) && isSooner(way, total, await numberOf(everything));
    const gathered = total <= SORTED && byRange && reachedBy !== null;
    const rows = await query.page(along ? 'along' : gathered ? 'gathered' : 'planned').execute();
    return way.fromEnd ? rows.toReversed() : rows;
  };
  return { rows: await rowsBy(wayTo(criteria, total)), total };
}

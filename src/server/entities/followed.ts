// What systems follow (schedules, retentions): each record says how many do, and none that is followed goes.
import { sql } from 'kysely';
import { Refusal } from '#server/kernel/refusal.ts';
import type { Row } from '#server/kernel/store.ts';
import type { Unit } from '#server/kernel/unit.ts';

type Followed = 'schedule' | 'retention';

/** The rows, each with its number of systems. */
export async function withFollowers(unit: Unit, noun: Followed, rows: readonly Row[]): Promise<Row[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row['id']);
  const counts = await unit.db
    .selectFrom('system')
    .select([noun, sql<number>`count(*)`.as('total')])
    .where(noun, 'in', ids)
    .groupBy(noun)
    .execute();
  const byId = new Map(counts.map((count) => [String(count[noun]), Number(count['total'])]));
  return rows.map((row) => ({ ...row, systems: byId.get(String(row['id'])) ?? 0 }));
}

/** @throws Refusal E_IN_USE */
export async function assertUnfollowed(unit: Unit, noun: Followed, id: string): Promise<void> {
  const systems = await unit.countWhere('system', noun, id);
  if (systems > 0)
    throw new Refusal(
      'E_IN_USE',
      `This ${noun} is used by ${systems} ${systems === 1 ? 'system' : 'systems'}. Assign another ${noun} there first.`,
    );
}

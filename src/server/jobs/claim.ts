// Shared parts of the jobs: the next moment that a column holds, and claims of which only one of several servers
// succeeds.
import { shifted } from '#contract/time/calendar.ts';
import type {
  AnyDb,
  Noun,
  RecordTables,
  SelectQueryBuilder,
  Tables,
  UnrecordedTables,
  Updateable,
} from '#server/db/engine.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { JobContext } from './context.ts';
import type { Job } from './scheduler.ts';

/** For a job: the earliest value of an indexed column of instants. */
export const nearestIn =
  <N extends Noun>({ read }: JobContext, noun: N, column: keyof RecordTables[N] & string): Job['nearest'] =>
  () =>
    read(async (unit) => {
      const all: SelectQueryBuilder<Tables, string, Record<never, never>> = unit.select(noun);
      const waiting = all.where(column, 'is not', null).orderBy(column).limit(1);
      const first = await waiting.select(({ ref }) => ref(column).$castTo<string>().as('at')).executeTakeFirst();
      return first?.at ?? null;
    });

/**
 * For a job: what lies further ahead than it is ever set was set by a clock that was wrong; it is due now.
 *
 * @param clamp makes due now what is due after `latest`
 */
export const clampFutureDates =
  (
    { write }: JobContext,
    clamp: (unit: Unit, latest: string) => Promise<unknown>,
    longestMs: number,
  ): (() => Promise<void>) =>
  () =>
    write(async (unit) => void (await clamp(unit, shifted(unit.now, longestMs))));

/** Sets `values` on a row whose `column` still is what was read of it; false where another was first. */
export async function tryClaim<N extends Noun, C extends keyof RecordTables[N] & string>(
  unit: Unit,
  noun: N,
  column: C,
  row: { id: string } & Record<C, string | null>,
  values: Updateable<UnrecordedTables[N]>,
): Promise<boolean> {
  const db: Pick<AnyDb, 'updateTable'> = unit.unrecorded;
  const claim = db.updateTable<string>(noun).set(values).where('id', '=', row.id);
  const same = claim.where<string, unknown>(column, '=', row[column]);
  return Number((await same.executeTakeFirst()).numUpdatedRows) === 1;
}

/** A job that works at the start, so long after each time it did, and when the clock was set back. */
export function every(milliseconds: number, now: () => string, name: string, work: () => Promise<number>): Job {
  let nextAt = '';
  return {
    name,
    nearest: () => Promise.resolve(nextAt === '' ? now() : nextAt),
    clockSet() {
      nextAt = '';
      return Promise.resolve();
    },
    async run() {
      if (now() < nextAt) return 0;
      const done = await work();
      nextAt = shifted(now(), milliseconds);
      return done;
    },
  };
}

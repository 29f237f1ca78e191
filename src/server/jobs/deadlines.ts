// Deadlines of systems: what is past its moment is claimed by compare-and-set, evaluated, and its alarm raised.
import { clockSetBack, datedAhead, evaluate } from '#server/entities/system/health.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { tryClaim, nearestIn } from './claim.ts';
import type { JobContext } from './context.ts';
import type { Job } from './scheduler.ts';
import type { RowOf } from '#server/db/engine.ts';

const SLICE = 100;

/** `raising`: what goes on of a slice of systems that came due together, or null. */
export interface DeadlineJob extends Job {
  raising(): Promise<unknown> | null;
}

/** The health of a system changes one millisecond after its `nextMoment`. */
export function deadlineJob(jobContext: JobContext): DeadlineJob {
  const { services, read, write } = jobContext;
  const due = () =>
    read((unit) =>
      unit
        .select('system')
        .select(['id', 'nextMoment'])
        .where('nextMoment', '<', services.now())
        .orderBy('nextMoment')
        .limit(SLICE)
        .execute(),
    );
  const claim = (row: Pick<RowOf<'system'>, 'id' | 'nextMoment'>) =>
    write(async (unit) => {
      if (!(await tryClaim(unit, 'system', 'nextMoment', row, { nextMoment: null }))) return;
      const system = await unit.find('system', row.id);
      if (system) await evaluate(unit, services, system);
    });
  /** Closes alarms that a wrong clock raised: their deadlines lie ahead by the clock of now. */
  const closeEarly = async () => {
    let last = '';
    for (let some = SLICE; some === SLICE;) {
      const slice = await read((unit) => findEarly(unit, last));
      for (const id of slice)
        await write(async (unit) => {
          const system = await unit.find('system', id);
          if (system) await evaluate(unit, services, system);
        });
      some = slice.length;
      last = slice.at(-1) ?? '';
    }
  };
  let raising: Promise<unknown> | null = null;
  return {
    name: 'deadlines',
    raising: () => raising,
    nearest: nearestIn(jobContext, 'system', 'nextMoment'),
    async clockSet() {
      for (const id of await read(datedAhead))
        await write(async (unit) => {
          const system = await unit.find('system', id);
          if (system) await clockSetBack(unit, services, system);
        });
      await closeEarly();
    },
    async run() {
      let done = 0;
      for (let slice = await due(); slice.length > 0; slice = await due()) {
        raising = Promise.all(slice.map(claim)).finally(() => (raising = null));
        await raising;
        done += slice.length;
      }
      return done;
    },
  };
}

/** Returns the next ids of systems with an alarm and a deadline that has not passed. */
async function findEarly({ db, now }: Unit, after: string): Promise<string[]> {
  const rows = await db
    .selectFrom('system')
    .select('id')
    .where('alarmed', '=', 1)
    .where('id', '>', after)
    .where(({ or, eb }) => or([eb('alarmAt', '>=', now), eb('dueAt', '>=', now)]))
    .orderBy('id')
    .limit(SLICE)
    .execute();
  return rows.map(({ id }) => id);
}

// Deadlines of systems: what is past its moment is claimed by compare-and-set, evaluated, and its alarm raised.
import { clockSetBack, datedAhead, evaluate } from '#server/entities/system/health.ts';
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
      await evaluate(unit, services, await unit.need('system', row.id));
    });
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

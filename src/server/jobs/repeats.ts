// Rings people again every half hour while alarms wait after their escalation. One row and one deadline for each person.
import { repeatFor } from '#server/entities/alarm/repeat.ts';
import { tryClaim, nearestIn, clampFutureDates } from './claim.ts';
import type { JobContext } from './context.ts';
import type { Job } from './scheduler.ts';

/** The next day shift begins within a day. */
const LONGEST_MS = 26 * 3_600_000;
const PAGE = 100;

export function repeatJob(jobContext: JobContext): Job {
  const { services, read, write } = jobContext;
  return {
    name: 'repeats',
    nearest: nearestIn(jobContext, 'repeat', 'nextAt'),
    clockSet: clampFutureDates(jobContext, 'repeat', LONGEST_MS),
    async run() {
      const due = await read(({ db, now }) =>
        db.selectFrom('repeat').selectAll().where('nextAt', '<=', now).orderBy('nextAt').limit(PAGE).execute(),
      );
      for (const row of due)
        await write(async (unit) => {
          if (await tryClaim(unit, 'repeat', 'nextAt', row, { updatedAt: unit.now }))
            await repeatFor(unit, services, row);
        });
      return due.length;
    },
  };
}

// Rings people again every half hour while alarms wait after their escalation. One row and one deadline for each person.
import { repeatFor } from '#server/entities/alarm/repeat.ts';
import { claimRepeat, clampRepeats, dueRepeats, nextRepeatAt } from '#server/entities/alarm/repeat-repository.ts';
import { clampFutureDates } from './claim.ts';
import type { JobContext } from './context.ts';
import type { Job } from './scheduler.ts';

/** The next day shift begins within a day. */
const LONGEST_MS = 26 * 3_600_000;
const PAGE = 100;

export function repeatJob(jobContext: JobContext): Job {
  const { services, read, write } = jobContext;
  return {
    name: 'repeats',
    nearest: () => read((unit) => nextRepeatAt(unit)),
    clockSet: clampFutureDates(jobContext, clampRepeats, LONGEST_MS),
    async run() {
      const due = await read((unit) => dueRepeats(unit, PAGE));
      for (const row of due)
        await write(async (unit) => {
          if (await claimRepeat(unit, row)) await repeatFor(unit, services, row);
        });
      return due.length;
    },
  };
}

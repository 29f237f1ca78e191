// The deadlines of open alarms: reminder, escalation, end of a snooze, and the lapse of an acknowledgement.
import { advanceHeld } from '#server/entities/alarm/acknowledged.ts';
import { REPEAT_MINUTES } from '#server/entities/alarm/repeat.ts';
import { advanceWaiting } from '#server/entities/alarm/escalation.ts';
import type { NotNull, RowOf } from '#server/db/engine.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { tryClaim, nearestIn, clampFutureDates } from './claim.ts';
import type { JobContext } from './context.ts';
import type { Job } from './scheduler.ts';

interface Due {
  id: RowOf<'alarm'>['id'];
  nextAt: string;
}

/** Makes due now what is due after `latest`. A snooze lasts as long as a person chose. */
export const clampAlarms = (unit: Unit, latest: string) =>
  unit.unrecorded
    .updateTable('alarm')
    .set({ nextAt: unit.now })
    .where('nextAt', '>', latest)
    .where('snoozedUntil', 'is', null)
    .execute();

export function reminderJob(jobContext: JobContext): Job {
  const { services, read, write } = jobContext;
  const { remindAfterMinutes, escalateAfterMinutes, lapseAfterHours } = services;
  const longest = Math.max(remindAfterMinutes, escalateAfterMinutes, REPEAT_MINUTES, lapseAfterHours * 60);
  const advance = async (unit: Unit, row: Due): Promise<void> => {
    if (!(await tryClaim(unit, 'alarm', 'nextAt', row, { nextAt: null }))) return;
    const alarm = await unit.find('alarm', row.id);
    if (!alarm || alarm.resolvedAt) return;
    if (alarm.acknowledgedAt === null) await advanceWaiting(unit, services, alarm);
    else await advanceHeld(unit, services, alarm, row.nextAt);
  };
  /** In one commit, so that they leave as one; where one of them is broken, each by itself. In the order of ids, see lockRows. */
  const advanceAll = (rows: readonly Due[]) =>
    write(async (unit) => {
      for (const row of rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))) await advance(unit, row);
    }).catch(() => Promise.all(rows.map((row) => write((unit) => advance(unit, row)))));
  return {
    name: 'reminders',
    nearest: nearestIn(jobContext, 'alarm', 'nextAt'),
    clockSet: clampFutureDates(jobContext, clampAlarms, longest * 60_000),
    async run() {
      const due = await read((unit) =>
        unit
          .select('alarm')
          .select(['id', 'nextAt'])
          .where('nextAt', '<=', services.now())
          .$narrowType<{ nextAt: NotNull }>()
          .orderBy('nextAt')
          .limit(200)
          .execute(),
      );
      if (due.length > 0) await advanceAll(due);
      return due.length;
    },
  };
}

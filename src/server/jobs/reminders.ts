// Alarms that nobody took: told again, then escalated to everyone who may act, and on and on while nobody could be told.
// Stopped only by a person or by the cause going.
import { tellAgain } from '#server/entities/alarm-raise.ts';
import type { Row } from '#server/kernel/store.ts';
import type { Unit } from '#server/kernel/unit.ts';
import { claims, nearestIn, withinReach } from './due.ts';
import type { House } from './house-keeper.ts';
import type { Source } from './scheduler.ts';

export function reminderSource(house: House): Source {
  const { services, read, write } = house;
  const longest = Math.max(services.remindAfterMinutes, services.escalateAfterMinutes);
  const advance = async (unit: Unit, row: Row): Promise<void> => {
    if (!(await claims(unit, 'alarm', 'nextAt', row, { nextAt: null }))) return;
    const alarm = await unit.find('alarm', String(row['id']));
    if (!alarm || alarm['resolvedAt'] || alarm['acknowledgedAt']) return;
    await tellAgain(unit, services, alarm);
  };
  /** In one commit, so that they leave as one; where one of them is broken, each by itself. */
  const advanceAll = (rows: Row[]) =>
    write(async (unit) => {
      for (const row of rows) await advance(unit, row);
    }).catch(() => Promise.all(rows.map((row) => write((unit) => advance(unit, row)))));
  return {
    name: 'reminders',
    nearest: nearestIn(house, 'alarm', 'nextAt'),
    clockSet: withinReach(house, 'alarm', longest * 60_000),
    async run() {
      const due = await read((unit) =>
        unit.db
          .selectFrom('alarm')
          .select(['id', 'nextAt'])
          .where('nextAt', '<=', services.now())
          .orderBy('nextAt')
          .limit(200)
          .execute(),
      );
      if (due.length > 0) await advanceAll(due);
      return due.length;
    },
  };
}

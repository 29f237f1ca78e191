// Alarms that nobody took: told again, then escalated to everyone who may act. Stopped only by a person or by the cause going.
import { later, tell } from '#server/entities/alarm-raise.ts';
import type { Row } from '#server/kernel/store.ts';
import { claims, nearestIn } from './due.ts';
import type { House } from './house-keeper.ts';
import type { Source } from './scheduler.ts';

export function reminderSource(house: House): Source {
  const { services, read, write } = house;
  const advance = (row: Row) =>
    write(async (unit) => {
      if (!(await claims(unit, 'alarm', 'nextAt', row, { nextAt: null }))) return;
      const alarm = await unit.find('alarm', String(row['id']));
      if (!alarm || alarm['resolvedAt'] || alarm['acknowledgedAt']) return;
      const stage = Number(alarm['stage']);
      const escalates = stage >= 1;
      const wait = services.escalateAfterMinutes - services.remindAfterMinutes;
      const nextAt = escalates ? null : later(unit.now, Math.max(1, wait));
      const next = await unit.updateRow('alarm', alarm, { stage: stage + 1, snoozedUntil: null, nextAt });
      await tell(unit, services, next, escalates ? 'escalated' : 'reminder', escalates ? 'everyone' : 'shift');
    });
  return {
    name: 'reminders',
    nearest: nearestIn(house, 'alarm', 'nextAt'),
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
      await Promise.all(due.map(advance));
      return due.length;
    },
  };
}

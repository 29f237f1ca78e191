// Alarms that nobody took: told again, then escalated to everyone who may act. Stopped only by a person or by the cause going.
import { later, tell } from '#server/entities/alarm-raise.ts';
import type { House } from './house-keeper.ts';
import type { Source } from './scheduler.ts';

export function reminderSource({ services, read, write }: House): Source {
  const advance = (id: string, moment: string) =>
    write(async (unit) => {
      const won = await unit.db
        .updateTable('alarm')
        .set({ nextAt: null })
        .where('id', '=', id)
        .where('nextAt', '=', moment)
        .executeTakeFirst();
      if (Number(won.numUpdatedRows) !== 1) return;
      const alarm = await unit.find('alarm', id);
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
    nearest: () =>
      read(
        async (unit) =>
          ((
            await unit.db
              .selectFrom('alarm')
              .select('nextAt')
              .where('nextAt', 'is not', null)
              .orderBy('nextAt')
              .limit(1)
              .executeTakeFirst()
          )?.['nextAt'] as string | undefined) ?? null,
      ),
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
      await Promise.all(due.map((row) => advance(String(row['id']), String(row['nextAt']))));
      return due.length;
    },
  };
}

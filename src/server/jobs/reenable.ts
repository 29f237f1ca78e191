// Pauses that end: a system or an organization becomes active by itself at its reenableTime.
import { followChange } from '#server/entities/following.ts';
import { contextOf, evaluate, settled } from '#server/entities/watching.ts';
import { nearestIn } from './due.ts';
import type { House } from './house-keeper.ts';
import type { Source } from './scheduler.ts';

export function reenableSource(noun: 'system' | 'organization', house: House): Source {
  const { services, read, write } = house;
  return {
    name: `reenable ${noun}`,
    nearest: nearestIn(house, noun, 'reenableTime'),
    async run() {
      const rows = await read((unit) =>
        unit.db
          .selectFrom(noun)
          .select(['id', 'reenableTime'])
          .where('reenableTime', '<=', services.now())
          .limit(100)
          .execute(),
      );
      for (const { id } of rows) {
        await write(async (unit) => {
          const row = await unit.find(noun, String(id));
          if (!row?.['reenableTime'] || String(row['reenableTime']) > unit.now) return;
          const values = { active: true, reenableTime: null };
          if (noun === 'organization') {
            await unit.updateRow(noun, row, values);
            await followChange(unit, services, noun, row);
          } else {
            // The days of the pause are closed as they were: nothing was due on them.
            const days = settled(row, await contextOf(unit, row), unit.now);
            await evaluate(unit, services, row, { ...values, ...days });
          }
        });
      }
      return rows.length;
    },
  };
}

// Pauses that end: a system or an organization becomes active by itself at its reenableTime.
import { evaluate } from '#server/entities/watching.ts';
import type { House } from './house-keeper.ts';
import type { Source } from './scheduler.ts';

export function reenableSource(noun: 'system' | 'organization', { services, read, write }: House): Source {
  return {
    name: `reenable ${noun}`,
    nearest: () =>
      read(
        async (unit) =>
          ((
            await unit.db
              .selectFrom(noun)
              .select('reenableTime')
              .where('reenableTime', 'is not', null)
              .orderBy('reenableTime')
              .limit(1)
              .executeTakeFirst()
          )?.['reenableTime'] as string | undefined) ?? null,
      ),
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
          const next = await unit.updateRow(noun, row, { active: true, reenableTime: null });
          const systems =
            noun === 'system'
              ? [next]
              : await unit.db.selectFrom('system').select('id').where('organization', '=', id).execute();
          for (const one of systems) {
            const system = await unit.find('system', String(one['id']));
            if (system) await evaluate(unit, services, system);
          }
        });
      }
      return rows.length;
    },
  };
}

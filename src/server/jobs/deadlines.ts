// Deadlines of systems: what is past its moment is claimed by compare-and-set, evaluated, and its alarm raised.
import { evaluate } from '#server/entities/watching.ts';
import type { House } from './house-keeper.ts';
import type { Source } from './scheduler.ts';

const SLICE = 100;

/** The health of a system changes one millisecond after its `nextMoment`. */
export function deadlineSource({ services, read, write }: House): Source {
  const due = () =>
    read((unit) =>
      unit.db
        .selectFrom('system')
        .select(['id', 'nextMoment'])
        .where('nextMoment', '<', services.now())
        .orderBy('nextMoment')
        .limit(SLICE)
        .execute(),
    );
  const claim = (id: string, moment: string) =>
    write(async (unit) => {
      const won = await unit.db
        .updateTable('system')
        .set({ nextMoment: null })
        .where('id', '=', id)
        .where('nextMoment', '=', moment)
        .executeTakeFirst();
      if (Number(won.numUpdatedRows) !== 1) return;
      const system = await unit.find('system', id);
      if (system) await evaluate(unit, services, system);
    });
  return {
    name: 'deadlines',
    nearest: () =>
      read(
        async (unit) =>
          ((
            await unit.db
              .selectFrom('system')
              .select('nextMoment')
              .where('nextMoment', 'is not', null)
              .orderBy('nextMoment')
              .limit(1)
              .executeTakeFirst()
          )?.['nextMoment'] as string | undefined) ?? null,
      ),
    async run() {
      let done = 0;
      for (let slice = await due(); slice.length > 0; slice = await due()) {
        await Promise.all(slice.map((row) => claim(String(row['id']), String(row['nextMoment']))));
        done += slice.length;
      }
      return done;
    },
  };
}

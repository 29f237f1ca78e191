// How the tests of the activity read it.
import { sql } from 'kysely';
import type { Person, World } from './world.ts';
import { allTables } from '#tests/all-tables.ts';

/** The fields of one entry: before and after, or `hidden`. */
export const changedIn = (entry: any): Record<string, unknown> =>
  Object.fromEntries(
    entry.changed.map(({ field, ...values }: any) => [field, 'after' in values ? Object.values(values) : 'hidden']),
  );

/** The entries of one record, newest first, as somebody may read them. */
export const entriesOf = async (who: Person, object: string): Promise<any[]> =>
  (await who.ask('GET', `/activity?object=${object}`)).body;

/** All entries there are. */
export const countEntries = ({ server }: World): Promise<number> =>
  server.jobContext.read(async (unit) =>
    Number(
      (
        await allTables(unit)
          .selectFrom('activity')
          .select(sql`count(*)`.as('total'))
          .executeTakeFirst()
      )?.['total'],
    ),
  );

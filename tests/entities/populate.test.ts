// How many records `populate` shows beside one record, and in a list.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases, makeWorld, type World } from '#tests/world.ts';
import { allTables } from '#tests/all-tables.ts';

describe.each(databases)('populate on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());

  test('of one record at most 1,000 are shown, in order of id; of a list at most 5,000, or it is refused', async () => {
    const { id: organization } = (await world.alice.ask('POST', '/organization', { name: 'Large' })).body;
    const ids = Array.from(
      { length: 10_001 },
      (_, index) => `01930000-0000-7000-8000-${String((index * 7919) % 100_003).padStart(12, '0')}`,
    );
    const like = await world.store.read((db) =>
      db.selectFrom('system').selectAll().where('id', '=', world.acme.system).executeTakeFirstOrThrow(),
    );
    const rows = ids.map((id) => ({ ...like, organization, id, name: id, clientKey: id, clientKeyHash: id }));
    await world.server.jobContext.write(async (unit) => {
      const db = allTables(unit);
      for (let from = 0; from < rows.length; from += 250)
        await db
          .insertInto('system')
          .values(rows.slice(from, from + 250))
          .execute();
    });
    const shown = (await world.alice.ask('GET', `/organization/${organization}`)).body.system.map(({ id }: any) => id);
    expect(shown).toEqual(ids.toSorted().slice(0, 1000));
    const page = await world.alice.ask('GET', `/organization/${organization}/system?skip=9999&limit=5`);
    expect([page.headers['x-total-count'], page.body.map(({ id }: any) => id)]).toEqual([
      '10001',
      ids.toSorted().slice(9999),
    ]);
    const rule = 'populate: `system` is limited to 5000 records in a list. Use a smaller `limit`.';
    const list = await world.alice.ask('GET', `/organization?populate=system`);
    expect([list.status, list.body]).toEqual([400, { code: 'E_INVALID_POPULATES', message: rule, details: [rule] }]);
    expect((await world.alice.ask('GET', `/organization?populate=system&sort=name&limit=1`)).status).toBe(200);
  });
});

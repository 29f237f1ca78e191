// Rows that an index or the scope leaves of a large table lie anywhere in it: fewer of them are looked through than of a whole table.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeWorld, type Person, type World } from '#tests/world.ts';
import { allTables } from '#tests/all-tables.ts';

const LOOKED_UP = 30_000;
/** More than one term may meet. */
const OTHERS = 470_001;

let world: World;
beforeAll(async () => {
  world = await makeWorld('sqlite');
  const like = await world.store.read((db) =>
    db.selectFrom('fileset').selectAll().where('id', '=', world.acme.fileset).executeTakeFirst(),
  );
  const { id: _id, system: _system, organization: _organization, ...rest } = like ?? {};
  const columns = sql.join(Object.keys(rest).map((name) => sql.ref(name)));
  await world.server.jobContext.write(async (unit) => {
    const db = allTables(unit);
    await sql`delete from fileset`.execute(db);
    for (const [place, count, digit] of [
      [world.acme, LOOKED_UP, 1],
      [world.birch, OTHERS, 2],
    ] as const)
      await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
        insert into fileset (id, system, organization, ${columns})
        select '00000000-0000-700' || ${sql.lit(digit)} || '-8000-' || substr('000000000000' || i, -12), ${place.system}, ${place.organization},
        ${sql.join(Object.values(rest))} from n`.execute(db);
  });
});
afterAll(() => world.close());

const look = async (who: Person) => {
  const { status, body, headers } = await who.ask('GET', '/fileset?limit=1&where={"glob":{"contains":"*"}}');
  return [status, status === 200 ? headers['x-total-count'] : body.message];
};

test('at most 30,000 rows of an index or a scope are looked through', async () => {
  const refused = [
    400,
    expect.stringMatching(/^where: `glob` needs a full scan, .*Add a filter by one of these: .*system/),
  ];
  expect([await look(world.alice), await look(world.bob)]).toEqual([refused, [200, String(LOOKED_UP)]]);
  const [another] = (await world.bob.ask('GET', '/fileset?limit=1')).body;
  await world.server.jobContext.write(async (unit) => {
    const db = allTables(unit);
    const row = await db.selectFrom('fileset').selectAll().where('id', '=', another.id).executeTakeFirstOrThrow();
    await db
      .insertInto('fileset')
      .values({ ...row, id: '00000000-0000-7000-8000-999999999999' })
      .execute();
  });
  expect(await look(world.bob)).toEqual(refused);
});

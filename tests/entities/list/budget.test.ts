// The cost limits of lists, on both engines: rows times terms after index and scope, and rows that are sorted without
// an index.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases, makeWorld, type Person, type World } from '#tests/world.ts';
import { allTables } from '#tests/all-tables.ts';

/** As many as make 49 terms affordable, and 50 not. */
const ROWS = 10_001;

const where = (terms: object) => `where=${encodeURIComponent(JSON.stringify(terms))}`;
const idOf = (row: number) => `00000000-0000-7000-8000-${String(row).padStart(12, '0')}`;
const times = (count: number, term: object) => ({ and: Array.from({ length: count }, () => term) });

describe.each(databases)('what lists may cost on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
    await world.server.jobContext.write(async (unit) => {
      const db = allTables(unit);
      const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(ROWS)})`;
      const id = sql`'00000000-0000-7000-8000-' || substr('000000000000' || i, -12)`;
      const padded = engine === 'sqlite' ? id : sql`'00000000-0000-7000-8000-' || lpad(i::text, 12, '0')`;
      const at = '2026-11-20T02:00:00.000Z';
      const { system, organization } = world.birch;
      // Its triggers would count one system ten thousand times.
      if (engine === 'postgres') await sql`set local session_replication_role = replica`.execute(db);
      await sql`${numbers} insert into backup (id, date, file, size, key, system, organization, "createdAt", "updatedAt")
        select ${padded}, ${at}, 'many-' || i, i, '', ${system}, ${organization}, ${at}, ${at} from n`.execute(db);
      await sql`update system set backups = (select count(*) from backup where system = ${system}) where id = ${system}`.execute(
        db,
      );
      await sql`${numbers} insert into activity (id, "createdAt", organization, model, object, name, action, "actorKind", "actorName", changed)
        select ${padded}, ${at}, ${organization}, 'system', ${system}, 'Many ' || i, 'updated', 'server', '', '[]' from n`.execute(
        db,
      );
    });
  }, 180_000);
  afterAll(() => world.close());

  const answer = async (who: Person, path: string) => {
    const { status, body } = await who.ask('GET', path);
    return status === 200 ? 200 : [status, body.code, body.details?.length, body.message];
  };
  const isRefused = (parameter: string) => [400, 'E_INVALID_CRITERIA', 1, expect.stringMatching(`^${parameter}: `)];

  test('what no index holds is looked for in rows times terms of 500,000, on every table', async () => {
    for (const [path, term] of [
      ['backup', { file: { contains: 'many' } }],
      ['activity', { name: { contains: 'any' } }],
      ['activity', { carrier: { '!=': 'http' } }],
    ] as const) {
      const list = (count: number) => answer(world.alice, `/${path}?limit=1&${where(times(count, term))}`);
      expect([path, await list(1), await list(48)]).toEqual([path, 200, 200]);
      expect([path, await list(50)]).toEqual([path, isRefused('where')]);
    }
  });

  test('alternatives count each, and long patterns and lists count for more', async () => {
    const list = (terms: object) => answer(world.alice, `/backup?limit=1&${where(terms)}`);
    const either = Array.from({ length: 50 }, (_, index) => ({ file: { endsWith: `${index}` } }));
    expect(await list({ or: either })).toEqual(isRefused('where'));
    const long = { file: { contains: 'x'.repeat(1000) } };
    expect([await list(times(4, long)), await list(times(5, long))]).toEqual([200, isRefused('where')]);
    const but = (count: number) => ({ nin: Array.from({ length: count }, (_, index) => `${index}`) });
    const listed = (count: number) => list({ ...times(46, { file: { contains: 'i' } }), file: but(count) });
    expect([await listed(100), await listed(400)]).toEqual([200, isRefused('where')]);
  });

  test('what is narrowed by an index or by the scope of the reader is looked through', async () => {
    const costly = times(100, { file: { contains: 'i' } });
    const list = (who: Person, terms: object) => answer(who, `/backup?limit=1&${where({ ...costly, ...terms })}`);
    expect(await list(world.alice, {})).toEqual(isRefused('where'));
    expect(await list(world.bob, {})).toBe(200);
    expect(await list(world.dave, {})).toEqual(isRefused('where'));
    for (const terms of [{ system: world.acme.system }, { id: [world.acme.backup] }])
      expect([terms, await list(world.alice, terms)]).toEqual([terms, 200]);
    expect(await list(world.alice, { system: world.birch.system })).toEqual(isRefused('where'));
  });

  test('the ranges of one attribute are one way to its rows', async () => {
    const list = (id: object) =>
      answer(world.alice, `/backup?limit=1&${where({ ...times(60, { file: { contains: 'i' } }), id })}`);
    // Backups of the cast have greater ids.
    const last = { '<': idOf(99_999) };
    expect([await list({ '>': idOf(4000) }), await list({ '<': idOf(6000) })]).toEqual([200, 200]);
    expect([await list({ '>': idOf(1) }), await list(last)]).toEqual([isRefused('where'), isRefused('where')]);
    expect(await list({ '>': idOf(1), '<': idOf(6000) })).toBe(200);
    expect(await list({ '>': idOf(100), ...last })).toEqual(isRefused('where'));
  });

  test('the texts of a system are looked for as one term, its organization beside them for nothing', async () => {
    const names = async (word: string) =>
      (await world.alice.ask('GET', `/system?${where({ find: { contains: word } })}`)).body.map(
        ({ name }: { name: string }) => name,
      );
    await world.alice.ask('PATCH', `/system/${world.birch.system}`, { server: 'ODD-host' });
    expect([await names('acme'), await names('odd-H'), await names('acme odd')]).toEqual([
      ['Acme files'],
      ['Birch files'],
      [],
    ]);
  });

  test('a text that looks up another record for each row counts as four terms', async () => {
    await copyClients();
    const list = (count: number) =>
      answer(world.alice, `/rpiclient?limit=1&${where(times(count, { find: { contains: 'p' } }))}`);
    expect([await list(12), await list(13)]).toEqual([200, isRefused('where')]);
  });

  /** Raspberry Pi clients as the one that is there. */
  async function copyClients(): Promise<void> {
    await world.server.jobContext.write(async (unit) => {
      const db = allTables(unit);
      const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(ROWS)})`;
      const row = await db.selectFrom('rpiclient').selectAll().limit(1).executeTakeFirstOrThrow();
      const names = Object.keys(row);
      const id = sql`'00000000-0000-7000-9000-' || substr(cast(1000000000000 + i as text), 2)`;
      const values = names.map((name) => (['id', 'macAddress'].includes(name) ? id : sql.ref(`rpiclient.${name}`)));
      await sql`${numbers} insert into rpiclient (${sql.join(names.map((name) => sql.ref(name)))})
        select ${sql.join(values)} from n, rpiclient where rpiclient.id = ${row.id}`.execute(db);
    });
  }

  test('an attribute derived by a rule stands in 10 terms, since its text costs as well', async () => {
    const list = (path: string, count: number, term: object) =>
      answer(world.bob, `/${path}?limit=1&${where(times(count, term))}`);
    for (const [path, term] of [
      ['organization/fleet', { state: 'trouble' }],
      ['organization', { severity: { '>': 0 } }],
      ['system', { severity: { '>': 0 } }],
      ['system', { health: 'failed' }],
      ['system', { attention: 2 }],
      ['userorg', { find: { contains: 'a' } }],
    ] as const)
      expect([path, term, await list(path, 10, term), await list(path, 11, term)]).toEqual([
        path,
        term,
        200,
        isRefused('where'),
      ]);
  });

  test(
    'attributes of the systems of an organization are limited by the number of those',
    { timeout: 120_000 },
    async () => {
      const terms = 10;
      await copySystems(500_000 / terms);
      const list = (count: number, term: object, who = world.alice) =>
        answer(who, `/organization/fleet?limit=1&${where(times(count, term))}`);
      for (const term of [{ state: 'trouble' }, { severity: { '>': 0 } }]) {
        expect([term, await list(terms, term)]).toEqual([term, isRefused('where')]);
        expect([term, await list(1, term), await list(terms, term, world.bob)]).toEqual([term, 200, 200]);
      }
    },
  );

  /** Systems of Birch as the one that is there. */
  async function copySystems(count: number): Promise<void> {
    const { system } = world.birch;
    await world.server.jobContext.write(async (unit) => {
      const db = allTables(unit);
      const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})`;
      const row = await db.selectFrom('system').selectAll().where('id', '=', system).executeTakeFirstOrThrow();
      const names = Object.keys(row);
      const id = sql`'00000000-0000-7000-9000-' || substr(cast(1000000000000 + i as text), 2)`;
      const values = names.map((name) => (['id', 'clientKeyHash'].includes(name) ? id : sql.ref(`system.${name}`)));
      await sql`${numbers} insert into system (${sql.join(names.map((name) => sql.ref(name)))})
        select ${sql.join(values)} from n, system where system.id = ${system}`.execute(db);
    });
  }

  test('the rows are those of the filter, however they are reached', async () => {
    const { body, headers } = await world.dave.ask(
      'GET',
      `/backup?limit=5&sort=id&${where({ ...times(60, { file: { endsWith: '7' } }), id: [7, 8, 17].map(idOf), date: { '<': '2026-11-20T02:00:01.000Z' } })}`,
    );
    expect([body.map(({ file }: { file: string }) => file), headers['x-total-count']]).toEqual([
      ['many-7', 'many-17'],
      '2',
    ]);
  });

  test('by what no index has in order at most 10,000 rows are sorted', async () => {
    const list = (who: Person, noun: string, sort: string[], terms: object = {}) =>
      answer(who, `/${noun}?limit=1&sort=${encodeURIComponent(JSON.stringify(sort))}&${where(terms)}`);
    for (const sort of [['key', 'file'], ['fileset DESC', 'size'], ['size'], ['createdAt DESC']])
      expect([sort, await list(world.alice, 'backup', sort)]).toEqual([sort, isRefused('sort')]);
    // The page says the number in its own language.
    const { body } = await world.alice.ask('GET', '/backup?sort=size');
    expect(body.issues).toEqual([{ path: 'sort', code: 'too_big', maximum: 10_000 }]);
    for (const sort of [['date DESC', 'file'], ['date'], ['id DESC']])
      expect([sort, await list(world.alice, 'backup', sort)]).toEqual([sort, 200]);
    expect(await list(world.alice, 'activity', ['actorName'], {})).not.toBe(200);
    expect(await list(world.alice, 'activity', ['name'])).toBe(200);
    expect(await list(world.dave, 'activity', ['name'])).toEqual(isRefused('sort'));
    expect(await list(world.bob, 'activity', ['name'])).toBe(200);
    expect(await list(world.alice, 'activity', ['carrier', 'name'], { model: 'fileset' })).toBe(200);
    expect(await list(world.alice, 'activity', ['carrier', 'name'], { model: 'system' })).toEqual(isRefused('sort'));
  });

  test('nobody searches the lines of clients, or sorts by them', async () => {
    for (const noun of ['system', 'organization'])
      for (const log of ['lastLog', 'lastBackupLog'])
        for (const query of [`sort=${log}`, `${log}=x`, where({ [log]: { contains: 'x' } })])
          expect([log, await answer(world.alice, `/${noun}?${query}`)]).toEqual([
            log,
            [400, 'E_INVALID_CRITERIA', 1, expect.stringMatching(new RegExp(`^(sort: .*|where.)\\b${log}\\b`))],
          ]);
  });
});

// How many backups a list says there are, and the pages of those who see some organizations: against the rows themselves.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY, databases, makeWorld, type Person, type World } from '#tests/world.ts';
import { allTables } from '#tests/all-tables.ts';

describe.each(databases)('lists of backups on %s', (engine) => {
  let world: World;
  let dora: Person;

  beforeAll(async () => {
    world = await makeWorld(engine);
    // Of two organizations: neither all nor one.
    const user = await world.newUser('dora@example.com');
    await world.alice.ask('POST', '/usergroup', { user, group: world.engineers });
    for (const { organization } of [world.acme, world.birch])
      await world.alice.ask('POST', '/userorg', { user, organization });
    dora = await world.signIn(user, 'dora@example.com');
    for (const [index, { organization, system }] of [world.acme, world.birch, world.acme, world.birch].entries())
      await world.server.jobContext.write(async (unit) => {
        for (let step = 0; step < 3; step += 1)
          await unit.insert('backup', {
            date: world.clock.in((index - 3 * step) * DAY),
            file: `${index}-${step}.zip`,
            size: index,
            key: '',
            sha256: null,
            system,
            fileset: null,
            fault: null,
            store: null,
            organization,
          });
      });
  });
  afterAll(() => world.close());

  const listed = async (who: Person, query: string) => {
    const { headers, body } = await who.ask('GET', `/backup?${query}`);
    return { total: Number(headers['x-total-count']), rows: body as { id: string; date: string; createdAt: string }[] };
  };
  const where = (terms: object) => `where=${encodeURIComponent(JSON.stringify(terms))}`;

  /** The stored number is that of the rows, for everyone and for every filter. */
  async function expectExact(): Promise<void> {
    const [{ acme, birch }, people] = [world, [world.alice, world.bob, world.dave, dora]];
    const narrowings = [
      {},
      { organizationId: acme.organization },
      { organizationId: [acme.organization, birch.organization] },
      { organizationId: { '!=': acme.organization } },
      { system: birch.system },
      { or: [{ system: acme.system }, { organizationId: birch.organization }] },
    ];
    for (const who of people)
      for (const terms of narrowings) {
        const { total, rows } = await listed(who, where(terms));
        expect([who.email, terms, total]).toEqual([who.email, terms, rows.length]);
      }
  }

  test('in every order the pages of several organizations are those of one list', async () => {
    const organization = (await world.alice.ask('POST', '/organization', { name: 'Cedar' })).body.id;
    const system = (await world.alice.ask('POST', '/system', { name: 'Foreign', organization })).body.id;
    await world.server.jobContext.write(async (unit) => {
      for (let size = 0; size < 20; size += 1) {
        const foreign = { date: world.clock.in(-size * DAY), file: `${size}-foreign.zip`, size, key: '', sha256: null };
        await unit.insert('backup', { ...foreign, system, fileset: null, fault: null, store: null, organization });
      }
    });
    const { total, rows } = await listed(dora, 'sort=id');
    for (const attribute of ['size', 'file', 'createdAt', 'updatedAt', 'key', 'sha256', 'fileset', 'system'])
      for (const direction of ['ASC', 'DESC']) {
        const sign = direction === 'ASC' ? 1 : -1;
        const value = (row: any) => row[attribute]?.id ?? row[attribute];
        const order = direction === 'ASC' ? rows : rows.toReversed();
        const expected = order.toSorted((a, b) => (value(a) === value(b) ? 0 : value(a) < value(b) ? -sign : sign));
        const paged: unknown[] = [];
        for (let skip = 0; skip < total; skip += 1)
          paged.push(...(await listed(dora, `sort=${attribute} ${direction}&limit=1&skip=${skip}`)).rows);
        expect([attribute, direction, paged]).toEqual([attribute, direction, expected]);
      }
    await world.alice.ask('DELETE', `/system/${system}`);
  });

  test('a list that is narrowed has the same rows page by page as at once, whether they are walked to or gathered', async () => {
    const lists: [terms: object, sort: string[]][] = [
      [{ key: '' }, ['date DESC']],
      [{ sha256: null }, ['size ASC']],
      [{ size: { '>': 0 } }, ['file ASC']],
      [{ size: { '!=': 1 }, file: { contains: '.ZIP' } }, ['date ASC', 'file DESC']],
      [{}, ['size DESC', 'file ASC']],
    ];
    for (const who of [world.alice, world.bob, dora])
      for (const [terms, sort] of lists) {
        const query = `sort=${encodeURIComponent(JSON.stringify(sort))}&${where(terms)}`;
        const { total, rows } = await listed(who, query);
        const paged: unknown[] = [];
        for (let skip = 0; skip < total; skip += 1)
          paged.push(...(await listed(who, `${query}&limit=1&skip=${skip}`)).rows);
        expect([who.email, terms, total, paged]).toEqual([who.email, terms, rows.length, rows]);
        expect(total).toBeGreaterThan(0);
      }
  });

  test('the number is that of the rows, as backups come, go, and move with their system', async () => {
    const { alice, acme, birch } = world;
    await expectExact();
    expect((await listed(alice, 'limit=0')).total).toBeGreaterThanOrEqual(12);
    expect((await listed(world.bob, 'limit=0')).total).toBeLessThan((await listed(dora, 'limit=0')).total);
    const moved = await alice.ask('PUT', `/system/${acme.system}`, { organization: birch.organization });
    expect(moved.status).toBe(200);
    await expectExact();
    expect((await listed(world.bob, 'limit=0')).total).toBe(0);
    await alice.ask('PUT', `/system/${acme.system}`, { organization: acme.organization });
    const [first] = (await listed(alice, where({ system: acme.system }))).rows;
    await world.server.jobContext.write((unit) => unit.remove('backup', first?.id ?? ''));
    await expectExact();
    const extra = await alice.ask('POST', '/system', { name: 'Short lived', organization: acme.organization });
    await world.server.jobContext.write((unit) =>
      unit.insert('backup', {
        date: world.clock.now(),
        file: 'a',
        size: 1,
        key: '',
        sha256: null,
        fileset: null,
        fault: null,
        store: null,
        system: extra.body.id,
        organization: acme.organization,
      }),
    );
    await expectExact();
    await alice.ask('DELETE', `/system/${extra.body.id}`);
    await expectExact();
  });

  test('who sees several organizations sees their backups in one order, page after page, as who sees all', async () => {
    for (const sort of ['id ASC', 'id DESC', 'date ASC', 'date DESC', 'size DESC', '']) {
      const query = sort ? `sort=${sort}&` : '';
      const every = (await listed(world.alice, `${query}limit=1000`)).rows.map(({ id }) => id);
      const paged: string[] = [];
      for (let skip = 0; skip < every.length; skip += 4)
        paged.push(...(await listed(dora, `${query}limit=4&skip=${skip}`)).rows.map(({ id }) => id));
      expect([sort, paged]).toEqual([sort, every]);
    }
  });

  test('who is linked to a thousand organizations pages through them all, and finds nothing behind the end', async () => {
    const { acme, birch } = world;
    const every = (await listed(dora, 'sort=date DESC')).rows.map(({ id }) => id);
    await world.server.jobContext.write(async (unit) => {
      const db = allTables(unit);
      const like = await db
        .selectFrom('organization')
        .selectAll()
        .where('id', '=', acme.organization)
        .executeTakeFirstOrThrow();
      const link = await db.selectFrom('userorg').selectAll().where('user', '=', dora.id).executeTakeFirstOrThrow();
      const numbers = Array.from({ length: 1000 }, (_, number) => String(number).padStart(12, '0'));
      const ids = numbers.map((number) => ({ id: `01930000-0000-7000-8000-${number}`, number }));
      for (let from = 0; from < ids.length; from += 100) {
        const some = ids.slice(from, from + 100);
        await db
          .insertInto('organization')
          .values(
            some.map(({ id, number }) => ({
              ...like,
              name: `Customer ${number}`,
              clientKey: number,
              clientKeyHash: number,
              id,
            })),
          )
          .execute();
        await db
          .insertInto('userorg')
          .values(some.map(({ id }) => ({ ...link, id, organization: id })))
          .execute();
      }
    });
    for (const skip of [0, 1, 7, every.length - 3, every.length, 10_000]) {
      const { total, rows } = await listed(dora, `sort=date DESC&limit=5&skip=${skip}`);
      expect([total, rows.map(({ id }) => id)]).toEqual([every.length, every.slice(skip, skip + 5)]);
    }
    expect((await listed(dora, where({ organizationId: birch.organization }))).total).toBeGreaterThan(0);
  });
});

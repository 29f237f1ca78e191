// How lists are read on SQLite: what the database plans for the very queries of the calls. Backups, which are millions,
// are never walked through for a page or a count; what else grows with time only along an index.
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Activity } from '#contract/activity.ts';
import { backup as declared } from '#contract/backup.ts';
import { tables } from '#server/handlers.ts';
import type { Store } from '#server/kernel/store.ts';
import { columnOf } from '#server/kernel/term-sql.ts';
import { makeGround } from '#tests/ground.ts';
import { heard } from '#tests/heard.ts';
import { NO_ID, makeWorldOn, type Person, type World } from '#tests/world.ts';

/** These grow with time, not with the number of systems. */
const LONG = ['backup', 'delivery', 'activity', 'scanresult', 'alarm', 'upload', 'deed'];

interface Asked {
  text: string;
  plan: string[];
}

const asked: Asked[] = [];

/** Explained `beside`, for a statement that explains holds its connection's view. */
async function explain(queries: CompiledQuery[], beside: Store): Promise<void> {
  for (const { sql: text, parameters } of queries) {
    const explained = CompiledQuery.raw(`explain query plan ${text}`, [...parameters]);
    const { rows } = await beside.read((other) => other.executeQuery<{ detail: string }>(explained));
    asked.push({ text, plan: rows.map(({ detail }) => detail) });
  }
}

/** What a plan walks through from end to end. */
function walked({ text, plan }: Asked): string[] {
  // The rows of a page are read by their ids, and these few sorted once more.
  const reaching = plan.includes('SCAN reached') ? plan.slice(0, plan.indexOf('SCAN reached')) : plan;
  const sorts = reaching.includes('USE TEMP B-TREE FOR ORDER BY');
  // In the order of an index it stops after the rows of the page.
  const stops = / limit \?/.test(text) && !sorts;
  return plan.filter((step) => {
    const [, table = '', index] = /^SCAN "?(\w+)"?(?: USING (?:COVERING )?INDEX (\w+))?/.exec(step) ?? [];
    return LONG.includes(table) && !(index && (stops || table !== 'backup'));
  });
}

describe('lists on SQLite', () => {
  let world: World;
  let dora: Person;
  let beside: Store;

  beforeAll(async () => {
    const made = await makeGround('sqlite');
    beside = made.openStore();
    world = await makeWorldOn({
      ...made,
      openStore: () => heard(made.openStore(), (queries) => explain(queries, beside)),
    });
    // Of two organizations: neither all nor one.
    const user = await world.newUser('dora@example.com');
    await world.alice.ask('POST', '/usergroup', { user, group: world.engineers });
    for (const { organization } of [world.acme, world.birch])
      await world.alice.ask('POST', '/userorg', { user, organization });
    dora = await world.signIn(user, 'dora@example.com');
  });
  afterAll(async () => {
    await beside.close();
    await world.close();
  });

  const walksOf = async (who: Person, path: string): Promise<Record<string, string[]>> => {
    asked.length = 0;
    const { status, body } = await who.ask('GET', path);
    expect([path, status, body]).toEqual([path, 200, body]);
    expect(asked).not.toEqual([]);
    return Object.fromEntries(asked.map((one) => [one.text, walked(one)]).filter(([, walks]) => walks?.length));
  };
  const where = (terms: object) => `where=${encodeURIComponent(JSON.stringify(terms))}`;
  const people = (): Record<string, Person> => ({ alice: world.alice, bob: world.bob, dora });

  test('a page of backups, and their number, reads no more than the page, whoever asks and wherever it begins', async () => {
    for (const [name, person] of Object.entries(people()))
      for (const query of ['limit=100', 'limit=100&skip=50', 'limit=0', 'sort=date DESC&limit=100', 'sort=id DESC'])
        expect([name, query, await walksOf(person, `/backup?${query}`)]).toEqual([name, query, {}]);
    for (const person of Object.values(people())) expect(await walksOf(person, '/backup/recent')).toEqual({});
  });

  /** No list takes the fault of a file. */
  const searched = Object.keys(declared.record.shape).filter((key) => key !== 'fault');

  test('backups are sorted by whatever they show without being read to the last', async () => {
    for (const attribute of searched.filter((key) => key !== 'organizationId'))
      for (const direction of ['ASC', 'DESC'])
        for (const skip of [0, 1])
          expect([
            attribute,
            await walksOf(world.alice, `/backup?sort=${attribute} ${direction}&limit=100&skip=${skip}`),
          ]).toEqual([attribute, {}]);
  });

  test('activity is sorted by whatever it shows without being read to the last', async () => {
    for (const attribute of Object.keys(Activity.shape).filter((key) => key !== 'changed'))
      expect([attribute, await walksOf(world.alice, `/activity?sort=${attribute} DESC&limit=100&skip=1`)]).toEqual([
        attribute,
        {},
      ]);
  });

  test('backups are found by whatever they show, and counted, without looking at the others', async () => {
    const { system, organization } = world.acme;
    const known: Record<string, unknown> = {
      id: NO_ID,
      fileset: NO_ID,
      organizationId: organization,
      system,
      size: 1,
    };
    for (const attribute of searched)
      for (const person of Object.values(people())) {
        const query = where({ [attribute]: known[attribute] ?? '2026-11-21T02:00:00.000Z' });
        expect([attribute, await walksOf(person, `/backup?${query}&limit=100`)]).toEqual([attribute, {}]);
      }
    for (const attribute of ['date', 'createdAt', 'updatedAt'])
      expect(
        await walksOf(world.alice, `/backup?${where({ [attribute]: { '>': '2026-11-20' } })}&sort=date DESC&limit=100`),
      ).toEqual({});
  });

  test('the backups of several organizations are merged along the index of each, however far into them', async () => {
    await world.server.house.write(async (unit) => {
      for (const { organization, system } of [world.acme, world.birch])
        for (let size = 0; size < 20; size += 1) {
          const rest = { date: world.clock.in(-size * 3_600_000), file: `${size}.zip`, key: '', sha256: null };
          await unit.insert('backup', { ...rest, size, system, fileset: null, organization });
        }
    });
    for (const [attribute, by = attribute] of [['date'], ['createdAt'], ['size'], ['file'], ['id', '']])
      for (const skip of [0, 17]) {
        asked.length = 0;
        await dora.ask('GET', `/backup?sort=${attribute} DESC&limit=7&skip=${skip}`);
        const plan = asked.findLast(({ text }) => text.includes('union all'))?.plan ?? [];
        const index = ['backup_organization', by, 'id_index'].filter(Boolean).join('_');
        expect([attribute, plan.filter((step) => step.includes(`COVERING INDEX ${index}`)).length]).toEqual([
          attribute,
          2,
        ]);
        // Nothing is sorted but the page, once the rows of its ids are read.
        const sorts = plan.filter((step) => step.includes('TEMP B-TREE'));
        expect([attribute, sorts]).toEqual([attribute, attribute === 'id' ? [] : ['USE TEMP B-TREE FOR ORDER BY']]);
      }
  });

  test('in an order that no index has of each they are taken along the one of all, where they are many', async () => {
    asked.length = 0;
    const sort = encodeURIComponent(JSON.stringify(['date DESC', 'file ASC']));
    await dora.ask('GET', `/backup?sort=${sort}&limit=2`);
    const page = asked.find(({ text }) => text.includes('select * from "backup"'));
    expect(page?.plan).toContain('SCAN backup USING INDEX backup_date_id_index');
  });

  test('what no index holds is looked for in rows times terms of 500,000: the way to them is the one that was counted', async () => {
    const { system, organization } = world.birch;
    const rows = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 10001)
      insert into backup (id, date, file, size, key, system, organization, "createdAt", "updatedAt")
      select '00000000-0000-7000-8000-' || substr('000000000000' || i, -12), '2026-11-20T02:00:00.000Z', 'many-' || i, i, '',
        ${system}, ${organization}, '2026-11-20T02:00:00.000Z', '2026-11-20T02:00:00.000Z' from n`;
    await world.server.house.write(async (unit) => void (await rows.execute(unit.db)));
    const searched = { and: Array.from({ length: 60 }, () => ({ file: { contains: '9' } })) };
    const planOf = async (who: Person, terms: object) => {
      asked.length = 0;
      await who.ask('GET', `/backup?limit=1&${where({ ...searched, ...terms })}`);
      return asked.find(({ text }) => text.startsWith('select count(*) as "total" from "backup"'))?.plan;
    };
    expect(await planOf(world.alice, { size: [5, 6], key: '' })).toEqual([
      expect.stringMatching(/^SEARCH backup USING INDEX backup_size_id_index/),
    ]);
    expect(await planOf(world.bob, { key: '' })).toEqual([
      expect.stringMatching(/^SEARCH backup USING INDEX backup_organization_\w+ \(organization=\?\)/),
    ]);
  });

  test('the few rows of a range are gathered by its index, not looked for along the order to the last row', async () => {
    for (const query of ['sort=id', 'sort=file DESC', '']) {
      asked.length = 0;
      await world.alice.ask('GET', `/backup?limit=10&${query}&${where({ size: { '>': 900, '<': 1200 } })}`);
      const page = asked.find(({ text }) => text.startsWith('select * from "backup"'));
      const plan = page?.plan.filter((step) => step.includes('backup USING') && !step.includes('autoindex'));
      expect([query, plan]).toEqual([
        query,
        [expect.stringMatching(/^SEARCH backup USING .*INDEX backup_size_id_index/)],
      ]);
    }
  });

  test('an index serves whatever a table declares as indexed', async () => {
    const scans: string[] = [];
    for (const table of tables.values())
      for (const attribute of table.indexed ?? []) {
        const column = columnOf(table, attribute, world.clock.now());
        const query = sql`explain query plan select 1 from ${sql.table(table.noun)} where ${column} = 'x'`;
        const { rows } = await beside.read((db) => query.execute(db));
        const [{ detail }] = rows as [{ detail: string }];
        if (!/^SEARCH .* USING .*INDEX/.test(detail)) scans.push(`${table.noun}.${attribute}: ${detail}`);
      }
    expect(scans).toEqual([]);
  });

  test('backups that nearly all match are taken along the order, not gathered', async () => {
    const text = encodeURIComponent('date DESC');
    asked.length = 0;
    await world.alice.ask('GET', `/backup?limit=10&sort=${text}&${where({ key: '' })}`);
    const page = asked.find(({ text: query }) => query.startsWith('select * from "backup"'));
    expect(page?.plan).toContain('SCAN backup USING INDEX backup_date_id_index');
  });

  test('no other list walks through a table that grows with time', async () => {
    const lists = [
      'alarm?limit=100',
      'alarm?sort=since DESC&limit=200',
      `alarm?${where({ resolvedAt: null })}&sort=since DESC`,
      `alarm?${where({ resolvedAt: { '!=': null } })}&sort=resolvedAt DESC&limit=1`,
      'activity?limit=100',
      `activity?${where({ model: 'system', object: world.acme.system })}`,
      'scanresult/manual-scans?limit=100',
      'system?sort=severity DESC&limit=100',
      `system?${where({ attention: 2 })}&sort=severity DESC`,
      'organization?limit=100',
      'organization/health-status',
      'organization/health',
      'system/counts',
      'user?limit=100',
      'fileset?limit=100',
      `system/${world.acme.system}/scanresult`,
      'system/backup-kind-check',
    ];
    for (const path of lists) expect([path, await walksOf(world.alice, `/${path}`)]).toEqual([path, {}]);
  });
});

// Where rows without a value stand in a list: before all others, on either database, and how PostgreSQL walks to them.
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tables } from '#server/registry.ts';
import type { Db } from '#server/db/engine.ts';
import { columnOf } from '#server/query/where.ts';
import { makeGround } from '#tests/test-database.ts';
import { recordQueries } from '#tests/query-recorder.ts';
import { databases, makeWorld, makeWorldOn, type Person, type World } from '#tests/world.ts';

const sums = [null, 'aa', null, 'cc', 'bb', null];

async function fillWith(world: World): Promise<void> {
  await world.server.jobContext.write(async (unit) => {
    for (const [index, sha256] of sums.entries()) {
      const { organization, system } = index % 2 === 0 ? world.acme : world.birch;
      const rest = { date: world.clock.in(-index * 3_600_000), file: `${index}.zip`, key: '', size: index };
      await unit.insert('backup', { ...rest, sha256, system, fileset: null, fault: null, store: null, organization });
    }
  });
}

/** Of both organizations: neither all nor one. */
async function newDora(world: World): Promise<Person> {
  const user = await world.newUser('dora@example.com');
  await world.alice.ask('POST', '/usergroup', { user, group: world.engineers });
  for (const { organization } of [world.acme, world.birch])
    await world.alice.ask('POST', '/userorg', { user, organization });
  return world.signIn(user, 'dora@example.com');
}

describe.each(databases)('rows without a value, on %s', (engine) => {
  let world: World;
  let dora: Person;
  beforeAll(async () => {
    world = await makeWorld(engine);
    await fillWith(world);
    for (const schedule of [undefined, null])
      await world.alice.ask('POST', '/system', {
        name: `new, ${schedule}`,
        organization: world.birch.organization,
        ...(schedule === null && { schedule }),
      });
    dora = await newDora(world);
  });
  afterAll(() => world.close());

  const valuesOf = async (who: Person, noun: string, attribute: string, query: string): Promise<unknown[]> => {
    const { body } = await who.ask('GET', `/${noun}?sort=${attribute} ${query}`);
    return body.map((row: Record<string, unknown>) => row[attribute]);
  };

  test('stand first where the least stands first, and last where the greatest does, whoever asks', async () => {
    for (const who of [world.alice, dora])
      for (const [noun, attribute] of [
        ['backup', 'sha256'],
        ['system', 'lastBackup'],
        ['system', 'dueAt'],
      ] as const) {
        const found = await valuesOf(who, noun, attribute, 'ASC');
        const up = found.toSorted((a, b) => String(a ?? '').localeCompare(String(b ?? '')));
        expect([up[0], typeof up.at(-1)]).toEqual([null, 'string']);
        expect([attribute, found]).toEqual([attribute, up]);
        const down = await valuesOf(who, noun, attribute, 'DESC');
        expect([attribute, down]).toEqual([attribute, up.toReversed()]);
        // Nearer to the end: read backwards.
        const last = `skip=${up.length - 2}&limit=2`;
        expect(await valuesOf(who, noun, attribute, `ASC&${last}`)).toEqual(up.slice(-2));
        expect(await valuesOf(who, noun, attribute, `DESC&${last}`)).toEqual(down.slice(-2));
      }
  });
});

/** How the lists among them would be read where sorting and walking through all are forbidden. */
async function plansOf(queries: CompiledQuery[], db: Db): Promise<string[]> {
  const say = (text: string, parameters: readonly unknown[] = []) =>
    db.executeQuery<{ 'QUERY PLAN': string }>(CompiledQuery.raw(text, [...parameters]));
  for (const setting of ['seqscan', 'sort', 'bitmapscan', 'hashagg', 'hashjoin'])
    await say(`set enable_${setting} = off`);
  const plans: string[] = [];
  for (const { sql: text, parameters } of queries.filter((query) => query.sql.includes('order by'))) {
    const { rows } = await say(`explain ${text}`, parameters);
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
  }
  await say('reset all');
  return plans;
}

describe.runIf(databases.includes('postgres'))('lists on PostgreSQL', () => {
  let world: World;
  let dora: Person;
  const plans: string[] = [];
  const onQueries = async (queries: CompiledQuery[], db: Db) => void plans.push(...(await plansOf(queries, db)));
  beforeAll(async () => {
    const made = await makeGround('postgres');
    world = await makeWorldOn({ ...made, openStore: () => recordQueries(made.openStore(), onQueries) });
    await fillWith(world);
    dora = await newDora(world);
  });
  afterAll(() => world.close());

  const ORDERS = {
    backup: ['id', 'date'],
    activity: ['createdAt', 'model', 'object', 'name', 'action', 'carrier', 'ip', 'organization'],
    alarm: ['createdAt', 'dueAt', 'lastBackup', 'addedAt'],
  };

  test('what grows with time has an index for each of its orders, up and down', async () => {
    for (const [noun, attributes] of Object.entries(ORDERS))
      for (const attribute of attributes)
        for (const direction of ['ASC', 'DESC'])
          for (const who of noun === 'backup' ? [world.alice, dora] : [world.alice]) {
            plans.length = 0;
            await who.ask('GET', `/${noun}?sort=${attribute} ${direction}&skip=1&limit=2`);
            const page = plans.find((plan) => plan.includes('Limit')) ?? 'Seq Scan of all';
            // The few rows of the page are sorted once more, when they are found by their ids.
            const reaching = page.slice(page.indexOf('Limit'));
            const [whole] = /(?:-> +Sort |Seq Scan ).*/.exec(reaching) ?? [];
            expect([noun, attribute, direction, whole]).toEqual([noun, attribute, direction, undefined]);
          }
  });
});

describe('lists on SQLite', () => {
  test('an index serves each attribute that a table declares as indexed', async () => {
    const ground = await makeGround('sqlite');
    const store = ground.openStore();
    try {
      await store.migrate();
      const scans: string[] = [];
      for (const table of tables.values())
        for (const attribute of table.indexed ?? []) {
          const column = columnOf(table, attribute, '2026-11-21T03:00:00.000Z');
          const query = sql`explain query plan select 1 from ${sql.table(table.noun)} where ${column} = 'x'`;
          const { rows } = await store.read((db) => query.execute(db));
          const [{ detail }] = rows as [{ detail: string }];
          if (!/^SEARCH .* USING .*INDEX/.test(detail)) scans.push(`${table.noun}.${attribute}: ${detail}`);
        }
      expect(scans).toEqual([]);
    } finally {
      await store.close();
      await ground.gone();
    }
  });

  test('an index serves the backups that screens list: by date of a system, of organizations and of all', async () => {
    const ground = await makeGround('sqlite');
    const asked: CompiledQuery[] = [];
    const world = await makeWorldOn({
      ...ground,
      openStore: () => recordQueries(ground.openStore(), async (queries) => void asked.push(...queries)),
    });
    const beside = ground.openStore();
    const dora = await newDora(world);
    const steps = async (who: Person, query: string): Promise<string[]> => {
      asked.length = 0;
      expect((await who.ask('GET', `/backup?sort=date DESC&limit=2${query}`)).status).toBe(200);
      const page = asked.findLast(({ sql: text }) => /from .*"backup".* order by/.test(text));
      const explained = CompiledQuery.raw(`explain query plan ${page?.sql}`, [...(page?.parameters ?? [])]);
      const { rows } = await beside.read((db) => db.executeQuery<{ detail: string }>(explained));
      return rows.map(({ detail }) => detail);
    };
    try {
      const system = await steps(world.alice, `&system=${world.acme.system}`);
      expect(system.filter((step) => step.includes('backup_system_date_file_key_unique'))).toHaveLength(1);
      const all = await steps(world.alice, '');
      expect(
        all.filter((step) => step.includes('SCAN backup USING') && step.includes('backup_date_index')),
      ).toHaveLength(1);
      const some = await steps(dora, '');
      expect(some.filter((step) => step.includes('backup_organization_date_index'))).toHaveLength(2);
    } finally {
      await beside.close();
      await world.close();
    }
  });
});

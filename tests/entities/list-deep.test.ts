// Deep pages of what several organizations have: nothing is left out, and nothing comes twice, wherever a page begins.
import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Row, Store } from '#server/kernel/store.ts';
import { makeGround } from '#tests/ground.ts';
import { heard } from '#tests/heard.ts';
import { NO_ID, databases, makeWorldOn, type Person, type World } from '#tests/world.ts';

const SLICE = 500;
const HOUR = 3_600_000;
const START = Date.parse('2026-01-01T00:00:00.000Z');
const instant = (hours: number) => new Date(START + hours * HOUR).toISOString();
const padded = (value: number) => String(value).padStart(12, '0');

/** One of `total` of an organization, which begin at an hour of their own. */
const backupOf = (where: number, index: number, from: number): Row => ({
  id: `00000000-0000-7000-8${where}00-${padded((index * 7919) % 100_003)}`,
  createdAt: instant(from + index),
  updatedAt: instant(from + index),
  date: instant(from + ((index * 31) % 2500)),
  file: `${padded((index * 17) % 900)}.zip`,
  // What many have in common, and what none has of another organization.
  size: where === 1 ? index % 5 : 1000 + index,
  key: index % 2 === 0 ? '' : `k${where}-${padded(index)}`,
  sha256: index % 3 === 0 ? null : padded(index % 400),
  fileset: null,
});

describe.each(databases)('deep pages on %s', (engine) => {
  let world: World;
  let dora: Person;
  let rows: Row[];
  const asked: CompiledQuery[] = [];
  let beside: Store;
  beforeAll(async () => {
    const ground = await makeGround(engine);
    beside = ground.openStore();
    const openStore = () => heard(ground.openStore(), async (queries) => void asked.push(...queries));
    world = await makeWorldOn({ ...ground, openStore });
    const organization = (await world.alice.ask('POST', '/organization', { name: 'Cedar' })).body.id;
    const system = (await world.alice.ask('POST', '/system', { name: 'cedar-1', organization })).body.id;
    const places = [world.acme, world.birch, { organization, system }];
    const made = [2400, 1500, 300].flatMap((total, where) =>
      Array.from({ length: total }, (_, index) => ({ ...backupOf(where, index, where * 700), ...at(places[where]) })),
    );
    await world.server.house.write(async (unit) => {
      for (let from = 0; from < made.length; from += SLICE)
        await unit.db
          .insertInto('backup')
          .values(made.slice(from, from + SLICE))
          .execute();
    });
    rows = await world.store.read((db) => db.selectFrom('backup').selectAll().execute());
    const user = await world.newUser('dora@example.com');
    await world.alice.ask('POST', '/usergroup', { user, group: world.engineers });
    for (const place of places) await world.alice.ask('POST', '/userorg', { user, organization: place.organization });
    dora = await world.signIn(user, 'dora@example.com');
  });
  afterAll(async () => {
    await beside.close();
    await world.close();
  });
  const at = (place: { organization: string; system: string } | undefined) => ({
    organization: place?.organization,
    system: place?.system,
  });

  const least = (a: unknown, b: unknown): number => {
    if (a === b) return 0;
    if (a === null || b === null) return a === null ? -1 : 1;
    return (a as string | number) < (b as string | number) ? -1 : 1;
  };

  test.each(['id', 'date', 'createdAt', 'updatedAt', 'size', 'file', 'key', 'sha256', 'system'])(
    'in the order of %s they go on where the last one ended',
    async (attribute) => {
      const up = rows.toSorted((a, b) => least(a[attribute], b[attribute]) || least(a['id'], b['id']));
      for (const [direction, all] of [
        ['ASC', up],
        ['DESC', up.toReversed()],
      ] as const)
        for (const skip of [0, 999, 1001, 1500, 2099, 2101, 2350, 3000, 3900, 4195]) {
          const path = `/backup?sort=${attribute} ${direction}&skip=${skip}&limit=40&select=id`;
          const { body, headers } = await dora.ask('GET', path);
          expect([path, body.map(({ id }: Row) => id)]).toEqual([path, all.slice(skip, skip + 40).map(({ id }) => id)]);
          expect(headers['x-total-count']).toBe(String(rows.length));
        }
    },
  );

  test.each(['ASC', 'DESC'])(
    'in the order of systems (%s) for whoever sees all of them, or one, or names some',
    async (direction) => {
      const { acme, birch, alice, bob } = world;
      const up = rows.toSorted((a, b) => least(a['system'], b['system']) || least(a['id'], b['id']));
      const all = direction === 'ASC' ? up : up.toReversed();
      const only = (column: string, value: unknown) => all.filter((row) => row[column] === value);
      const of = (terms: object) => `where=${encodeURIComponent(JSON.stringify(terms))}&`;
      const lists: [Person, string, Row[]][] = [
        [alice, '', all],
        [bob, '', only('organization', acme.organization)],
        [alice, of({ system: birch.system }), only('system', birch.system)],
        [alice, of({ organizationId: { in: [acme.organization, NO_ID] } }), only('organization', acme.organization)],
        [alice, of({ system: { '!=': acme.system } }), all.filter(({ system }) => system !== acme.system)],
        // What their systems do not tell.
        [alice, of({ size: { '>': 1000 } }), all.filter(({ size }) => Number(size) > 1000)],
      ];
      for (const [person, where, expected] of lists)
        for (const skip of [0, 1490, 2395, 3899, 4190, 9000]) {
          const { body, headers } = await person.ask(
            'GET',
            `/backup?${where}sort=system ${direction}&skip=${skip}&limit=20`,
          );
          expect([where, skip, body.map(({ id }: Row) => id)]).toEqual([
            where,
            skip,
            expected.slice(skip, skip + 20).map(({ id }) => id),
          ]);
          expect(headers['x-total-count']).toBe(String(expected.length));
        }
    },
  );

  test.runIf(engine === 'sqlite')('what is passed over is counted along an index', async () => {
    asked.length = 0;
    await dora.ask('GET', '/backup?sort=date DESC&skip=2000&limit=40');
    const plans: string[] = [];
    for (const { sql: text, parameters } of asked.filter((query) => / from "backup" .*group by/.test(query.sql))) {
      const explained = CompiledQuery.raw(`explain query plan ${text}`, [...parameters]);
      const { rows: steps } = await beside.read((db) => db.executeQuery<{ detail: string }>(explained));
      plans.push(...steps.map(({ detail }) => detail));
    }
    expect(plans.length).toBeGreaterThan(0);
    for (const step of plans) expect(step).toMatch(/^SEARCH backup USING COVERING INDEX/);
  });
});

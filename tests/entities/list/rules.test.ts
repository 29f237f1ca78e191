// The rules of search, order and count, the same for the list of every noun whose records are made in any number.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyCall, sampleOf } from '#tests/contract-calls.ts';
import { freshNouns } from '#tests/samples-nouns.ts';
import { databases, makeWorld, type World } from '#tests/world.ts';

type Make = (world: World, name: string) => Promise<unknown>;

/** Creates a record as a person does. */
const created =
  (noun: string, attribute: string): Make =>
  async (world, name) => {
    const declared = everyCall.find(({ id }) => id === `${noun}.create`);
    if (!declared) throw new Error(`${noun} is not created by a call`);
    const input = { ...(await sampleOf(world, declared, name.replaceAll(' ', '-'))), [attribute]: name };
    expect((await world.alice.ask('POST', declared.call.path, input)).status).toBe(200);
  };

/** The attribute that is searched and sorted by, and how a record with it comes about. */
const nouns: Record<string, [attribute: string, make: Make]> = {
  system: ['name', created('system', 'name')],
  organization: ['name', created('organization', 'name')],
  user: ['lastName', created('user', 'lastName')],
  group: ['name', created('group', 'name')],
  schedule: ['name', created('schedule', 'name')],
  retention: ['name', created('retention', 'name')],
  fileset: ['description', created('fileset', 'description')],
  orphan: ['name', (world, name) => freshNouns.orphan(world, name, 'system')],
  rpiclient: ['name', (world, name) => freshNouns.rpiclient(world, name, world.acme.organization)],
  activity: ['name', created('fileset', 'description')],
};

describe.each(databases)('lists on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());

  test.each(Object.entries(nouns))(
    '%s: found in any letter case, sorted both ways, and counted beyond the page',
    async (noun, [attribute, make]) => {
      for (const letter of ['b', 'a', 'c']) await make(world, `Rule of ${noun} ${letter}`);
      const where = encodeURIComponent(JSON.stringify({ [attribute]: { contains: `RULE of ${noun} ` } }));
      const list = async (order: string, page = '') => {
        const path = `/${noun === 'orphan' ? 'orphan/system' : noun}?where=${where}&sort=${encodeURIComponent(`${attribute} ${order}`)}${page}`;
        const { status, headers, body } = await world.alice.ask('GET', path);
        const rows = (body as Record<string, string>[]).map((row) => row[attribute]?.at(-1));
        return { status, total: headers['x-total-count'], rows };
      };
      expect(await list('ASC')).toEqual({ status: 200, total: '3', rows: ['a', 'b', 'c'] });
      expect((await list('DESC')).rows).toEqual(['c', 'b', 'a']);
      expect(await list('DESC', '&limit=2&skip=1')).toEqual({ status: 200, total: '3', rows: ['b', 'a'] });
      expect(await list('ASC', '&limit=1&skip=3')).toEqual({ status: 200, total: '3', rows: [] });
    },
  );
});

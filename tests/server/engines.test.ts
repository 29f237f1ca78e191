// Every server test runs on both databases; this file says where one is missing, and that both hold the same promises.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases, makeWorld, type World } from '#tests/world.ts';
import { postgresPrograms } from '#tests/postgres.ts';

test.skipIf(postgresPrograms() === null)(
  'PostgreSQL is on this machine (where it is not, the server tests run on SQLite only)',
  () => {
    expect(databases).toEqual(['sqlite', 'postgres']);
  },
);

describe.each(databases)('a world on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());

  test('has its cast, each with the rights that the name promises', async () => {
    const seen = async (path: string) => {
      const people = [world.alice, world.bob, world.dave, world.charlie, world.nobody];
      return Promise.all(people.map(async (person) => (await person.ask('GET', path)).status));
    };
    expect(await seen(`/system/${world.acme.system}`)).toEqual([200, 200, 404, 403, 401]);
    expect(await seen(`/system/${world.birch.system}`)).toEqual([200, 404, 200, 403, 401]);
    const hello = { hostName: 'host', version: '1', internalIp: '10.0.0.1', platform: 'linux', instance: 'rosie' };
    expect((await world.rosie.ask('POST', '/client/hello', hello)).body.systems[0].id).toBe(world.acme.system);
    expect(world.log.failures).toEqual([]);
  });
});

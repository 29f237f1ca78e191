// Rights that cannot be read when they changed: enrolled people receive nothing more, and are to connect again.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Store } from '#server/db/engine.ts';
import { makeGround } from '#tests/test-database.ts';
import { databases, makeWorldOn, type World } from '#tests/world.ts';
import { allTables } from '#tests/all-tables.ts';

describe.each(databases)('a database that does not answer for a moment, on %s', (engine) => {
  let world: World;
  const away = { now: false };
  const failing = (store: Store): Store => ({
    ...store,
    read: (work) => (away.now ? Promise.reject(new Error('the database is away')) : store.read(work)),
  });
  beforeAll(async () => {
    const ground = await makeGround(engine);
    world = await makeWorldOn({ ...ground, openStore: () => failing(ground.openStore()) });
  });
  afterAll(() => world.close());

  const enrolled = async () => {
    const line = await world.bob.line();
    expect((await line.ask('GET', '/api/app/subscribe')).status).toBe(200);
    return line;
  };

  test('leaves nobody in a room that may be his no more', async () => {
    const line = await enrolled();
    const ended = new Promise<string>((resolve) => line.socket.once('disconnect', resolve));
    const link = await world.server.jobContext.read((unit) =>
      allTables(unit).selectFrom('usergroup').select('id').where('user', '=', world.bob.id).executeTakeFirstOrThrow(),
    );
    away.now = true;
    await world.server.jobContext.write((unit) => unit.remove('usergroup', String(link['id'])));
    expect(await ended).toBe('transport close');
    away.now = false;
    expect(world.log.failures.map(({ message }) => message)).toEqual(['rooms could not follow the rights']);
  });
});

// Several servers on one PostgreSQL: no alarm is raised twice, no push is sent twice, and a session ends on all of them.
import { afterEach, describe, expect, test } from 'vitest';
import { subscription } from '#tests/samples.ts';
import { DAY, HOUR, RecordingPush, databases, makeWorld, startServer, type World } from '#tests/world.ts';
import { alarmsOf, watched } from './watched.ts';

const worlds: World[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

describe.skipIf(!databases.includes('postgres'))('two servers on one PostgreSQL', () => {
  test('raise each alarm once, whoever looks first', async () => {
    const world = await makeWorld('postgres');
    worlds.push(world);
    const other = await startServer(world.ground, { clock: world.clock });
    const systems: string[] = [];
    for (let index = 0; index < 12; index += 1) systems.push(await watched(world, `Twin ${index}`));
    world.clock.advance(DAY + 2 * HOUR + 1);
    await Promise.all([world.settle(), other.settle()]);
    await Promise.all([world.settle(), other.settle()]);
    for (const system of systems) expect((await alarmsOf(world, system)).map(({ kind }) => kind)).toEqual(['overdue']);
    expect([world.log.failures, other.log.failures]).toEqual([[], []]);
    await other.close();
  });

  test('deliver each push once', async () => {
    const [mine, theirs] = [new RecordingPush(), new RecordingPush()];
    const world = await makeWorld('postgres', { push: mine });
    worlds.push(world);
    const other = await startServer(world.ground, { clock: world.clock, push: theirs });
    for (let index = 0; index < 5; index += 1)
      await world.alice.ask('PUT', '/push/subscription', subscription(`p${index}`));
    await world.rosie.ask('POST', '/client/report', {
      system: await watched(world),
      event: 'failed',
      at: world.clock.now(),
    });
    await Promise.all([world.settle(), other.settle()]);
    const endpoints = [...mine.sent, ...theirs.sent].map(({ subscription }) => subscription.endpoint);
    expect(endpoints.toSorted()).toEqual([0, 1, 2, 3, 4].map((index) => `https://push.example.com/p${index}`));
    await other.close();
  });

  test('a session that ended on one is ended on the other', async () => {
    const world = await makeWorld('postgres');
    worlds.push(world);
    const other = await startServer(world.ground, { clock: world.clock, keys: world.keys });
    const there = () => fetch(`${other.origin}/api/system`, { headers: { cookie: world.bob.browser.cookie } });
    expect((await there()).status).toBe(200);
    const cookie = world.bob.browser.cookie;
    await world.bob.ask('POST', '/auth/logout', {});
    expect((await fetch(`${other.origin}/api/system`, { headers: { cookie } })).status).toBe(401);
    await other.close();
  });
});

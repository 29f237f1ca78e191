// The activity on open screens: an event without an entry goes to those who may read a new one, once in a second.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databases, makeWorld, type Line, type World } from '#tests/world.ts';

const SECOND = 1000;

describe.each(databases)('the activity on open screens, on %s,', (engine) => {
  let world: World;
  let lines: Record<'alice' | 'bob' | 'dave' | 'charlie', Line>;
  beforeAll(async () => {
    world = await makeWorld(engine);
    const [alice, bob] = [await world.alice.line(), await world.bob.line()];
    lines = { alice, bob, dave: await world.dave.line(), charlie: await world.charlie.line() };
    for (const line of Object.values(lines)) await line.ask('GET', '/api/app/subscribe');
  });
  beforeEach(async () => {
    await pass();
    for (const line of Object.values(lines)) (await line.caughtUp()).length = 0;
  });
  afterAll(() => world.close());

  async function pass(): Promise<void> {
    world.clock.advance(SECOND);
    world.server.scheduler.wake();
    await world.settle();
  }
  const payloads = async (line: Line) =>
    (await line.caughtUp()).filter(({ event }) => event === 'activity').map(({ payload }) => payload);
  /** The people who got the event, once each. */
  async function reached(): Promise<string[]> {
    const all = await Promise.all(
      Object.entries(lines).map(async ([name, line]) => (await payloads(line)).map(() => name)),
    );
    return all.flat();
  }
  const change = (notes: string) => world.alice.ask('PATCH', `/system/${world.acme.system}`, { notes });

  test('a change is told to those who may read its entry, and the event says nothing of it', async () => {
    await change('one');
    expect(await reached()).toEqual([]);
    await pass();
    expect(await reached()).toEqual(['alice', 'bob']);
    expect(await payloads(lines.bob)).toEqual([{ verb: 'created' }]);
  });

  test('many changes of a second are one event', async () => {
    for (let at = 0; at < 5; at += 1) await change(`again ${at}`);
    await pass();
    expect(await reached()).toEqual(['alice', 'bob']);
  });

  test('what changes no record is told as well', async () => {
    await world.alice.ask('GET', `/system/${world.acme.system}/get-client-key`);
    await pass();
    expect(await reached()).toEqual(['alice', 'bob']);
  });

  test('what belongs to no organization is told to those who see all of it', async () => {
    await world.alice.ask('POST', '/group', { name: 'Night watch' });
    await world.newUser('night@example.com');
    await pass();
    expect(await reached()).toEqual(['alice']);
  });

  test('who may not read the record is told of none of its entries', async () => {
    const permissions = [{ model: 'activity', action: 'readAll' }];
    const { body } = await world.alice.ask('POST', '/group', { name: 'Activity alone', permissions });
    const user = await world.newUser('activity-alone@example.com');
    await world.alice.ask('POST', '/usergroup', { user, group: body.id });
    const line = await (await world.signIn(user)).line();
    await line.ask('GET', '/api/app/subscribe');
    await pass();
    (await line.caughtUp()).length = 0;
    await change('not for everybody');
    await pass();
    expect(await payloads(line)).toEqual([]);
    expect(await payloads(lines.alice)).toHaveLength(2);
  });

  test('a change that was refused is told to nobody', async () => {
    await world.dave.ask('PATCH', `/system/${world.acme.system}`, { notes: 'not mine' });
    await pass();
    expect(await reached()).toEqual([]);
  });

  test('nothing of all this was a failure of the server', () => {
    expect(world.log.failures).toEqual([]);
  });
});

// Effects of a report, whatever the clocks say: of the server, set back or ahead, and of the client.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, databases, makeWorld, type World } from '#tests/world.ts';
import { alarmsOf, healthOf, watched } from './watched.ts';

const shifted = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString();

describe.each(databases)('the order of reports on %s', (engine) => {
  let world: World;
  let made = 0;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());

  const nightly = () => watched(world, `ordered ${(made += 1)}`);
  /** By a client whose clock is `off` from the server's, of something that is so old. */
  const report = async (system: string, event: string, { off = 0, age = 0, ...more }: Record<string, any> = {}) => {
    const sentAt = world.clock.in(off);
    const file = `${event} ${(made += 1)}`;
    const body = { system, event, file, size: 1, sentAt, at: shifted(sentAt, -age), ...more };
    const { status } = await world.rosie.ask('POST', '/client/report', body);
    expect(status).toBe(200);
  };
  const openOf = async (system: string) =>
    (await alarmsOf(world, system)).filter(({ resolvedAt }) => resolvedAt === null).map(({ kind }) => kind);
  const stateOf = async (system: string) => [await healthOf(world, system), await openOf(system)];
  const setBack = async (ms: number) => {
    world.clock.advance(-ms);
    await world.settle();
  };

  test('a failure counts though the clock of the server was set back an hour since the last backup', async () => {
    const system = await nightly();
    await setBack(HOUR);
    world.clock.advance(MINUTE);
    await report(system, 'failed');
    expect(await stateOf(system)).toEqual(['failed', ['failed']]);
  });

  test('a backup ends a failure that was raised before the clock of the server was set back', async () => {
    const system = await nightly();
    world.clock.advance(MINUTE);
    await report(system, 'failed');
    await setBack(HOUR);
    world.clock.advance(10 * MINUTE);
    await report(system, 'success', { age: 3 * HOUR });
    expect(await stateOf(system)).toEqual(['failed', ['failed']]);
    await report(system, 'success', { age: 5 * MINUTE });
    expect(await stateOf(system)).toEqual(['ok', []]);
  });

  test.each([-2 * HOUR, 2 * HOUR])('a client whose clock is %i ms off is heard', async (off) => {
    const system = await nightly();
    world.clock.advance(MINUTE);
    await report(system, 'failed', { off });
    expect(await stateOf(system)).toEqual(['failed', ['failed']]);
    world.clock.advance(10 * MINUTE);
    await report(system, 'success', { off, age: HOUR });
    expect(await stateOf(system)).toEqual(['failed', ['failed']]);
    await report(system, 'success', { off, age: MINUTE });
    expect(await stateOf(system)).toEqual(['ok', []]);
    const { body } = await world.alice.ask('GET', `/system/${system}`);
    expect(body.lastBackup).toBe(world.clock.in(-MINUTE));
  });

  test('who does not say when it sent counts by the receipt where it failed', async () => {
    const system = await nightly();
    world.clock.advance(MINUTE);
    await report(system, 'failed', { off: -2 * HOUR, sentAt: undefined });
    expect(await stateOf(system)).toEqual(['failed', ['failed']]);
  });

  test('a success of an age that reaches before 1970 is history, and ends nothing', async () => {
    const system = await nightly();
    world.clock.advance(MINUTE);
    await report(system, 'failed');
    for (const sentAt of ['9999-12-31T23:59:59.999Z', shifted(world.clock.now(), 100 * 366 * DAY)])
      await report(system, 'success', { at: world.clock.now(), sentAt });
    expect(await stateOf(system)).toEqual(['failed', ['failed']]);
  });

  test('what is older than the newest backup fills history and ends nothing', async () => {
    const system = await nightly();
    world.clock.advance(DAY + 3 * HOUR);
    await world.settle();
    expect(await stateOf(system)).toEqual(['overdue', ['overdue']]);
    await report(system, 'success', { age: 2 * DAY });
    expect(await stateOf(system)).toEqual(['overdue', ['overdue']]);
    await report(system, 'failed', { age: 2 * DAY });
    expect(await stateOf(system)).toEqual(['overdue', ['overdue']]);
    await report(system, 'success');
    expect(await stateOf(system)).toEqual(['ok', []]);
  });

  test('what is left over from before a failure does not end it, though newer than the last backup', async () => {
    const system = await nightly();
    world.clock.advance(10 * HOUR);
    await report(system, 'failed');
    world.clock.advance(MINUTE);
    await report(system, 'success', { age: 2 * HOUR });
    expect(await stateOf(system)).toEqual(['failed', ['failed']]);
  });

  test('false alarms of a clock that ran a day ahead close by themselves, and the next is raised in time', async () => {
    const [quiet, reporting] = [await nightly(), await nightly()];
    world.clock.advance(DAY + 3 * HOUR);
    await world.settle();
    expect(await stateOf(quiet)).toEqual(['overdue', ['overdue']]);
    await report(reporting, 'success');
    await setBack(DAY);
    expect([await stateOf(quiet), await stateOf(reporting)]).toEqual([
      ['ok', []],
      ['ok', []],
    ]);
    world.clock.advance(DAY);
    await world.settle();
    expect(await stateOf(quiet)).toEqual(['overdue', ['overdue']]);
    world.clock.advance(2 * HOUR + MINUTE);
    await world.settle();
    expect(await stateOf(reporting)).toEqual(['overdue', ['overdue']]);
  });
});

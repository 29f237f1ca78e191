// Instants of any precision: stored, compared and answered in one form.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fresh } from '#tests/samples.ts';
import { HOUR, databases, makeWorld, type World } from '#tests/world.ts';

describe.each(databases)('instants on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());

  /** The second `ago`, as scripts write it. */
  const second = (ago: number) => world.clock.in(-ago).replace('.000Z', 'Z');

  test('one without milliseconds, or with more than them, is kept as all others are', async () => {
    const system = await fresh.system(world, 'precise');
    const report = (at: string, file: string) =>
      world.rosie.ask('POST', '/client/report', { system, event: 'success', at, file, size: 1 });
    for (const [at, file] of [
      [second(2 * HOUR), 'seconds.zip'],
      [second(HOUR).replace('Z', '.123456Z'), 'micro.zip'],
    ] as const)
      expect((await report(at, file)).status).toBe(200);
    const { body } = await world.alice.ask('GET', `/backup?system=${system}&sort=date`);
    const stored = [world.clock.in(-2 * HOUR), world.clock.in(-HOUR).replace('.000Z', '.123Z')];
    expect(body.map(({ date }: any) => date)).toEqual(stored);
    // The same moment in another form is the same backup.
    await report(world.clock.in(-2 * HOUR), 'seconds.zip');
    expect((await world.alice.ask('GET', `/backup?system=${system}`)).body).toHaveLength(2);
    const { body: changed } = await world.alice.ask('PATCH', `/system/${system}`, {
      active: false,
      reenableTime: second(-HOUR),
    });
    expect(changed.reenableTime).toBe(world.clock.in(HOUR));
  });

  test('a filter compares moments, not letters', async () => {
    const { createdAt, id } = (await world.alice.ask('GET', '/backup?limit=1')).body[0];
    const seconds = String(createdAt).replace(/\.\d+Z$/, 'Z');
    const found = async (operator: string, value: unknown) => {
      const where = encodeURIComponent(JSON.stringify({ id, createdAt: { [operator]: value } }));
      const { status, body } = await world.alice.ask('GET', `/backup?where=${where}`);
      return status === 200 ? body.length : body.details[0];
    };
    expect(createdAt).toMatch(/\.000Z$/);
    expect([await found('>=', seconds), await found('<=', seconds), await found('=', seconds)]).toEqual([1, 1, 1]);
    expect([await found('<', seconds), await found('>', seconds), await found('!=', seconds)]).toEqual([0, 0, 0]);
    expect(await found('in', [seconds])).toBe(1);
    expect(await found('startsWith', seconds.slice(0, 13))).toBe(1);
    expect(await found('>', 'yesterday')).toMatch(/^where\.createdAt: must be an instant/);
  });
});

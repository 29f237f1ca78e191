// A browser without a session asks whether it still rings: the secret of its subscription answers for it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { subscription } from '#tests/samples.ts';
import { databases, makeWorld, type World } from '#tests/world.ts';

describe.each(databases)('a browser without a session on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
    // The first answer brings the anti-forgery cookie.
    await world.nobody.ask('GET', '/auth/check-user');
  });
  afterAll(() => world.close());

  const rings = async (endpoint: string, auth: string) =>
    (await world.nobody.ask('POST', '/push/check', { endpoint, auth })).body.rings;

  test('learns it by the secret of its own subscription alone', async () => {
    const own = subscription('bob');
    const { endpoint, keys } = own;
    expect(await rings(endpoint, keys.auth)).toBe(false);
    await world.bob.ask('PUT', '/push/subscription', own);
    expect(await rings(endpoint, keys.auth)).toBe(true);
    expect(await rings(endpoint, 'another')).toBe(false);
    expect(await rings(`${endpoint}x`, keys.auth)).toBe(false);
    await world.alice.ask('PATCH', `/user/${world.bob.id}`, { active: false });
    expect(await rings(endpoint, keys.auth)).toBe(false);
    await world.alice.ask('PATCH', `/user/${world.bob.id}`, { active: true });
  });

  test('no longer rings once its device was removed', async () => {
    const own = subscription('alice');
    const { endpoint, keys } = own;
    const { body } = await world.alice.ask('PUT', '/push/subscription', own);
    expect(await rings(endpoint, keys.auth)).toBe(true);
    await world.alice.ask('DELETE', `/device/${body.id}`);
    expect(await rings(endpoint, keys.auth)).toBe(false);
  });
});

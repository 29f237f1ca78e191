// When an act counts as done that a phone says it was done long ago: a day back at most, with the moment of the server beside it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, HOUR, makeWorld, type World } from '#tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld('sqlite');
});
afterAll(() => world.close());

test.each([
  ['within a day', -23 * HOUR, -23 * HOUR],
  ['a day ago', -DAY, -DAY],
  ['before that', -DAY - 1, -DAY],
  ['in another year', -400 * DAY, -DAY],
  ['in the future', HOUR, 0],
])('%s', async (_when, claimed, counts) => {
  world.clock.advance(3 * DAY);
  const { alarm } = world.acme;
  const path = `/alarm/${alarm}`;
  const { status, body } = await world.bob.ask('POST', `${path}/acknowledge`, { actedAt: world.clock.in(claimed) });
  expect([status, body.alarm?.acknowledgedAt]).toEqual([200, world.clock.in(counts)]);
  const where = encodeURIComponent(JSON.stringify({ model: 'alarm', object: alarm }));
  const [newest] = (await world.alice.ask('GET', `/activity?where=${where}&sort=id DESC&limit=1`)).body;
  expect(newest.createdAt).toBe(world.clock.now());
  expect((await world.bob.ask('POST', `${path}/release`, {})).status).toBe(200);
});

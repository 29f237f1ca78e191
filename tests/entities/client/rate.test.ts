// How often clients may act for one system.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fresh } from '#tests/samples.ts';
import { makeWorld, type World } from '#tests/world.ts';

const ACTS = 1200;

let world: World;
beforeAll(async () => {
  world = await makeWorld('sqlite');
});
afterAll(() => world.close());

const log = (system: string) =>
  world.rosie.ask('POST', '/client/report', { system, event: 'log', at: world.clock.now(), text: 'again' });

test('the clients of one system act 1,200 times in ten minutes, and are told when to go on', async () => {
  const { system } = world.acme;
  const begun = performance.now();
  const answers: Awaited<ReturnType<typeof log>>[] = [];
  while (answers.every(({ status }) => status === 200))
    answers.push(...(await Promise.all(Array.from({ length: 50 }, () => log(system)))));
  const refused = answers.filter(({ status }) => status !== 200);
  const seconds = Math.ceil((performance.now() - begun) / 1000) + 1;
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(ACTS);
  // Two more are accepted in each second, so that a client above its rate is not silent.
  expect(answers.length - refused.length).toBeLessThanOrEqual(ACTS + 2 * seconds);
  for (const { status, body, headers } of refused)
    expect([status, body, headers['retry-after']]).toEqual([
      429,
      { code: 'E_RATE', message: 'Too many requests. Try again in 1 seconds.' },
      '1',
    ]);
  const date = world.clock.now();
  for (const path of [
    `/system/${system}/get-upload-keys?name=a.zip&date=${date}`,
    `/backup/notify?system=${system}&date=${date}`,
  ]) {
    const more = await Promise.all(Array.from({ length: 20 }, () => world.rosie.ask('GET', path)));
    expect(more.map(({ status }) => status)).toContain(429);
  }
});

test('other systems, and people, go on; a client of another organization takes nothing of it', async () => {
  const { system } = world.acme;
  const other = await fresh.system(world, 'another');
  expect((await log(other)).status).toBe(200);
  const path = `/system/${system}/get-upload-keys?name=a.zip&date=${world.clock.now()}`;
  expect((await world.alice.ask('GET', path)).status).toBe(200);
  expect((await log(world.birch.system)).status).toBe(404);
});

test('a second later one more is heard', async () => {
  const { system } = world.acme;
  await expect.poll(async () => (await log(system)).status, { timeout: 30_000 }).toBe(200);
});

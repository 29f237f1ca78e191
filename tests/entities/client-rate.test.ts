// How often clients may act for one system.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { advanceDate, restoreDate } from '#tests/dates.ts';
import { fresh } from '#tests/samples.ts';
import { makeWorld, type World } from '#tests/world.ts';

const ACTS = 1200;

let world: World;
beforeAll(async () => {
  world = await makeWorld('sqlite');
  // The date stands still, so that none of the acts is a second later.
  advanceDate(0);
});
afterAll(async () => {
  restoreDate();
  await world.close();
});

const log = (system: string) =>
  world.rosie.ask('POST', '/client/report', { system, event: 'log', at: world.clock.now(), text: 'again' });

test('the clients of one system act 1,200 times in ten minutes, and are told when to go on', async () => {
  const { system } = world.acme;
  for (let acts = 0; acts < ACTS; acts += 50) {
    const said = await Promise.all(Array.from({ length: 50 }, () => log(system)));
    expect(said.every((answer) => answer.status === 200)).toBe(true);
  }
  const { status, body, headers } = await log(system);
  expect([status, body, headers['retry-after']]).toEqual([
    429,
    { code: 'E_RATE', message: 'Too many requests. Try again in 1 seconds.' },
    '1',
  ]);
  const keys = await world.rosie.ask('GET', `/system/${system}/get-upload-keys?name=a.zip&date=${world.clock.now()}`);
  const notify = await world.rosie.ask('GET', `/backup/notify?system=${system}&date=${world.clock.now()}`);
  expect([keys.status, notify.status]).toEqual([429, 429]);
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
  advanceDate(1000);
  expect((await log(world.acme.system)).status).toBe(200);
});

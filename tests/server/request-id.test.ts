// The id of a request: on every answer, and beside its failure in the log.
import { afterEach, expect, test } from 'vitest';
import type { Store } from '#server/db/engine.ts';
import { makeGround } from '#tests/test-database.ts';
import { makeWorldOn, type World } from '#tests/world.ts';

let world: World | null = null;
afterEach(async () => {
  await world?.close();
  world = null;
});

test('every answer carries an id of its own, and a failure is logged under it', async () => {
  const ground = await makeGround('sqlite');
  let broken = false;
  const openStore = (): Store => {
    const store = ground.openStore();
    return { ...store, read: (work) => (broken ? Promise.reject(new Error('it broke')) : store.read(work)) };
  };
  world = await makeWorldOn({ ...ground, openStore });
  const { alice, nobody, log } = world;
  const logged: unknown[] = [];
  const line = await alice.line();
  const known = new Set<string>();
  const idOf = ({ headers }: { headers: Record<string, unknown> }): string => String(headers['x-request-id']);
  const answers = [
    await alice.ask('GET', '/system'),
    await alice.ask('GET', '/nothing'),
    await nobody.browser.ask('GET', '/healthz'),
    await nobody.browser.ask('GET', '/elsewhere'),
    await alice.browser.ask('POST', '/api/organization', { name: '' }),
    await line.ask('GET', '/api/system'),
    await line.ask('GET', '/api/nothing'),
  ];
  for (const answer of answers) {
    expect(idOf(answer)).toMatch(/^[0-9a-f]{12}$/);
    known.add(idOf(answer));
  }
  expect(known.size).toBe(answers.length);
  const failure = log.failure.bind(log);
  log.failure = (message, error, id) => (logged.push(id), failure(message, error, id));
  broken = true;
  for (const answer of [await alice.ask('GET', '/system'), await line.ask('GET', '/api/system')]) {
    expect([answer.status, answer.body.requestId]).toEqual([500, idOf(answer)]);
    expect(log.failures.length).toBeGreaterThan(0);
    expect(logged).toContain(idOf(answer));
  }
  broken = false;
});

// The answers that are compressed: those with records, for a page of this site that reads gzip.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeWorld, type World } from '#tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld('sqlite');
  for (let count = 0; count < 3; count += 1)
    await world.alice.ask('POST', '/schedule', { name: `Weekly ${count}`, intervalUnit: 'Weeks' });
});
afterAll(() => world.close());

const gzip = { 'accept-encoding': 'gzip' };
const codingOf = async (path: string, headers: Record<string, string> = gzip) =>
  (await world.alice.ask('GET', path, undefined, headers)).headers['content-encoding'] ?? null;

describe('an answer of more than 1 kB with records', () => {
  test('is compressed, and reads as it is', async () => {
    const zipped = await world.alice.ask('GET', '/schedule', undefined, gzip);
    const plain = await world.alice.ask('GET', '/schedule', undefined, { 'accept-encoding': 'identity' });
    expect(JSON.stringify(plain.body).length).toBeGreaterThan(1000);
    expect([zipped.headers['content-encoding'], zipped.headers['vary']]).toEqual(['gzip', 'accept-encoding']);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(zipped.body).toEqual(plain.body);
    expect(zipped.headers['x-total-count']).toBe(plain.headers['x-total-count']);
  });

  test('is not compressed without the anti-forgery token, or with a wrong one: another site may have asked', async () => {
    expect(await codingOf('/schedule', { ...gzip, 'x-xsrf-token': '' })).toBeNull();
    expect(await codingOf('/schedule', { ...gzip, 'x-xsrf-token': 'wrong' })).toBeNull();
    expect(await codingOf('/schedule', { ...gzip, origin: 'https://elsewhere.example' })).toBeNull();
  });
});

test('a short answer is not compressed', async () => {
  expect(await codingOf('/schedule?limit=1&select=name')).toBeNull();
});

test('an answer without records is not compressed: that of the session, and those that hold a key', async () => {
  const session = await world.alice.ask('GET', '/auth/check-user', undefined, gzip);
  expect(JSON.stringify(session.body).length).toBeGreaterThan(1000);
  expect(session.headers['content-encoding']).toBeUndefined();
  const key = await world.alice.ask('GET', `/system/${world.acme.system}/get-client-key`, undefined, gzip);
  expect([key.status, key.headers['content-encoding']]).toEqual([200, undefined]);
});

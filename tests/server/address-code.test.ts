// The address of this server as a QR code.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeWorld, type World } from '#tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld('sqlite');
});
afterAll(() => world.close());

const codeAt = async (host: string) => {
  const answer = await fetch(`${world.origin}/address.svg`, { headers: { host } });
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
};

test('the code is a picture of the address that was opened, without a session', async () => {
  const own = await codeAt('backups.example');
  expect([own.status, own.type]).toEqual([200, 'image/svg+xml']);
  expect(own.text).toMatch(/^<svg .*<path .*<\/svg>$/s);
  expect((await codeAt('backups.example')).text).toBe(own.text);
  expect((await codeAt('elsewhere.example')).text).not.toBe(own.text);
});

test('an address that no code can hold is an error with its rule', async () => {
  const { status, text } = await codeAt(`${'a'.repeat(300)}.example`);
  expect([status, JSON.parse(text)]).toEqual([
    413,
    { code: 'E_TOO_LARGE', message: 'The host may have at most 260 characters.' },
  ]);
});

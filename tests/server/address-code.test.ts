// The address of this server as a QR code.
import { once } from 'node:events';
import { type IncomingMessage, get } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeWorld, type World } from '#tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld('sqlite');
});
afterAll(() => world.close());

/** `fetch` would name the host of the address. */
const codeAt = async (host: string) => {
  const [answer] = (await once(get(`${world.origin}/address.svg`, { headers: { host } }), 'response')) as [
    IncomingMessage,
  ];
  return { status: answer.statusCode, type: answer.headers['content-type'], text: await text(answer) };
};

test('the code is a picture of the address that was opened, without a session', async () => {
  const own = await codeAt('backups.example');
  expect([own.status, own.type]).toEqual([200, 'image/svg+xml']);
  expect(own.text).toMatch(/^<svg .*<path .*<\/svg>$/s);
  expect((await codeAt('backups.example')).text).toBe(own.text);
  expect((await codeAt('elsewhere.example')).text).not.toBe(own.text);
});

test('an address that no code can hold is an error with its rule', async () => {
  const refused = await codeAt(`${'a'.repeat(300)}.example`);
  expect([refused.status, JSON.parse(refused.text)]).toEqual([
    413,
    { code: 'E_TOO_LARGE', message: 'The host may have at most 260 characters.' },
  ]);
});

// The program with a certificate of its own: HTTPS without a proxy, and a start that is refused where it could not be.
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { PASSWORD } from '#tests/cast.ts';
import { Stage, buildProgram, dropProgram } from '#tests/program.ts';

const fixture = (name: string) => resolve(import.meta.dirname, '../fixtures', name);
const CERT = fixture('push-cert.pem');
const KEY = fixture('push-key.pem');
const ca = readFileSync(CERT);

const stage = new Stage();
beforeAll(buildProgram, 240_000);
afterAll(dropProgram);
afterEach(() => stage.clear());

interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** `fetch` takes no certificate authority of its own. */
function ask(url: string, method = 'GET', headers: Record<string, string> = {}, body = ''): Promise<HttpAnswer> {
  return new Promise((resolve, failed) => {
    const asked = request(url, { method, headers, ca, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('error', failed);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
    });
    asked.on('error', failed).end(body);
  });
}

test('with TLS_CERT and TLS_KEY it answers over HTTPS only, and its cookies go nowhere else', async () => {
  const program = stage.program(stage.folder(), { TLS_CERT: CERT, TLS_KEY: KEY });
  await program.start();
  expect(program.origin).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  const health = await ask(`${program.origin}/healthz`);
  expect([health.status, health.body]).toEqual([200, '{"ok":true}']);
  const first = await ask(`${program.origin}/api/auth/check-user`);
  const given = first.headers['set-cookie'] ?? [];
  const [token = ''] = given.flatMap((line) => /^XSRF-TOKEN=([^;]+)/.exec(line)?.[1] ?? []);
  const signedIn = await ask(
    `${program.origin}/api/auth/login`,
    'POST',
    {
      'content-type': 'application/json',
      cookie: given.map((line) => line.split(';')[0]).join('; '),
      'x-xsrf-token': token,
    },
    JSON.stringify({ email: 'alice@example.com', password: PASSWORD }),
  );
  expect(signedIn.status).toBe(200);
  const cookies = [...given, ...(signedIn.headers['set-cookie'] ?? [])];
  expect(cookies.some((line) => line.startsWith('__Host-bw_session='))).toBe(true);
  expect(cookies.filter((line) => !line.split('; ').includes('Secure'))).toEqual([]);
  await expect(fetch(`${program.origin.replace('https:', 'http:')}/healthz`)).rejects.toThrow('fetch failed');
  expect(await program.end('SIGTERM')).toBe(0);
});

const BOTH = 'TLS_CERT and TLS_KEY: set both or neither.';
const NONE = /^TLS_CERT and TLS_KEY: not a certificate and its key \([^\n]+\)\.$/;

test.each([
  ['a certificate without its key', { TLS_CERT: CERT }, BOTH],
  ['a key without its certificate', { TLS_KEY: KEY }, BOTH],
  ['a file that is not there', { TLS_CERT: CERT, TLS_KEY: 'nowhere' }, 'TLS_KEY: must be a file that can be read.'],
  ['a file that is no certificate', { TLS_CERT: 'words', TLS_KEY: KEY }, NONE],
  ['the key of another certificate', { TLS_CERT: CERT, TLS_KEY: 'other' }, NONE],
])('%s is refused in a sentence', async (_what, given, sentence) => {
  const folder = stage.folder();
  const files = Object.entries(given).map(([name, file]) => [name, resolve(folder, file)]);
  writeFileSync(join(folder, 'words'), 'These are only words.\n');
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  writeFileSync(join(folder, 'other'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const ended: Error = await stage
    .program(folder, Object.fromEntries(files))
    .start()
    .then(() => new Error('it listens'))
    .catch((error: unknown) => error as Error);
  const [, reason] = /^the server ended \(1\): Backwatch did not start\. (.*)\n$/.exec(ended.message) ?? [];
  expect(reason ?? ended.message).toEqual(typeof sentence === 'string' ? sentence : expect.stringMatching(sentence));
});

// The end of the program: within five seconds of the signal, whoever is connected and whatever hangs. The clock is the
// rule here, and nothing else is measured by it.
import { randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { Agent, get, request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Program, Stage, buildProgram, dropProgram, signedIn } from '#tests/program.ts';
import { Browser, Line } from '#tests/test-clients.ts';

const LIMIT_MS = 5_000;
/** Requests that have not ended by then are about to be aborted. */
const IN_ORDER_MS = 4_400;

const stage = new Stage();
beforeAll(buildProgram, 240_000);
afterAll(dropProgram);
afterEach(() => stage.clear());

async function endsInTime(program: Program, limit = LIMIT_MS): Promise<void> {
  const asked = performance.now();
  expect(await program.end('SIGTERM')).toBe(0);
  expect(performance.now() - asked).toBeLessThan(limit);
}

/** A connection that has been used once and waits for its next request. Answers how to see whether it is open. */
async function keepAlive({ origin }: Program): Promise<() => boolean> {
  const agent = new Agent({ keepAlive: true });
  stage.leave(() => agent.destroy());
  await new Promise<void>((answered, failed) => {
    get(`${origin}/healthz`, { agent }, (response) => response.resume().on('end', answered)).on('error', failed);
  });
  const idle = () => Object.values(agent.freeSockets).flat();
  await expect.poll(() => idle().length).toBe(1);
  return () => idle().length > 0;
}

/** Sends the first half of a file where an upload was allowed, and then nothing. */
async function halfUpload(program: Program, alice: Browser, folder: string): Promise<void> {
  const organization = (await alice.ask('POST', '/api/organization', { name: 'Acme' })).body.id as string;
  const system = (await alice.ask('POST', '/api/system', { name: 'Ledger', organization })).body.id as string;
  const { key } = (await alice.ask('GET', `/api/organization/${organization}/get-client-key`)).body as { key: string };
  const client = new Browser(program.origin, { authorization: `Bearer ${key}`, 'x-client-instance': 'one' });
  const path = `/api/system/${system}/get-upload-keys?name=big.zip&date=${new Date().toISOString()}`;
  const { url } = (await client.ask('GET', path)).body as { url: string };
  const content = randomBytes(400_000);
  const upload = request(`${program.origin}${url}`, { method: 'PUT', headers: { 'content-length': content.length } });
  upload.on('error', () => undefined);
  stage.leave(() => upload.destroy());
  upload.write(content.subarray(0, content.length / 2));
  const arrived = () =>
    filesIn(folder, 'tmp').reduce((sum, name) => sum + statSync(join(folder, 'store/tmp', name)).size, 0);
  await expect.poll(arrived, { timeout: 30_000 }).toBe(content.length / 2);
}

const filesIn = (folder: string, part: 'objects' | 'tmp') => readdirSync(join(folder, 'store', part));

test('SIGTERM ends it in time and in order while a person looks on, a connection is kept and an upload hangs', async () => {
  const folder = stage.folder();
  const program = stage.program(folder);
  await program.start();
  const alice = await signedIn(program);
  const line = await Line.open(program.origin, { cookie: alice.cookie });
  stage.leave(() => line.close());
  const isAlive = await keepAlive(program);
  await halfUpload(program, alice, folder);
  expect([line.socket.connected, isAlive()]).toEqual([true, true]);
  await endsInTime(program, IN_ORDER_MS);

  await program.start();
  expect(filesIn(folder, 'objects')).toEqual([]);
  // The server itself writes a file now and then, to see whether the store takes it.
  await expect.poll(() => filesIn(folder, 'tmp'), { timeout: 30_000 }).toEqual([]);
  const again = await signedIn(program);
  expect((await again.ask('GET', '/api/system')).body).toMatchObject([{ name: 'Ledger', lastBackup: null }]);
  expect((await again.ask('GET', '/api/backup')).body).toEqual([]);
});

test('what waits for a mail server that says nothing is cut off in time', async () => {
  const taken: unknown[] = [];
  const silent = createServer((socket) => void taken.push(socket.on('error', () => undefined)));
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
  stage.leave(() => silent.close());
  const { port } = silent.address() as AddressInfo;
  const program = stage.program(stage.folder(), {
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'watch@example.com',
  });
  await program.start();
  const alice = await signedIn(program);
  const asked = await alice.ask('POST', '/api/auth/send-reset-email', { email: 'alice@example.com' });
  expect(asked.status).toBe(200);
  await expect.poll(() => taken.length, { timeout: 30_000 }).toBeGreaterThan(0);
  await endsInTime(program);
});

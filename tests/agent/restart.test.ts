// The client across restarts of its server, both as they are built, on one data folder and one port: every file is stored once.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { makeGround } from '#tests/test-database.ts';
import { CLIENT, Program, buildClient, buildProgram, dropProgram, signedIn } from '#tests/program.ts';
import type { Browser } from '#tests/test-clients.ts';
import { sha } from './honest-server.ts';
import { slowLine } from './slow-line.ts';
import { clientProcess, folder, put, type Process } from './workshop.ts';

/** A start costs seconds on a busy machine, and the client waits up to as long as it has sought before. */
const patient = { timeout: 90_000, interval: 100 };
const LONG = 240_000;

beforeAll(() => {
  buildProgram();
  buildClient();
}, LONG);
afterAll(dropProgram);

interface Stage {
  program: Program;
  client: Process;
  alice: Browser;
  system: string;
  /** Of the server's object store. */
  store: string;
  /** Every file that was written, with its hash. */
  written: Record<string, string>;
  /** Writes a file as it was written a while ago (`minutes`). */
  write: (name: string, content: Buffer, minutes: number) => Promise<void>;
}

async function freePort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return String(port);
}

/** A server, a system with one fileset, and the client that watches it; it reaches the server by the origin that `line` answers. */
async function setStage(line: (origin: string) => Promise<string> | string = (origin) => origin): Promise<Stage> {
  const ground = await makeGround('sqlite');
  onTestFinished(() => ground.gone());
  const program = new Program(ground, { PORT: await freePort() });
  onTestFinished(async () => void (await program.end('SIGKILL')));
  await program.start();
  const alice = await signedIn(program);
  const made = async (noun: string, body: object) => String((await alice.ask('POST', `/api/${noun}`, body)).body.id);
  const organization = await made('organization', { name: 'Acme' });
  const system = await made('system', { name: 'Ledger', organization });
  await made('fileset', { system, glob: '*.zip' });
  const { key } = (await alice.ask('GET', `/api/system/${system}/get-client-key`)).body;
  const [root, state] = [await folder(), await folder()];
  const server = await line(program.origin);
  const words = ['--server', server, '--key', key, '--root', root, '--state', state, '--scan-every', '1'];
  const client = clientProcess(words, {}, [CLIENT]);
  const written: Record<string, string> = {};
  const write = async (name: string, content: Buffer, minutes: number) => {
    written[name] = sha(content);
    await put(join(root, name), content, minutes);
  };
  return { program, client, alice, system, store: join(ground.folder, 'store'), written, write };
}

const textsOf = ({ output }: Process): string[] => {
  const whole = output.out.slice(0, output.out.lastIndexOf('\n') + 1);
  return whole.split('\n').flatMap((line) => (line === '' ? [] : String(JSON.parse(line).text)));
};
const printedCount = ({ client }: Stage, start: string) =>
  textsOf(client).filter((text) => text.startsWith(start)).length;

interface Backup {
  file: string;
  sha256: string;
  key: string;
}

async function backups({ alice, system }: Stage): Promise<Backup[]> {
  const { status, body } = await alice.ask('GET', `/api/backup?system=${system}&limit=1000&sort=file`);
  expect(status).toBe(200);
  return body;
}

/** Waits until as many backups are there as files were written. */
const allStored = (stage: Stage) =>
  expect
    .poll(async () => (await backups(stage)).length, patient)
    .toBeGreaterThanOrEqual(Object.keys(stage.written).length);

/** Ends the server, and starts it again when the client has missed it and `meanwhile` has happened. */
async function away(stage: Stage, signal: NodeJS.Signals, meanwhile: () => Promise<void>): Promise<void> {
  const gone = printedCount(stage, 'The connection is gone');
  await stage.program.end(signal);
  await meanwhile();
  await expect.poll(() => printedCount(stage, 'The connection is gone'), patient).toBe(gone + 1);
  const since = new Date().toISOString();
  await stage.program.start();
  // Of a server that was killed the record still says what it knew last.
  await expect
    .poll(async () => {
      const { connected, lastConnection } = (await stage.alice.ask('GET', `/api/system/${stage.system}`)).body;
      return connected && lastConnection > since;
    }, patient)
    .toBe(true);
}

const filesIn = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

/** The sizes of what has not arrived whole. */
const arriving = (store: string) =>
  readdirSync(join(store, 'tmp')).map((name) => statSync(join(store, 'tmp', name)).size);

/** Of a client that never ended, and of which each file was one run, to its end. */
async function expectOneLife(stage: Stage): Promise<void> {
  const { alice, client, system, written } = stage;
  const files = Object.keys(written).length;
  await expect.poll(() => printedCount(stage, 'Stored '), patient).toBe(files);
  await alice.ask('POST', '/api/client/signal', { id: system, type: 'system', signal: 'scan' });
  const looked = `Looked as asked: ${files} file(s) match, 0 new, 0 still being written.`;
  await expect.poll(() => printedCount(stage, looked), patient).toBe(1);
  expect(['Stored ', 'Storing ', 'Not stored'].map((start) => printedCount(stage, start))).toEqual([files, files, 0]);
  expect(['backwatch-client', 'Ended'].map((start) => printedCount(stage, start))).toEqual([1, 0]);
  expect([client.child.exitCode, client.child.signalCode, client.output.err]).toEqual([null, null, '']);
}

/** Every file is a backup, once and whole, and nobody was called. */
async function expectAllWell(stage: Stage): Promise<void> {
  const { alice, store, written } = stage;
  await allStored(stage);
  await expectOneLife(stage);
  const found = await backups(stage);
  expect(found.map(({ file }) => file)).toEqual(Object.keys(written).toSorted());
  expect(Object.fromEntries(found.map(({ file, sha256 }) => [file, sha256]))).toEqual(written);
  for (const { file, key } of found)
    expect([file, sha(readFileSync(join(store, 'objects', key)))]).toEqual([file, written[file]]);
  expect(filesIn(join(store, 'objects'))).toHaveLength(found.length);
  expect(arriving(store)).toEqual([]);
  expect((await alice.ask('GET', '/api/alarm')).body).toEqual([]);
}

test(
  'a server that ends and one that is killed find the client again, and every file of meanwhile',
  { timeout: LONG },
  async () => {
    const stage = await setStage();
    const { program, client, write } = stage;
    await write('before.zip', randomBytes(1000), 600);
    await allStored(stage);

    await away(stage, 'SIGTERM', async () => {
      for (const hours of [9, 8, 7]) await write(`${hours}-hours-ago.zip`, randomBytes(1000), hours * 60);
      await expect.poll(() => printedCount(stage, 'No connection'), patient).toBeGreaterThan(0);
    });
    await allStored(stage);

    const many = 60;
    const begun = new Promise<void>((resolve) => {
      client.child.stdout?.on('data', (chunk: Buffer) => chunk.includes('Stored many-') && resolve());
    });
    for (let index = 0; index < many; index += 1) await write(`many-${index}.zip`, randomBytes(200_000), 300 - index);
    await begun;
    await away(stage, 'SIGKILL', async () => {
      expect(printedCount(stage, 'Stored many-')).toBeLessThan(many);
      for (const hours of [3, 2, 1]) await write(`${hours}-hours-ago.zip`, randomBytes(1000), hours * 60);
    });
    await expectAllWell(stage);
    expect(program.output).not.toMatch(/"level":[56]0/);
  },
);

test(
  'a file whose upload a killed server cut off is stored whole when it is back, in the same run',
  { timeout: LONG },
  async () => {
    let letPass = () => {};
    const killed = new Promise<void>((resolve) => {
      letPass = resolve;
    });
    const stage = await setStage((origin) => slowLine(origin, () => killed, 1_000_000));
    const { alice, store, write } = stage;
    const content = randomBytes(4_000_000);
    await write('large.zip', content, 60);
    await expect.poll(() => arriving(store), patient).toEqual([expect.toSatisfy((size) => size > 0)]);
    await away(stage, 'SIGKILL', async () => {
      expect(arriving(store)).toEqual([expect.toSatisfy((size) => size < content.length)]);
      expect(filesIn(join(store, 'objects'))).toEqual([]);
      letPass();
    });
    await expectAllWell(stage);

    const [large] = await backups(stage);
    const { url } = (await alice.ask('GET', `/api/backup/get-download-url?key=${encodeURIComponent(large!.key)}`)).body;
    const restored = await fetch(`${stage.program.origin}${url}`);
    expect(sha(Buffer.from(await restored.arrayBuffer()))).toBe(sha(content));
  },
);

// The folder store against a real disk: links out of it, a full one, a killed process, a vanished one.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openFolderStorage } from '#server/ports/storage-folder.ts';
import type { Storage, StoredObject } from '#server/ports/storage.ts';

// Room for a busy machine: nothing here is judged by the time it takes.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const key = 'sys/fs/20261121T025800Z-db.sql';
const maxBytes = 100_000_000;
const left = (root: string) => readdir(path.join(root, 'tmp'));

function bytes(size: number): Readable {
  const chunks: Buffer[] = [];
  for (let at = 0; at < size; at += 65_536) chunks.push(Buffer.alloc(Math.min(65_536, size - at), 1));
  return Readable.from(chunks);
}

async function keysOf(objects: AsyncIterable<StoredObject>): Promise<string[]> {
  const keys: string[] = [];
  for await (const object of objects) keys.push(object.key);
  return keys.sort();
}

let root: string;
let store: Storage;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'storage-folder-'));
  store = await openFolderStorage(root);
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Waits for what another process or stream does; there is no event for a file that grows. */
async function until(happened: () => Promise<boolean>): Promise<void> {
  while (!(await happened())) await pause(10);
}

test('while it arrives an object lies in tmp only, and neither is seen nor swept', async () => {
  const body = new PassThrough();
  const put = store.putStream(key, body, { maxBytes });
  body.write('half');
  await until(async () => (await left(root)).length === 1);
  expect([await store.stat(key), await store.sweep(), (await left(root)).length]).toEqual([null, 0, 1]);
  body.end('whole');
  expect(await put).toMatchObject({ size: 9 });
  expect(await left(root)).toEqual([]);
  expect(await readFile(path.join(root, 'objects', key), 'utf8')).toBe('halfwhole');
});

test('a sender that goes away leaves no temporary file', async () => {
  const body = new PassThrough();
  const put = store.putStream(key, body, { maxBytes });
  body.write('half');
  await until(async () => (await left(root)).length === 1);
  body.destroy();
  await expect(put).rejects.toMatchObject({ code: 'E_ABORTED' });
  expect(await left(root)).toEqual([]);
});

test.each([
  ['a wrong checksum', { maxBytes, sha256: '0'.repeat(64) }],
  ['a wrong size', { maxBytes, size: 7 }],
  ['too many bytes', { maxBytes: 7 }],
])('%s leaves no temporary file', async (_, options) => {
  await expect(store.putStream(key, bytes(8), options)).rejects.toThrow();
  expect(await left(root)).toEqual([]);
});

test('content other than what is stored leaves no temporary file', async () => {
  await store.putStream(key, bytes(8), { maxBytes });
  await store.putStream(key, bytes(8), { maxBytes });
  await expect(store.putStream(key, bytes(9), { maxBytes })).rejects.toMatchObject({ code: 'E_EXISTS' });
  expect(await left(root)).toEqual([]);
});

test('leftovers of a killed process are swept at open, stored files stay', async () => {
  await store.putStream(key, bytes(8), { maxBytes });
  await writeFile(path.join(root, 'tmp', 'left-over'), 'half');
  const again = await openFolderStorage(root);
  expect(await left(root)).toEqual([]);
  expect(await again.stat(key)).toMatchObject({ size: 8 });
});

describe('a link', () => {
  let outside: string;
  beforeEach(async () => {
    outside = await mkdtemp(path.join(tmpdir(), 'storage-outside-'));
    await mkdir(path.join(outside, 'fs'));
    await writeFile(path.join(outside, 'fs', 'secret'), 'not yours');
  });
  afterEach(() => rm(outside, { recursive: true, force: true }));

  test('in place of a folder is never followed', async () => {
    await symlink(outside, path.join(root, 'objects', 'sys'));
    const code = 'E_BAD_KEY';
    await expect(store.openRead('sys/fs/secret')).rejects.toMatchObject({ code });
    await expect(store.stat('sys/fs/secret')).rejects.toMatchObject({ code });
    await expect(store.remove('sys/fs/secret')).rejects.toMatchObject({ code });
    await expect(store.putStream('sys/new/file', bytes(1), { maxBytes })).rejects.toMatchObject({ code });
    await expect(keysOf(store.list('sys/'))).rejects.toMatchObject({ code });
    expect(await keysOf(store.list(''))).toEqual([]);
    expect(await readdir(outside)).toEqual(['fs']);
  });

  test('in place of an object is nothing, and is neither read, removed nor written through', async () => {
    const secret = path.join(outside, 'fs', 'secret');
    await mkdir(path.join(root, 'objects', 'sys'));
    await symlink(secret, path.join(root, 'objects', 'sys', 'secret'));
    expect(await store.stat('sys/secret')).toBeNull();
    expect(await store.remove('sys/secret')).toBe(false);
    await expect(store.openRead('sys/secret')).rejects.toMatchObject({ code: 'E_NOT_FOUND' });
    await expect(store.putStream('sys/secret', bytes(1), { maxBytes })).rejects.toMatchObject({ code: 'E_EXISTS' });
    expect(await keysOf(store.list(''))).toEqual([]);
    expect(await readFile(secret, 'utf8')).toBe('not yours');
  });
});

test('a key that needs a folder where a file is stored is refused', async () => {
  await store.putStream('sys/fs', bytes(1), { maxBytes });
  await expect(store.putStream('sys/fs/x', bytes(1), { maxBytes })).rejects.toMatchObject({ code: 'E_BAD_KEY' });
  expect(await left(root)).toEqual([]);
});

test('files that others put here under impossible names do not stop a list', async () => {
  await store.putStream(key, bytes(1), { maxBytes });
  await writeFile(path.join(root, 'objects', 'odd\\name'), '');
  expect(await keysOf(store.list(''))).toEqual([key]);
});

test('a store whose disk has gone is in trouble, not empty', async () => {
  await rename(path.join(root, 'objects'), path.join(root, 'elsewhere'));
  await rename(path.join(root, 'tmp'), path.join(root, 'elsewhere-too'));
  const code = 'E_UNAVAILABLE';
  await expect(keysOf(store.list(''))).rejects.toMatchObject({ code });
  await expect(store.ready()).rejects.toMatchObject({ code });
  await expect(store.putStream(key, bytes(1), { maxBytes })).rejects.toMatchObject({ code });
});

test('a process killed in the middle of an upload leaves nothing that counts', async () => {
  const child = uploadWithoutEnd(root);
  try {
    await until(async () => (await left(root)).length === 1 && child.exitCode === null);
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  expect((await left(root)).length).toBe(1);
  expect(await keysOf(store.list(''))).toEqual([]);
  expect(await store.stat(key)).toBeNull();
  expect(await store.sweep()).toBe(1);
  expect(await left(root)).toEqual([]);
  expect(await store.putStream(key, bytes(8), { maxBytes })).toMatchObject({ size: 8 });
});

/** Another process that has written some of an object and waits for the rest, which never comes. */
function uploadWithoutEnd(folder: string): ChildProcess {
  const program = `
    import { PassThrough } from 'node:stream';
    import { openFolderStorage } from '#server/ports/storage-folder.ts';
    const store = await openFolderStorage(process.argv[1]);
    const body = new PassThrough();
    body.write(Buffer.alloc(10_000, 1));
    setInterval(() => body.write('more'), 20);
    await store.putStream(process.argv[2], body, { maxBytes: 1e9 });
  `;
  const args = ['--import', 'tsx', '--input-type=module', '-e', program, folder, key];
  return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

describe('a full disk', () => {
  let small: string;
  let mounted = false;
  beforeEach(async () => {
    small = await mkdtemp(path.join(tmpdir(), 'storage-small-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', small], { stdio: 'ignore' });
      mounted = true;
    } catch {
      mounted = false;
    }
  });
  afterEach(async () => {
    if (mounted) execFileSync('umount', ['-l', small]);
    await rm(small, { recursive: true, force: true });
  });

  test('is reported as such, leaves nothing, and the store works again with what fits', async ({ skip }) => {
    skip(!mounted, 'a small disk can only be mounted by root on Linux');
    const full = await openFolderStorage(small);
    await full.putStream('sys/fs/first', bytes(600_000), { maxBytes });
    const body = bytes(2_000_000);
    await expect(full.putStream(key, body, { maxBytes })).rejects.toMatchObject({ code: 'E_DISK_FULL' });
    expect(body.destroyed).toBe(false);
    expect(await full.stat(key)).toBeNull();
    expect(await left(small)).toEqual([]);
    expect(existsSync(path.join(small, 'objects', key))).toBe(false);
    expect(await full.putStream(key, bytes(100_000), { maxBytes })).toMatchObject({ size: 100_000 });
    expect(await full.stat('sys/fs/first')).toMatchObject({ size: 600_000 });
  });

  test('is not ready', async ({ skip }) => {
    skip(!mounted, 'a small disk can only be mounted by root on Linux');
    const full = await openFolderStorage(small);
    await writeFile(path.join(small, 'filler'), Buffer.alloc(2_000_000)).catch(() => undefined);
    await expect(full.ready()).rejects.toMatchObject({ code: 'E_DISK_FULL' });
    expect(await left(small)).toEqual([]);
    await rm(path.join(small, 'filler'));
    await full.ready();
  });
});

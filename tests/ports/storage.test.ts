// Promises of every object store, tested on the folder and on the memory alike, and the rules of keys.
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openFolderStorage } from '#server/ports/storage-folder.ts';
import { openMemoryStorage } from '#server/ports/storage-memory.ts';
import { type Storage, type StoredObject, assertKey, makeKey } from '#server/ports/storage.ts';

// Room for a busy machine: nothing here is judged by the time it takes.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const key = 'sys-1/fs-1/20261121T025800Z-db.sql';
const maxBytes = 1_000_000;
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
const bytesOf = (...chunks: (string | Buffer)[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
async function keysOf(objects: AsyncIterable<StoredObject>): Promise<string[]> {
  const keys: string[] = [];
  for await (const object of objects) keys.push(object.key);
  return keys.sort();
}

/** Text of any code points at all, halves of surrogate pairs too. */
const anyText = fc
  .array(fc.oneof(fc.nat(0xff), fc.nat(0x10ffff)), { maxLength: 40 })
  .map((points) => String.fromCodePoint(...points));

/** A sender that breaks off after some bytes. */
function broken(): Readable {
  return Readable.from(
    (async function* () {
      yield Buffer.from('half of it');
      throw new Error('ECONNRESET');
    })(),
  );
}

const stores: [string, (root: string) => Promise<Storage>][] = [
  ['a folder', openFolderStorage],
  ['memory', async () => openMemoryStorage(() => '2026-11-21T03:00:00.000Z')],
];

describe.each(stores)('a store in %s', (_, open) => {
  let root: string;
  let store: Storage;
  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'storage-'));
    store = await open(root);
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  const refused = async (body: Readable, options: object, code: string) => {
    await expect(store.putStream(key, body, { maxBytes, ...options })).rejects.toMatchObject({ code });
    expect(await store.stat(key)).toBeNull();
    expect(await keysOf(store.list(''))).toEqual([]);
  };

  test('gives back what was put, and tells its size, hash and first 64 bytes', async () => {
    const content = Buffer.from(Array.from({ length: 200 }, (_unused, at) => at));
    const put = await store.putStream(key, bytesOf(content.subarray(0, 10), content.subarray(10)), { maxBytes });
    expect(put).toEqual({ size: 200, sha256: sha256(content), headBytes: content.subarray(0, 64) });
    expect(await buffer(await store.openRead(key))).toEqual(content);
    expect(await store.stat(key)).toEqual({ key, size: 200, modifiedAt: expect.stringMatching(/T.*Z$/) });
  });

  test('holds an empty file', async () => {
    expect(await store.putStream(key, bytesOf(), { maxBytes, size: 0 })).toMatchObject({ size: 0, sha256: sha256('') });
    expect((await buffer(await store.openRead(key))).length).toBe(0);
  });

  test('accepts what was promised, the hash in capitals too', async () => {
    const options = { maxBytes: 5, size: 5, sha256: sha256('hello').toUpperCase() };
    expect(await store.putStream(key, bytesOf('hel', 'lo'), options)).toMatchObject({ size: 5 });
  });

  test('refuses another checksum and keeps nothing', () =>
    refused(bytesOf('hello'), { sha256: sha256('hullo') }, 'E_CHECKSUM'));
  test('refuses fewer bytes than promised and keeps nothing', () => refused(bytesOf('hell'), { size: 5 }, 'E_SIZE'));
  test('refuses more bytes than promised and keeps nothing', () => refused(bytesOf('hello!'), { size: 5 }, 'E_SIZE'));
  test('refuses too many bytes and keeps nothing', () => refused(bytesOf('hello'), { maxBytes: 4 }, 'E_TOO_LARGE'));
  test('an upload that breaks off leaves nothing', () => refused(broken(), {}, 'E_ABORTED'));
  test('an upload whose sender is already gone leaves nothing', () => refused(bytesOf('x').destroy(), {}, 'E_ABORTED'));

  test('refuses a promise of too many bytes before it reads any', async () => {
    const body = bytesOf('hello');
    await refused(body, { maxBytes: 4, size: 5 }, 'E_TOO_LARGE');
    expect(await buffer(body)).toEqual(Buffer.from('hello'));
  });

  test('a refused sender is left open, so that it can be answered', async () => {
    const body = bytesOf('hello', 'again', 'and again');
    await refused(body, { maxBytes: 4 }, 'E_TOO_LARGE');
    expect(body.destroyed).toBe(false);
  });

  test('the same content again is fine, other content is not and does not harm the first', async () => {
    const first = await store.putStream(key, bytesOf('hello'), { maxBytes });
    expect(await store.putStream(key, bytesOf('hello'), { maxBytes })).toEqual(first);
    await expect(store.putStream(key, bytesOf('hullo'), { maxBytes })).rejects.toMatchObject({ code: 'E_EXISTS' });
    await expect(store.putStream(key, bytesOf('more'), { maxBytes })).rejects.toMatchObject({ code: 'E_EXISTS' });
    expect((await buffer(await store.openRead(key))).toString()).toBe('hello');
  });

  test('of many at once under one key, one content wins and the others are told', async () => {
    const texts = ['aaa', 'bbb', 'ccc', 'ddd', 'eee'];
    const puts = await Promise.allSettled(texts.map((text) => store.putStream(key, bytesOf(text), { maxBytes })));
    const won = puts.flatMap((put) => (put.status === 'fulfilled' ? [put.value.sha256] : []));
    expect(won).toEqual([sha256(await buffer(await store.openRead(key)))]);
    for (const put of puts) if (put.status === 'rejected') expect(put.reason).toMatchObject({ code: 'E_EXISTS' });
  });

  test('reads a range, both ends included, and one that ends past the end', async () => {
    await store.putStream(key, bytesOf('0123456789'), { maxBytes });
    const read = async (range: { start: number; end?: number }) =>
      (await buffer(await store.openRead(key, range))).toString();
    expect(await read({ start: 2, end: 4 })).toBe('234');
    expect(await read({ start: 7 })).toBe('789');
    expect(await read({ start: 8, end: 99 })).toBe('89');
    for (const range of [{ start: 10 }, { start: -1 }, { start: 4, end: 3 }, { start: Number.NaN }]) {
      await expect(store.openRead(key, range)).rejects.toMatchObject({ code: 'E_SIZE' });
    }
  });

  test('says when nothing is there', async () => {
    await expect(store.openRead(key)).rejects.toMatchObject({ code: 'E_NOT_FOUND' });
    expect(await store.stat(key)).toBeNull();
    expect(await store.remove(key)).toBe(false);
  });

  test('removes, once, and takes other content under the key afterwards', async () => {
    await store.putStream(key, bytesOf('hello'), { maxBytes });
    expect([await store.remove(key), await store.remove(key)]).toEqual([true, false]);
    await store.putStream(key, bytesOf('hullo'), { maxBytes });
    expect(await store.stat(key)).toMatchObject({ size: 5 });
  });

  test('lists by the beginning of keys', async () => {
    const keys = ['a/fs/1', 'a/fs/2', 'a/upload/1', 'ab/fs/1', 'b/fs/نسخة احتياطية.sql'];
    for (const each of keys) await store.putStream(each, bytesOf(each), { maxBytes });
    expect(await keysOf(store.list(''))).toEqual(keys);
    expect(await keysOf(store.list('a'))).toEqual(keys.slice(0, 4));
    expect(await keysOf(store.list('a/'))).toEqual(keys.slice(0, 3));
    expect(await keysOf(store.list('a/fs/2'))).toEqual(['a/fs/2']);
    expect(await keysOf(store.list('a/f'))).toEqual(['a/fs/1', 'a/fs/2']);
    expect(await keysOf(store.list('none/'))).toEqual([]);
    expect(await keysOf(store.list('b/fs/نسخة'))).toEqual(['b/fs/نسخة احتياطية.sql']);
  });

  test.each(['../out', 'a/../../out', '/etc/passwd', 'a\\..\\b', 'a\0b', 'a//b', 'a/', '', './a', 'a/.', '\ud800'])(
    'refuses the key %j everywhere',
    async (bad) => {
      const code = 'E_BAD_KEY';
      await expect(store.putStream(bad, bytesOf('x'), { maxBytes })).rejects.toMatchObject({ code });
      await expect(store.stat(bad)).rejects.toMatchObject({ code });
      await expect(store.openRead(bad)).rejects.toMatchObject({ code });
      await expect(store.remove(bad)).rejects.toMatchObject({ code });
    },
  );

  test.each(['../', '/', '/etc/', 'a/../', 'a\\/'])('refuses to list %j', async (prefix) => {
    await expect(keysOf(store.list(prefix))).rejects.toMatchObject({ code: 'E_BAD_KEY' });
  });

  test('is ready', async () => expect(await store.ready()).toBeUndefined());
});

describe('the key of a backup', () => {
  const parts = { system: 'sys-1', fileset: 'fs-1', date: '2026-11-21T02:58:00.000Z', name: 'db.sql' };

  test('is its system, its fileset, its date and its name', () => {
    expect(makeKey(parts)).toBe('sys-1/fs-1/20261121T025800Z-db.sql');
    expect(makeKey({ ...parts, fileset: null })).toBe('sys-1/upload/20261121T025800Z-db.sql');
  });

  test.each(['نسخة احتياطية.tar.gz', '备份 2026.sql', 'Œuvre à côté.zip', '🗄️.db', 'a..b.sql', '.env', 'می‌خواهم.txt'])(
    'keeps the name %s as it is',
    (name) => expect(makeKey({ ...parts, name })).toBe(`sys-1/fs-1/20261121T025800Z-${name}`),
  );

  test.each([
    ['', 'empty'],
    ['..', '".."'],
    ['.', '"."'],
    ['a\0b', 'NUL'],
    ['a\nb', 'control'],
    ['a\u007fb', 'control'],
    ['a\u0085b', 'control'],
    ['a\u2028b', 'control'],
    ['a\ud800b', 'invalid'],
    ['../etc/passwd', 'slash'],
    ['C:\\db.bak', 'backslash'],
    ['a'.repeat(201), '200 characters'],
    ['ن'.repeat(120), '238 bytes'],
  ])('refuses the name %j in a clear sentence', (name, words) => {
    expect(() => makeKey({ ...parts, name })).toThrow(words);
  });

  test('accepts the longest names', () => {
    expect(makeKey({ ...parts, name: 'a'.repeat(200) })).toContain('aaa');
    expect(makeKey({ ...parts, name: 'ن'.repeat(119) })).toContain('ن');
  });

  test.each([{ system: '..' }, { system: 'a/b' }, { system: '' }, { fileset: '../x' }, { date: 'yesterday' }])(
    'refuses %j',
    (change) => expect(() => makeKey({ ...parts, ...change })).toThrow(expect.objectContaining({ code: 'E_BAD_KEY' })),
  );

  test('whatever the name, it is refused or the key is a good one that ends with it', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        let made: string;
        try {
          made = makeKey({ ...parts, name });
        } catch (error) {
          expect(error).toMatchObject({ code: 'E_BAD_KEY' });
          return;
        }
        assertKey(made);
        expect(made.split('/')).toEqual(['sys-1', 'fs-1', `20261121T025800Z-${name}`]);
      }),
    );
  });
});

// The keys: stored with mode 0600, overridden by the environment, and checked by the database that was written with
// them.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { randomToken } from '#server/auth/crypto.ts';
import { holdToKeys, keysIn } from '#server/keys.ts';
import { makeVapidKeys } from '#server/ports/push-web.ts';
import { makeGround } from '#tests/test-database.ts';
import { databases } from '#tests/world.ts';

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })));
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'backwatch-keys-'));
  folders.push(made);
  return made;
}

const environment = () => {
  const vapid = makeVapidKeys();
  return {
    SESSION_SECRET: randomToken(),
    ENCRYPTION_KEY: randomToken(),
    SIGNING_KEY: randomToken(),
    VAPID_PUBLIC_KEY: vapid.publicKey,
    VAPID_PRIVATE_KEY: vapid.privateKey,
  };
};

test('what nobody set is made once, and only its owner may read it', () => {
  const path = folder();
  const made = keysIn(path);
  expect(keysIn(path)).toEqual(made);
  expect(new Set(Object.values(made)).size).toBe(5);
  expect(statSync(join(path, 'keys.json')).mode & 0o777).toBe(0o600);
});

test('what the environment sets comes first, and is not written down', () => {
  const path = folder();
  const { ENCRYPTION_KEY } = environment();
  const keys = keysIn(path, { ENCRYPTION_KEY });
  expect(keys).toEqual({ ...keysIn(path), seal: ENCRYPTION_KEY });
  expect(readFileSync(join(path, 'keys.json'), 'utf8')).not.toContain(ENCRYPTION_KEY);
});

test('where the environment sets all of them no file is made', () => {
  const path = folder();
  const set = environment();
  expect(Object.values(keysIn(path, set)).toSorted()).toEqual(Object.values(set).toSorted());
  expect(existsSync(join(path, 'keys.json'))).toBe(false);
});

test.each([
  '',
  '{"session":',
  '{}',
  'null',
  '{"session":"a","seal":"b","sign":"c","vapidPublic":"d","vapidPrivate":"e"}',
])('a damaged file is refused in plain words: %s', (content) => {
  const path = folder();
  writeFileSync(join(path, 'keys.json'), content);
  expect(() => keysIn(path)).toThrow(/^keys\.json in the data folder cannot be read\. Restore it from a copy/);
  expect(readFileSync(join(path, 'keys.json'), 'utf8')).toBe(content);
});

describe.each(databases)('the keys of a database on %s', (engine) => {
  test('another start has the same ones, or is refused with the names of those that differ', async () => {
    const ground = await makeGround(engine);
    const store = ground.openStore();
    await store.migrate();
    const [keys, others] = [keysIn(folder()), keysIn(folder())];
    await Promise.all([holdToKeys(store, keys), holdToKeys(store, keys)]);
    await holdToKeys(store, keys);
    await expect(holdToKeys(store, { ...keys, seal: others.seal })).rejects.toThrow(
      'ENCRYPTION_KEY: not what this database was written with.',
    );
    await expect(holdToKeys(store, others)).rejects.toThrow(
      /^SESSION_SECRET, ENCRYPTION_KEY, SIGNING_KEY, VAPID_PUBLIC_KEY: .*keys\.json/,
    );
    const noted = JSON.stringify(await store.read((db) => db.selectFrom('keyprint').selectAll().execute()));
    expect(Object.values(keys).filter((key) => noted.includes(key))).toEqual([]);
    await store.close();
    await ground.gone();
  });
});

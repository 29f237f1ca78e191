// The files of the embedded database while several processes have it open, as the nightly check and the backup command do.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { faultsIn, makePrivate } from '#server/db/sqlite/file.ts';
import type { Store } from '#server/db/engine.ts';
import { makeGround, type Ground } from '#tests/test-database.ts';

const libsql = createRequire(import.meta.url).resolve('libsql');

let ground: Ground;
let store: Store;
let file: string;
beforeEach(async () => {
  ground = await makeGround('sqlite');
  file = join(ground.folder, 'backwatch.db');
  store = ground.openStore();
  await store.migrate();
});
afterEach(async () => {
  await store.close();
  await ground.gone();
});

/** Reads the database in a process of its own, which closes it in the end. */
function readElsewhere(): number {
  const code = `const Database = require(${JSON.stringify(libsql)});
    const database = new Database(${JSON.stringify(file)});
    database.exec('pragma busy_timeout = 5000');
    console.log(database.prepare('select count(*) as rows from keyprint').get().rows);
    database.close();`;
  return Number(spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' }).stdout);
}
const write = (name: string) => store.write((db) => db.insertInto('keyprint').values({ name, print: name }).execute());

// A process that closes the last connection deletes the log: with the locks of the server lost, it took itself for the last.
test('a process that closes the database leaves the log of the server in place', async () => {
  await write('one');
  expect(readElsewhere()).toBe(1);
  expect(existsSync(`${file}-wal`)).toBe(true);
  await write('two');
  expect(readElsewhere()).toBe(2);
});

test('neither a second store nor a check in the same process takes the locks of the first', async () => {
  await write('one');
  makePrivate(file);
  const second = ground.openStore();
  expect(faultsIn(file)).toEqual([]);
  expect(readElsewhere()).toBe(1);
  expect(existsSync(`${file}-wal`)).toBe(true);
  await second.close();
  await write('two');
  expect(readElsewhere()).toBe(2);
});

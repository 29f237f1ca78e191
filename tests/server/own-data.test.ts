// Backwatch's own data, by the program as people run it: backed up while it works, lost, restored; lost and damaged databases.
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openDatabaseFile } from '#server/own-data/apart.ts';
import { makeGround } from '#tests/test-database.ts';
import { Program, SERVER, Stage, buildProgram, dropProgram, signedIn } from '#tests/program.ts';
import { databases, type Browser } from '#tests/world.ts';

const stage = new Stage();
beforeAll(buildProgram, 240_000);
afterAll(dropProgram);
afterEach(() => stage.clear());

const nobody = { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' };

function run(folder: string, words: string[], more: Record<string, string> = {}) {
  const env = { PATH: process.env['PATH'] ?? '', BACKWATCH_DATA: folder, ...more };
  const { status, stdout, stderr } = spawnSync(process.execPath, [SERVER, ...words], { env, encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
}

const modes = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]);

const names = async (browser: Browser): Promise<string[]> =>
  (await browser.ask('GET', '/api/organization?limit=1000&sort=name')).body.map(({ name }: { name: string }) => name);

test('what was backed up from a running server is restored, with its keys, into an empty folder', async () => {
  const [folder, other] = [stage.folder(), join(stage.folder(), 'new')];
  const program = stage.program(folder);
  await program.start();
  const alice = await signedIn(program);
  const { id } = (await alice.ask('POST', '/api/organization', { name: 'Acme' })).body;
  const { key } = (await alice.ask('GET', `/api/organization/${id}/get-client-key`)).body as { key: string };
  const work = { isOver: false };
  const writing = (async () => {
    for (let index = 0; !work.isOver; index += 1)
      await alice.ask('POST', '/api/organization', { name: `More ${index}` });
  })();
  const file = join(stage.folder(), 'own.db');
  const env = { PATH: process.env['PATH'] ?? '', BACKWATCH_DATA: folder };
  const backup = spawn(process.execPath, [SERVER, 'backup', file], { env, stdio: 'ignore' });
  expect(await new Promise((ended) => backup.once('exit', ended))).toBe(0);
  work.isOver = true;
  await writing;
  expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
  // Later changes are not in it.
  await alice.ask('POST', '/api/organization', { name: 'Too late' });
  expect(run(folder, ['restore', file]).output).toContain('Another Backwatch runs on this data folder.');
  await program.end('SIGKILL');

  const { status, output } = run(other, ['restore', file]);
  expect([status, output]).toEqual([
    0,
    `The database is restored: ${join(other, 'backwatch.db')}\nThe keys are restored: ${join(other, 'keys.json')}\n`,
  ]);
  expect(readFileSync(join(other, 'keys.json'), 'utf8')).toBe(readFileSync(join(folder, 'keys.json'), 'utf8'));
  // The database that is in use has the keys nowhere.
  const { seal } = JSON.parse(readFileSync(join(other, 'keys.json'), 'utf8')) as { seal: string };
  expect(readFileSync(join(other, 'backwatch.db')).includes(seal)).toBe(false);
  const restored = stage.program(other, nobody);
  await restored.start();
  const again = await signedIn(restored);
  expect(await names(again)).toContain('Acme');
  expect(await names(again)).not.toContain('Too late');
  expect((await again.ask('GET', `/api/organization/${id}/get-client-key`)).body).toEqual({ key });
  expect(modes(other).filter(([, mode]) => mode !== '600')).toEqual([]);
});

test('a restore moves what was there aside, and a damaged or a foreign file changes nothing', async () => {
  const [folder, from] = [stage.folder(), stage.folder()];
  const program = stage.program(folder);
  await program.start();
  await (await signedIn(program)).ask('POST', '/api/organization', { name: 'Before' });
  await program.end('SIGTERM');
  const file = join(from, 'own.db');
  const backup = run(folder, ['backup', file]);
  expect([backup.status, backup.output]).toEqual([
    0,
    `${file} has the database and keys.json. It holds secrets: keep it where nobody else reads it.\nThe stored backups are not in it.\n`,
  ]);
  const { output, status } = run(folder, ['restore', file]);
  expect(status).toBe(0);
  const [aside = ''] = readdirSync(folder).filter((name) => name.startsWith('before-restore-'));
  expect(output).toContain(`What was there before is in ${join(folder, aside)}.`);
  expect(readdirSync(join(folder, aside)).toSorted()).toEqual(expect.arrayContaining(['backwatch.db', 'keys.json']));

  const untouched = readFileSync(join(folder, 'backwatch.db'));
  const bad = join(from, 'bad.db');
  copyFileSync(file, bad);
  truncateSync(bad, statSync(bad).size - 20_000);
  expect(run(folder, ['restore', bad])).toMatchObject({ status: 1, output: expect.stringContaining('damaged') });
  const foreign = join(from, 'foreign.db');
  writeFileSync(foreign, 'not ours');
  expect(run(folder, ['restore', foreign])).toMatchObject({ status: 1, output: expect.stringContaining('no backup') });
  expect(run(folder, ['backup', foreign]).output).toContain('Name another file.');
  expect(readFileSync(foreign, 'utf8')).toBe('not ours');
  expect(run(folder, ['restore', join(from, 'none')]).output).toBe(`There is no ${join(from, 'none')}.\n`);
  // A copy without keys beside the keys of another server.
  const stranger = stage.folder();
  writeFileSync(join(stranger, 'keys.json'), readFileSync(join(folder, 'keys.json')));
  const keys = JSON.parse(readFileSync(join(stranger, 'keys.json'), 'utf8')) as Record<string, string>;
  writeFileSync(join(stranger, 'keys.json'), JSON.stringify({ ...keys, sign: keys['seal'] }));
  const bare = join(from, 'bare.db');
  copyFileSync(join(folder, 'backwatch.db'), bare);
  expect(run(stranger, ['restore', bare]).output).toContain('SIGNING_KEY: not what this backup was written with.');
  expect(readFileSync(join(folder, 'backwatch.db')).equals(untouched)).toBe(true);
});

describe('a database that is lost', () => {
  const started = async () => {
    const folder = stage.folder();
    const program = stage.program(folder);
    await program.start();
    await program.end('SIGTERM');
    return { folder, program, database: join(folder, 'backwatch.db') };
  };

  test('deleted or emptied it is not begun anew beside the keys and the store', async () => {
    const { folder, program, database } = await started();
    const refused =
      /is missing or empty, but .* has the keys and the store of an earlier one\. Restore a copy: npm run restore -- FILE\./;
    for (const path of [database, `${database}-wal`, `${database}-shm`]) rmSync(path, { force: true });
    await expect(program.start()).rejects.toThrow(refused);
    writeFileSync(database, '');
    await expect(program.start()).rejects.toThrow(refused);
    rmSync(database, { force: true });
    new Database(database).exec('create table other (id int)');
    await expect(program.start()).rejects.toThrow(refused);
    // As whoever begins anew on purpose does.
    for (const name of ['keys.json', 'store', 'backwatch.db']) rmSync(join(folder, name), { recursive: true });
    await program.start();
  });

  test('damaged it is named, with the copy to restore', async () => {
    const { folder, program, database } = await started();
    const copies = join(folder, 'copies');
    mkdirSync(copies, { recursive: true });
    for (const day of ['22', '23']) copyFileSync(database, join(copies, `backwatch-2026-11-${day}.db`));
    const bytes = readFileSync(database);
    writeFileSync(database, bytes.fill(7, 0, 4096));
    await expect(program.start()).rejects.toThrow(
      `The database ${database} is damaged (file is not a database). Restore a copy: npm run restore -- ${join(copies, 'backwatch-2026-11-23.db')}.`,
    );
    expect(run(folder, ['restore', join(copies, 'backwatch-2026-11-23.db')]).status).toBe(0);
    await program.start();
  });
});

test('a nightly copy of a database that is written to can be restored', async () => {
  const folder = stage.folder();
  const program = stage.program(folder);
  await program.start();
  const alice = await signedIn(program);
  await alice.ask('POST', '/api/organization', { name: 'Acme' });
  const file = openDatabaseFile(folder, join(folder, 'backwatch.db'), SERVER);
  expect(await file.check()).toEqual([]);
  await file.copy('backwatch-2026-11-24.db');
  const [copy, ...others] = await file.copies();
  expect([copy?.name, others]).toEqual(['backwatch-2026-11-24.db', []]);
  const path = join(folder, 'copies/backwatch-2026-11-24.db');
  expect((statSync(path).mode & 0o777).toString(8)).toBe('600');
  expect((await file.room()).bytes).toBeGreaterThan(100_000);
  await alice.ask('POST', '/api/organization', { name: 'Too late' });
  await program.end('SIGKILL');
  expect(run(folder, ['restore', path]).status).toBe(0);
  await program.start();
  expect(await names(await signedIn(program))).toEqual(['Acme']);
});

// The check runs at the lowest priority: beside busy processes it waits for minutes.
const CHECK_MS = 180_000;

test('after an unclean end the file is checked, and /readyz tells what came of it', { timeout: 480_000 }, async () => {
  const folder = stage.folder();
  const program = stage.program(folder);
  await program.start();
  const ready = async () => (await fetch(`${program.origin}/readyz`)).json();
  expect(await ready()).toEqual({
    ok: true,
    outages: [],
    store: 'ok',
    database: { checkedAt: null, check: 'none yet' },
  });
  const alice = await signedIn(program);
  for (let index = 0; index < 60; index += 1) await alice.ask('POST', '/api/organization', { name: `One ${index}` });
  await program.end('SIGKILL');
  await program.start();
  await expect.poll(ready, { timeout: CHECK_MS }).toMatchObject({ ok: true, database: { check: 'ok' } });
  await program.end('SIGTERM');
  // Two pages in the middle of the file, which nothing reads at the start.
  const database = join(folder, 'backwatch.db');
  const lost = new Database(database);
  const { rootpage } = lost
    .prepare("select rootpage from sqlite_master where type = 'table' and name = 'activity'")
    .get() as { rootpage: number };
  lost.close();
  const bytes = readFileSync(database);
  writeFileSync(database, bytes.fill(0x55, (rootpage - 1) * 4096, rootpage * 4096));
  await program.start();
  // An end without anything written is like a clean one.
  await expect.poll(() => statSync(`${database}-wal`).size, { timeout: 60_000 }).toBeGreaterThan(0);
  await program.end('SIGKILL');
  await program.start();
  await expect.poll(ready, { timeout: CHECK_MS }).toMatchObject({ database: { check: 'damaged' } });
});

test('the files of the database are nobody else’s, in any folder', async () => {
  const folder = stage.folder();
  chmodSync(folder, 0o755);
  const program = stage.program(folder);
  await program.start();
  expect(modes(folder).filter(([, mode]) => mode !== '600')).toEqual([]);
  expect(modes(folder).map(([name]) => name)).toEqual(expect.arrayContaining(['backwatch.db', 'backwatch.db-wal']));
  await program.end('SIGKILL');
  // As an earlier version left them.
  for (const [name = ''] of modes(folder)) if (name.startsWith('backwatch')) chmodSync(join(folder, name), 0o644);
  await program.start();
  expect(modes(folder).filter(([, mode]) => mode !== '600')).toEqual([]);
});

test.skipIf(!databases.includes('postgres'))('with PostgreSQL the keys are saved, and pg_dump is named', async () => {
  const ground = await makeGround('postgres');
  stage.leave(() => ground.gone());
  const program = new Program(ground);
  stage.leave(() => program.kill());
  await program.start();
  await program.end('SIGTERM');
  const [file, other] = [join(stage.folder(), 'own.db'), stage.folder()];
  const url = { DATABASE_URL: ground.databaseUrl ?? '' };
  const { status, output } = run(ground.folder, ['backup', file], url);
  expect([status, output]).toEqual([0, expect.stringMatching(/has keys\.json\..*\n.*pg_dump/)]);
  expect(run(other, ['restore', file]).output).toContain('has the keys only');
  expect(existsSync(join(other, 'keys.json'))).toBe(false);
  expect(run(other, ['restore', file], url).output).toContain('restore it with pg_restore');
  const keys = readFileSync(join(other, 'keys.json'), 'utf8');
  expect(keys).toBe(readFileSync(join(ground.folder, 'keys.json'), 'utf8'));
});

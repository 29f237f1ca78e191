// The program from its first start to its end: what it prints, what it keeps, whom it refuses, and how it goes.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { randomToken } from '#server/auth/crypto.ts';
import { PASSWORD } from '#tests/cast.ts';
import { freshDatabase } from '#tests/postgres.ts';
import { Program, buildProgram, dropProgram } from '#tests/program.ts';
import { Browser, databases } from '#tests/world.ts';

const nobody = { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' };
const account = { email: 'alice@example.com', password: PASSWORD };
const ends: (() => unknown)[] = [];

beforeAll(buildProgram, 240_000);
afterAll(dropProgram);
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'backwatch-started-'));
  ends.push(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

function programIn(path: string, more: Record<string, string>): Program {
  const program = new Program({ folder: path, databaseUrl: null }, more);
  ends.push(() => program.end('SIGKILL'));
  return program;
}

/** Asked as a browser does, with its session and its anti-forgery token. */
async function visitor({ origin }: Program): Promise<Browser> {
  const browser = new Browser(origin);
  await browser.ask('GET', '/api/auth/check-user');
  return browser;
}

test('from the first start to the next: the link, the keys, one process a folder, and an end in order', async () => {
  const path = folder();
  const first = programIn(path, nobody);
  await first.start();
  expect(statSync(join(path, 'keys.json')).mode & 0o777).toBe(0o600);
  await expect.poll(() => first.output).toContain('/auth/set-up?');
  const [, token] = /^Make the first administrator: \S+\/auth\/set-up\?token=(\S+)$/m.exec(first.output) ?? [];
  await expect(programIn(path, nobody).start()).rejects.toThrow(
    'the server ended (1): Backwatch did not start. Another Backwatch runs on this data folder. Stop it first, or set BACKWATCH_DATA.\n',
  );
  // The stamp of the build that this test made.
  const { version } = (await (await fetch(`${first.origin}/api/auth/check-user`)).json()) as { version: string };
  expect(version).toMatch(/^20[2-9]\d (0[1-9]|1[0-2])[0-3]\d [0-2]\d[0-5]\d$/);
  const alice = await visitor(first);
  const made = await alice.ask('POST', '/api/auth/set-up', { ...account, token, firstName: 'Alice', lastName: '' });
  expect(made.status).toBe(200);
  expect((await alice.ask('POST', '/api/organization', { name: 'Acme' })).status).toBe(200);
  expect(await first.end('SIGTERM')).toBe(0);

  const other = programIn(path, { ...nobody, ENCRYPTION_KEY: randomToken() });
  await expect(other.start()).rejects.toThrow('ENCRYPTION_KEY: not what this database was written with.');

  const second = programIn(path, nobody);
  await second.start();
  expect(second.output).not.toContain('administrator');
  const again = await visitor(second);
  expect((await again.ask('POST', '/api/auth/login', account)).status).toBe(200);
  expect((await again.ask('GET', '/api/organization')).body).toMatchObject([{ name: 'Acme' }]);
  expect(await second.end('SIGINT')).toBe(0);
});

test('with an administrator from the environment nothing that is printed is a secret', async () => {
  const path = folder();
  const program = programIn(path, { LOG_LEVEL: 'debug', HOST: '0.0.0.0' });
  await program.start();
  // An address that nobody can open stands in no link.
  expect(program.origin).toMatch(/^http:\/\/localhost:\d+$/);
  const alice = await visitor(program);
  expect((await alice.ask('POST', '/api/auth/login', { ...account, password: 'not this one' })).status).toBe(401);
  expect((await alice.ask('POST', '/api/auth/login', account)).status).toBe(200);
  await alice.ask('GET', '/api/token/a-secret-word?token=a-secret-word');
  const { id } = (await alice.ask('POST', '/api/organization', { name: 'Acme' })).body;
  const { key } = (await alice.ask('GET', `/api/organization/${id}/get-client-key`)).body;
  expect(await program.end('SIGTERM')).toBe(0);
  const keys = Object.values(JSON.parse(readFileSync(join(path, 'keys.json'), 'utf8')) as Record<string, string>);
  const secrets = [PASSWORD, 'not this one', 'a-secret-word', String(key), ...keys, ...alice.cookies.values()];
  expect(secrets.filter((secret) => program.output.includes(secret))).toEqual([]);
  expect(program.output).not.toContain('set-up');
  const [warning] = program.output.split('\n').filter((line) => line.startsWith('{'));
  expect(JSON.parse(warning ?? '{}')).toMatchObject({ level: 40, msg: expect.stringContaining('PUBLIC_URL') });
});

test('settings stand in .env, secrets in files; the environment counts more, and the demonstration reads neither', async () => {
  const [path, here] = [folder(), folder()];
  writeFileSync(join(here, 'password'), `${PASSWORD}\n`);
  const lines = ['ADMIN_EMAIL=env@example.com', `ADMIN_PASSWORD_FILE=${join(here, 'password')}`, 'PORT=1'];
  writeFileSync(join(here, '.env'), lines.join('\n'));
  const unset = { ADMIN_EMAIL: undefined, ADMIN_PASSWORD: undefined };
  const program = new Program({ folder: path }, unset, { cwd: here });
  ends.push(() => program.end('SIGKILL'));
  await program.start();
  const login = { email: 'env@example.com', password: PASSWORD };
  expect((await (await visitor(program)).ask('POST', '/api/auth/login', login)).status).toBe(200);
  await program.end('SIGTERM');
  const demo = new Program({ folder: folder() }, { ...unset, BACKWATCH_DEMO: '1' }, { cwd: here });
  ends.push(() => demo.end('SIGKILL'));
  await demo.start();
  expect((await (await visitor(demo)).ask('POST', '/api/auth/login', login)).status).toBe(401);
});

test.runIf(databases.includes('postgres'))(
  'on an empty PostgreSQL the first start prints its address alone',
  async () => {
    const database = await freshDatabase();
    ends.push(() => database.drop());
    const program = new Program({ folder: folder(), databaseUrl: database.url });
    ends.push(() => program.end('SIGKILL'));
    await program.start();
    expect(program.output.trim()).toBe(`Backwatch listens on ${program.origin}`);
    expect((await (await visitor(program)).ask('POST', '/api/auth/login', account)).status).toBe(200);
  },
);

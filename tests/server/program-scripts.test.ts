// `npm start`, `npm run demo` and `npm run dev` as people run them, each with all that it starts, in a copy of the
// checkout: what a script builds, or a test changes, is in nobody's way.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Program, Stage, copyCheckout, scriptOf, signedIn } from '#tests/program.ts';
import { Browser, Line } from '#tests/test-clients.ts';

const DAY = 86_400_000;
/** A machine that does much else at the same time is slow, not wrong. */
const SOON = { timeout: 60_000, interval: 200 };
const LONG = { timeout: 240_000 };
const nobody = { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' };

let checkout = '';
const stage = new Stage();
beforeAll(() => {
  checkout = copyCheckout();
}, 240_000);
afterAll(() => rmSync(checkout, { recursive: true, force: true }));
afterEach(() => stage.clear());

function script(name: string, folder: string, more: Record<string, string> = {}): Program {
  return stage.program(folder, { ...nobody, ...more }, scriptOf(checkout, name));
}

async function endsWhole(program: Program): Promise<void> {
  expect(program.lingers()).toBe(true);
  expect(await program.end('SIGTERM')).toBe(0);
  // The system removes orphaned processes from the list in its own time.
  await expect.poll(() => program.lingers(), SOON).toBe(false);
}

const clientLog = (folder: string, number: number) =>
  readFileSync(join(folder, 'clients', String(number), 'client.log'), 'utf8');

const clientFolders = (program: Program): string[] =>
  [...program.output.matchAll(/^A real client backs up .+: (\/.+)$/gm)].map(([, root = '']) => root);

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
    .map((entry) => join(entry.parentPath, entry.name));

test('npm start serves what was built, on an empty folder', async () => {
  const folder = stage.folder();
  const program = script('start', folder);
  await program.start();
  expect(program.output).not.toContain('Building');
  const browser = new Browser(program.origin);
  expect((await browser.ask('GET', '/readyz')).body).toMatchObject({ ok: true });
  const page = await browser.ask('GET', '/');
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  await expect.poll(() => program.output, SOON).toContain(`${program.origin}/auth/set-up?token=`);
  expect(existsSync(join(folder, 'backwatch.db'))).toBe(true);
  await endsWhole(program);
});

test('npm run demo shows five customers with sixty systems, and two clients that really back up', LONG, async () => {
  const folder = stage.folder();
  const program = script('demo', folder);
  await program.start();
  await expect.poll(() => clientFolders(program), SOON).toHaveLength(2);
  const ruth = await demonstration(program);

  for (const root of clientFolders(program)) {
    expect(root.startsWith(folder)).toBe(true);
    const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
    // A new file is written every minute: any of those that are there now will do.
    const written = Object.fromEntries(filesBelow(root).map((file) => [basename(file), hashOf(file)]));
    const where = encodeURIComponent(JSON.stringify({ file: Object.keys(written) }));
    const stored = async () => (await ruth.ask('GET', `/api/backup?where=${where}`)).body as any[];
    await expect.poll(async () => (await stored()).filter(({ key }) => key !== '').length, SOON).toBeGreaterThan(0);
    const [backup] = (await stored()).filter(({ key }) => key !== '');
    expect(backup.sha256).toBe(written[backup.file]);
  }
  await endsWhole(program);
  for (const number of [1, 2]) expect(clientLog(folder, number)).toMatch(/"text":"Ended"\}\n$/);
});

/** Everybody whom the terminal names signs in; answers whoever may see all. */
async function demonstration(program: Program): Promise<Browser> {
  const logins = [...program.output.matchAll(/^ {2}(\S+@\S+) +(\S+) {3}(\S+)$/gm)];
  const seen: [group: string, browser: Browser][] = [];
  for (const [, email = '', password = '', group = ''] of logins)
    seen.push([group, await signedIn(program, { email, password })]);
  expect(new Set(seen.map(([group]) => group))).toEqual(new Set(['Administrators', 'On-call', 'Viewers']));
  const [, ruth] = seen.find(([group]) => group === 'Administrators')!;
  const count = async (path: string) => Number((await ruth.ask('GET', path)).headers['x-total-count']);
  expect(await count('/api/organization?limit=1')).toBe(5);
  expect(await count('/api/system?limit=1')).toBe(60);
  const [oldest] = (await ruth.ask('GET', '/api/backup?sort=date&limit=1')).body as { date: string }[];
  const days = (Date.now() - Date.parse(oldest?.date ?? '')) / DAY;
  // Every night has its runs, so that the oldest of them is less than one younger than that.
  expect([days > 59, days < 60.1]).toEqual([true, true]);
  return ruth;
}

/** Of two ports, since the server takes the one after the app's; below those that the system hands out by itself. */
async function freePorts(): Promise<number> {
  for (;;) {
    const port = 20_000 + 2 * Math.floor(Math.random() * 5_000);
    if ((await isFree(port)) && (await isFree(port + 1))) return port;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((answer) => {
    const server = createServer().on('error', () => answer(false));
    server.listen(port, '127.0.0.1', () => server.close(() => answer(true)));
  });

/** Writes a new version into a part, as an editor does that puts a new file in the place of the old one. */
function rewrite(part: 'server' | 'agent', version: string): void {
  const file = join(checkout, 'src', part, 'version.ts');
  writeFileSync(`${file}.new`, readFileSync(file, 'utf8').replace(/'.*'/, `'${version}'`));
  renameSync(`${file}.new`, file);
}

test('npm run dev serves the app as it is written, and starts anew what was changed', LONG, async () => {
  const folder = stage.folder();
  const port = await freePorts();
  const program = script('dev', folder, { PORT: String(port) });
  await program.start();
  expect(program.origin).toBe(`http://127.0.0.1:${port}`);
  const browser = new Browser(program.origin);
  const page = await browser.ask('GET', '/', undefined, { accept: 'text/html' });
  expect(page.body).toContain('/@vite/client');
  const line = await Line.open(program.origin, {});
  line.close();
  await expect.poll(() => clientFolders(program), SOON).toHaveLength(2);
  const version = async () => (await browser.ask('GET', '/api/docs/openapi.json')).body?.info?.version;
  expect(await version()).toBe('0.1.0');

  for (const next of ['7.7.1', '7.7.2']) {
    rewrite('server', next);
    await expect.poll(version, SOON).toBe(next);
  }
  for (const next of ['8.8.1', '8.8.2']) {
    rewrite('agent', next);
    for (const number of [1, 2])
      await expect.poll(() => clientLog(folder, number), SOON).toContain(`backwatch-client ${next} for`);
  }
  expect(program.output).not.toContain('The client of');
  await endsWhole(program);
});

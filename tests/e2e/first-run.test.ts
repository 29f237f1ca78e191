// A new user from the set-up link to the first backup, with a real client process: each step left and found again, in seconds.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readInstance } from '#agent/instance.ts';
import { Clock, MINUTE, makeGround, type Ground } from '#tests/test-database.ts';
import { Browser as HttpClient } from '../test-clients.ts';
import { startServer, type Running } from '../world.ts';
import { axeFaults } from './audits.ts';
import { headlessShell } from '../browsers.ts';
import { type Hands, type Look, bothHands } from './hands.ts';
import { BUILT } from './stage.ts';

const root = resolve(import.meta.dirname, '../..');
const PASSWORD = 'correct-horse-battery';
let ground: Ground;
let running: Running;
let browser: Browser;
const children: ChildProcess[] = [];

beforeAll(async () => {
  browser = await chromium.launch(headlessShell);
});
beforeEach(async () => {
  ground = await makeGround('sqlite');
  const clock = new Clock(new Date().toISOString());
  clock.run();
  running = await startServer(ground, { clock, appFolder: BUILT });
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await running.close();
  await ground.gone();
});
afterAll(() => browser.close());

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const shown = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

const parsed = (command: string): string[] =>
  /^BACKWATCH_KEY=(\S+) npm run client -- --server (\S+) --root (\S+)$/.exec(command)?.slice(1) ?? [];

const stateFolder = () => join(ground.folder, 'client-state');

/** Reports a failed run as the client that the command starts. */
async function reportFailure(page: Page, command: string): Promise<void> {
  const [key = ''] = parsed(command);
  const [{ id: system }] = (await (await page.request.get('/api/system')).json()) as [{ id: string }];
  const instance = await readInstance(stateFolder());
  const client = new HttpClient(running.origin, { authorization: `Bearer ${key}`, 'x-client-instance': instance });
  const report = { system, event: 'failed', at: new Date().toISOString(), text: 'disk unreadable' };
  expect((await client.ask('POST', '/api/client/report', report)).status).toBe(200);
}

/** Runs what the command says, in the built client, which looks each second. */
function runCommand(command: string): void {
  const [key = '', server = '', folder = ''] = parsed(command);
  const args = ['--server', server, '--root', folder, '--state', stateFolder(), '--scan-every', '1'];
  const env = { ...process.env, BACKWATCH_KEY: key };
  const agent = join(root, 'dist/agent/main.js');
  children.push(spawn(process.execPath, [agent, ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] }));
}

async function putBackup(folder: string): Promise<void> {
  const file = join(folder, 'monday', 'ledger.bak');
  await mkdir(join(folder, 'monday'), { recursive: true });
  await writeFile(file, 'the ledger');
  const at = new Date(Date.now() - 10 * MINUTE);
  await utimes(file, at, at);
}

async function newPage(look: Look): Promise<Page> {
  const options = { ...look, baseURL: running.origin, reducedMotion: 'reduce', serviceWorkers: 'block' } as const;
  const context = await browser.newContext({ ...options, permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  if (look.hasTouch)
    await page.addInitScript(() => {
      navigator.share = ({ text } = {}) => Promise.resolve(void Reflect.set(window, 'shared', text));
    });
  return page;
}

/** The form of the system: choices in sight, the rest folded. */
async function addSystem({ press, write }: Hands, page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Add a system' }).waitFor();
  await write(page.getByRole('textbox', { name: 'Name' }), 'ledger-01');
  await shown(page, 'Nightly');
  await press(page.getByRole('radio', { name: 'Database' }));
  await press(button(page, /^More settings/));
  await write(page.getByRole('textbox', { name: 'Scratch folder' }), '/scratch');
  expect(await axeFaults(page)).toEqual([]);
  await press(button(page, 'Create and go on'));
}

/** A schedule of one's own, made on the way: Save leads back to the step, where it is chosen. */
async function makeSchedule({ press, write }: Hands, page: Page): Promise<void> {
  await page.goto('/getting-started?step=schedule');
  await press(page.getByRole('link', { name: 'New schedule' }));
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'First steps' }).waitFor();
  await write(page.getByRole('textbox', { name: 'Name' }), 'Twice a day');
  await press(page.getByRole('button', { name: 'Save schedule' }));
  await page.getByRole('heading', { level: 1, name: 'Choose a schedule' }).waitFor();
  await press(button(page, 'Twice a day'));
  await page.getByRole('heading', { level: 1, name: 'How ledger-01 reports' }).waitFor();
}

/** At a desk `k` and `j` move between the steps, and Escape leaves one. */
async function moveBetweenSteps({ look }: Hands, page: Page): Promise<void> {
  if (look.hasTouch) return;
  const focused = (name: string) => page.getByRole('link', { name }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('j');
  await focused('Organization Ahlers Marine, UTC time Done');
  await page.keyboard.press('j');
  await focused('System ledger-01 Done');
  await page.keyboard.press('k');
  await focused('Organization Ahlers Marine, UTC time Done');
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1, name: '4 steps to your first monitored backup' }).waitFor();
}

/** A phone hands the command to its share sheet; a browser without one has no button for it. */
async function shareCommand({ look, press }: Hands, page: Page, command: string): Promise<void> {
  const share = button(page, 'Share the command');
  if (!look.hasTouch) return expect(await share.count()).toBe(0);
  await press(share);
  await page.waitForFunction((text) => Reflect.get(window, 'shared') === text, command);
}

/** With an open alarm Watch shows itself, and the step that is not done. */
async function failOnce({ press }: Hands, page: Page, command: string): Promise<void> {
  await reportFailure(page, command);
  await shown(page, 'The first backup failed: disk unreadable');
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: '1 needs you' }).waitFor();
  await shown(page, '3 of 4 done. Come back any time.');
  expect(await axeFaults(page)).toEqual([]);
  await press(page.getByRole('link', { name: 'Set up its reports' }));
  await shown(page, 'The first backup failed: disk unreadable');
}

/** A desk has room for the code of the address on the page. */
async function seeCode({ look, press }: Hands, page: Page): Promise<void> {
  if (look.hasTouch) await press(button(page, 'Another phone'));
  await page.getByRole('img', { name: `QR code of ${running.origin}` }).waitFor();
  if (look.hasTouch) await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Alarms on a phone are left to turn on; hidden on Watch, they are found under More. */
async function hideAlarms({ press }: Hands, page: Page): Promise<void> {
  const alarms = page.getByRole('link', { name: 'Turn on alarms on your phone' });
  await alarms.waitFor();
  await press(button(page, 'Hide'));
  await alarms.waitFor({ state: 'detached' });
  await page.goto('/more');
  await press(button(page, 'First steps'));
  await page.getByRole('heading', { level: 1, name: 'Your first backup is here' }).waitFor();
  await press(button(page, 'Not now'));
  await alarms.waitFor();
}

test.each(bothHands)(
  '$name a new user reaches the first monitored backup, and can leave and find each step again',
  async (hands) => {
    const { look, write } = hands;
    const press = (page: Page, name: string | RegExp) => hands.press(button(page, name));
    const began = Date.now();
    const folder = join(ground.folder, 'backups');
    await putBackup(folder);
    const page = await newPage(look);
    await page.goto(`/auth/set-up?token=${running.server.services.setUpToken()}`);
    await write(page.getByLabel('First name'), 'Mia');
    await write(page.getByLabel('Email'), 'mia@ahlers.example');
    await write(page.getByLabel('Password', { exact: true }), PASSWORD);
    await press(page, 'Create administrator');
    await shown(page, '0 of 4 done. Come back any time.');
    expect(await axeFaults(page)).toEqual([]);

    await press(page, 'Add an organization');
    await write(page.getByRole('textbox', { name: 'Name' }), 'Ahlers Marine');
    await press(page, 'Back');
    await press(page, 'Add an organization');
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Ahlers Marine');
    await press(page, 'Create and go on');

    await addSystem(hands, page);
    await page.getByRole('heading', { level: 1, name: 'How ledger-01 reports' }).waitFor();
    await makeSchedule(hands, page);
    await moveBetweenSteps(hands, page);
    await page.goto('/');
    await shown(page, '3 of 4 done. Come back any time.');
    await press(page, 'Hide');
    await page.goto('/more');
    await press(page, 'First steps');
    await press(page, 'Set up its reports');
    await write(page.getByRole('textbox', { name: 'Folder with the backups' }), folder);
    await press(page, 'Show the command');
    await shown(page, 'Waiting for the first report');
    expect(await page.getByText(/BACKWATCH_KEY=bw/).count()).toBe(0);
    expect(await axeFaults(page)).toEqual([]);
    await press(page, 'Copy command');
    await shown(page, 'Copied');
    const command = await page.evaluate(() => navigator.clipboard.readText());
    expect(command).toContain(folder);

    await shareCommand(hands, page, command);

    await failOnce(hands, page, command);
    runCommand(command);

    await page.getByRole('heading', { level: 1, name: 'Your first backup is here' }).waitFor({ timeout: 60_000 });
    const seconds = Math.round((Date.now() - began) / 100) / 10;
    console.log(`from the set-up link to the first backup, ${hands.name}: ${seconds} s`);
    await shown(page, 'ledger.bak');
    await shown(page, /ledger-01 at Ahlers Marine is monitored from now on\. The next backup is due .+ time\./);
    expect(await axeFaults(page)).toEqual([]);
    await seeCode(hands, page);
    await press(page, 'Not now');
    await shown(page, 'Latest backups');
    await hideAlarms(hands, page);
    await page.context().close();
  },
);

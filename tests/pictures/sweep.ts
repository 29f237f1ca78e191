// `npm run sweep -- <folder>` takes every route x (phone, desk) x (night, day) x (full, empty, loading, error, offline, no
// permission), 320 px with text of twice the size, and long and Arabic names, as one contact sheet for each of these.
// ONLY=/admin/server,/more takes some routes, SHEETS=full,error some states.
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { firstAdministrator } from '#server/first-administrator.ts';
import { startDemo } from '#server/demo/demo.ts';
import { chrome, quiet, signIn } from '../e2e/demo-stage.ts';
import { signInAs } from '../e2e/login-form.ts';
import { isOpenRoute, routeAddress, routePaths } from '../e2e/route-addresses.ts';
import { PASSWORD } from '../cast.ts';
import { Clock, makeGround } from '../ground.ts';
import { makeWorld, startServer, type Running } from '../world.ts';

const looks = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } } as const;
const colors = { night: 'dark', day: 'light' } as const;
const appFolder = resolve(import.meta.dirname, '../../dist/app');
const LONG_NAME = 'Regional hospital of the northern counties, department of archives '.repeat(3);
const ARABIC_NAME = 'مستشفى المنطقة الشمالية قسم المحفوظات والأرشيف الإلكتروني';
const SHOT_MS = 8_000;
/** A screen that waits for an answer shows its skeleton after 300 ms. */
const LOADING_MS = 900;

type State = 'full' | 'names' | 'large' | 'loading' | 'error' | 'offline' | 'empty' | 'forbidden';
/** States over the demonstration; the others have a server of their own. */
const demoStates: readonly State[] = ['full', 'loading', 'error', 'offline', 'names', 'large'];

interface Visit {
  running: Running;
  browser: Browser;
  session: Awaited<ReturnType<BrowserContext['storageState']>>;
  state: State;
  folder: string;
}

/** Makes a page meet the state that its sheet shows. The session and the app itself are always answered. */
async function prepare(page: Page, state: State): Promise<void> {
  const others = (url: URL): boolean => url.pathname.startsWith('/api/') && url.pathname !== '/api/auth/check-user';
  if (state === 'loading') await page.route(others, () => new Promise(() => undefined));
  if (state === 'error')
    await page.route(others, (route) => route.fulfill({ status: 500, json: { code: 'E_INTERNAL', message: '' } }));
  if (state === 'offline') await page.route(others, (route) => route.abort('internetdisconnected'));
}

async function shoot(page: Page, address: string, state: State): Promise<Buffer> {
  await page.goto(address);
  await page
    .getByRole('heading')
    .first()
    .waitFor({ timeout: SHOT_MS })
    .catch(() => undefined);
  const isWaited = state !== 'loading' && state !== 'offline' && state !== 'error';
  if (isWaited)
    await page
      .waitForFunction(() => !document.querySelector('[aria-busy="true"], [data-skeleton]'), null, { timeout: SHOT_MS })
      .catch(() => undefined);
  else await page.waitForTimeout(LOADING_MS);
  return page.screenshot({ type: 'jpeg', quality: 55 });
}

async function takeSheet(visit: Visit, look: keyof typeof looks, color: keyof typeof colors): Promise<void> {
  const { running, browser, session, state, folder } = visit;
  const isLarge = state === 'large';
  const viewport = isLarge ? { width: 320, height: 700 } : looks[look];
  const own = { viewport, colorScheme: colors[color], baseURL: running.origin, ...quiet };
  const only = process.env.ONLY?.split(',');
  const shots: { path: string; image: Buffer }[] = [];
  for (const isSignedIn of [true, false]) {
    const context = await browser.newContext({ ...own, ...(isSignedIn && { storageState: session }) });
    if (isLarge) await context.addInitScript(() => (document.documentElement.style.fontSize = '200%'));
    const page = await context.newPage();
    await prepare(page, state);
    for (const path of routePaths.filter((one) => isOpenRoute(one) !== isSignedIn && (only?.includes(one) ?? true)))
      shots.push({ path, image: await shoot(page, await routeAddress(running.server, path), state) });
    await context.close();
  }
  const name = isLarge ? `${state}-${color}` : `${state}-${look}-${color}`;
  await writeFile(join(folder, `${name}.jpeg`), await contactSheet(browser, shots, viewport.width > 600 ? 480 : 240));
  process.stdout.write(`${name}: ${shots.length} routes\n`);
}

/** One picture of many, each with its path below. */
async function contactSheet(browser: Browser, shots: { path: string; image: Buffer }[], width: number) {
  const page = await browser.newPage({ viewport: { width: width * 4 + 60, height: 900 } });
  const figures = shots.map(
    ({ path, image }) =>
      `<figure><img width="${width}" src="data:image/jpeg;base64,${image.toString('base64')}"><figcaption>${path}</figcaption></figure>`,
  );
  const style = 'body{display:flex;flex-wrap:wrap;gap:12px;margin:12px;font:13px sans-serif}figure{margin:0}';
  await page.setContent(`<style>${style}</style>${figures.join('')}`);
  const sheet = await page.screenshot({ type: 'jpeg', quality: 60, fullPage: true });
  await page.close();
  return sheet;
}

async function takeAll(visits: Visit): Promise<void> {
  for (const color of ['night', 'day'] as const)
    for (const look of visits.state === 'large' ? (['phone'] as const) : (['phone', 'desk'] as const))
      await takeSheet(visits, look, color);
}

/** A name of its own for each record, of 200 characters at most. */
const numbered = (name: string, index: number): string => `${name.slice(0, 199 - String(index).length)} ${index}`;

/** Gives every second record of a name the longest one, and the others an Arabic one. */
async function renameAll({ server }: Running): Promise<void> {
  for (const noun of ['system', 'organization', 'schedule', 'retention', 'group'])
    await server.house.write(async (unit) => {
      const rows = await unit.db.selectFrom(noun).select('id').orderBy('id').execute();
      for (const [index, { id }] of rows.entries())
        await unit.update(noun, String(id), { name: numbered(index % 2 === 0 ? LONG_NAME : ARABIC_NAME, index) });
    });
}

async function sessionOf(browser: Browser, { origin }: Running, email: string): Promise<Visit['session']> {
  const context = await browser.newContext({ baseURL: origin, ...quiet });
  const page = await context.newPage();
  await signInAs(page, email);
  const session = await context.storageState();
  await context.close();
  return session;
}

async function sweepDemo(browser: Browser, folder: string, states: readonly State[]): Promise<void> {
  const ground = await makeGround('sqlite');
  const clock = new Clock(new Date().toISOString());
  clock.run();
  const running = await startServer(ground, { clock, appFolder });
  await startDemo(running.server.house);
  const context = await browser.newContext({ baseURL: running.origin, ...quiet });
  await signIn(await context.newPage(), running);
  const session = await context.storageState();
  await context.close();
  for (const state of demoStates.filter((one) => states.includes(one))) {
    if (state === 'names') await renameAll(running);
    await takeAll({ running, browser, session, state, folder });
  }
  await running.close();
  await ground.gone();
}

/** Servers of their own: charlie of the cast has no permission, and a new installation has one administrator alone. */
async function sweepForbidden(browser: Browser, folder: string): Promise<void> {
  const world = await makeWorld('sqlite', { appFolder });
  const session = await sessionOf(browser, world, 'charlie@example.com');
  await takeAll({ running: world, browser, session, state: 'forbidden', folder });
  await world.close();
}

async function sweepEmpty(browser: Browser, folder: string): Promise<void> {
  const ground = await makeGround('sqlite');
  const running = await startServer(ground, { appFolder });
  await firstAdministrator(running.server, 'alice@example.com', PASSWORD);
  const session = await sessionOf(browser, running, 'alice@example.com');
  await takeAll({ running, browser, session, state: 'empty', folder });
  await running.close();
  await ground.gone();
}

const [folder] = process.argv.slice(2);
if (folder) {
  await mkdir(folder, { recursive: true });
  const states = (process.env.SHEETS?.split(',') ?? [...demoStates, 'forbidden', 'empty']) as State[];
  const browser = await chromium.launch(chrome);
  if (demoStates.some((one) => states.includes(one))) await sweepDemo(browser, folder, states);
  if (states.includes('forbidden')) await sweepForbidden(browser, folder);
  if (states.includes('empty')) await sweepEmpty(browser, folder);
  await browser.close();
} else {
  await writeFile('/dev/stderr', 'Name a folder for the contact sheets.\n');
  process.exitCode = 2;
}

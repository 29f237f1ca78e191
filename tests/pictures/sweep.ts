// `npm run sweep -- <folder>` takes every route x (phone, desk) x (night, day) x (full, empty, loading, error, offline, no
// permission), 320 px with text of twice the size, and long and Arabic names, as contact sheets that can be read, and
// writes the faults that can be measured into faults.txt beside them.
// ONLY=/admin/server,/more takes some routes, SHEETS=full,error some states, LOOKS=phone-night,desk-day some looks.
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { firstAdministrator } from '#server/first-administrator.ts';
import { startDemo } from '#server/demo/demo.ts';
import { chrome } from '../browsers.ts';
import { quiet, signIn } from '../e2e/demo-stage.ts';
import { signInAs } from '../e2e/login-form.ts';
import { isOpenRoute, routeAddress, routePaths } from '../e2e/route-addresses.ts';
import { PASSWORD } from '../cast.ts';
import { Clock, makeGround } from '#tests/test-database.ts';
import { makeWorld, startServer, type Running } from '../world.ts';
import { measureFaults } from './measure.ts';
import { allTables } from '#tests/all-tables.ts';

const looks = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } } as const;
const colors = { night: 'dark', day: 'light' } as const;
const appFolder = resolve(import.meta.dirname, '../../dist/app');
const LONG_NAME = 'Regional hospital of the northern counties, department of archives '.repeat(3);
const ARABIC_NAME = 'مستشفى المنطقة الشمالية قسم المحفوظات والأرشيف الإلكتروني';
const SHOT_MS = 15_000;
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
}

/** Waits until nothing matches. A screen that never gets there is taken as it is. */
async function settled(page: Page, ...selectors: string[]): Promise<void> {
  for (const selector of selectors)
    await page
      .waitForFunction((busy) => !document.querySelector(busy), selector, { timeout: SHOT_MS })
      .catch(() => undefined);
}

async function open(page: Page, address: string, state: State): Promise<void> {
  await prepare(page, state);
  await page.goto(address);
  await page
    .getByRole('heading')
    .first()
    .waitFor({ timeout: SHOT_MS })
    .catch(() => undefined);
  if (state === 'loading') await page.waitForTimeout(LOADING_MS);
  else await settled(page, '[aria-busy="true"], [data-skeleton]', '[data-live][data-state="enrolling"]');
}

/** The connection goes after the answers came, and is lost for 10 s before a page says so. */
async function shoot(page: Page, state: State): Promise<Buffer> {
  if (state === 'offline') {
    await page.context().setOffline(true);
    await settled(page, '[data-live]:not([data-state="offline"])');
  }
  return page.screenshot({ type: 'jpeg', quality: 80 });
}

/** The font size that the reader chose in the browser, which the widths of media queries follow too. */
async function largeContext(own: BrowserContextOptions): Promise<BrowserContext> {
  const folder = await mkdtemp(join(tmpdir(), 'backwatch-sweep-'));
  await mkdir(join(folder, 'Default'));
  const preferences = { webkit: { webprefs: { default_font_size: 32 } } };
  await writeFile(join(folder, 'Default/Preferences'), JSON.stringify(preferences));
  const context = await chromium.launchPersistentContext(folder, { ...chrome, ...own });
  context.once('close', () => void rm(folder, { recursive: true, force: true, maxRetries: 9 }).catch(() => undefined));
  return context;
}

async function takeSheet(visit: Visit, look: keyof typeof looks, color: keyof typeof colors): Promise<void> {
  const { running, browser, session, state, folder } = visit;
  const isLarge = state === 'large';
  const viewport = isLarge ? { width: 320, height: 700 } : looks[look];
  const own = { viewport, colorScheme: colors[color], baseURL: running.origin, ...quiet };
  const only = process.env.ONLY?.split(',');
  const name = isLarge ? `${state}-${color}` : `${state}-${look}-${color}`;
  const shots: { path: string; image: Buffer }[] = [];
  for (const isSignedIn of [true, false]) {
    const context = isLarge
      ? await largeContext(own)
      : await browser.newContext({ ...own, ...(isSignedIn && { storageState: session }) });
    if (isLarge && isSignedIn) await context.addCookies(session.cookies);
    const paths = routePaths.filter((one) => isOpenRoute(one) !== isSignedIn && (only?.includes(one) ?? true));
    const atOnce = state === 'offline' ? 10 : 1;
    for (let at = 0; at < paths.length; at += atOnce) {
      await context.setOffline(false);
      const taken = paths.slice(at, at + atOnce).map(async (path) => {
        const page = await context.newPage();
        await open(page, await routeAddress(running.server, path), state);
        return { path, page };
      });
      for (const { path, page } of await Promise.all(taken)) {
        shots.push({ path, image: await shoot(page, state) });
        const faults = await measureFaults(page);
        await appendFile(join(folder, 'faults.txt'), faults.map((fault) => `${name} ${path}: ${fault}\n`).join(''));
        await page.close();
      }
    }
    await context.close();
  }
  const [width, perSheet] = viewport.width > 600 ? ([760, 6] as const) : ([300, 10] as const);
  for (let at = 0; at < shots.length; at += perSheet)
    await writeFile(
      join(folder, `${name}-${at / perSheet + 1}.png`),
      await contactSheet(browser, shots.slice(at, at + perSheet), width),
    );
  process.stdout.write(`${name}: ${shots.length} routes\n`);
}

/** One picture of many, each with its path below. */
async function contactSheet(browser: Browser, shots: { path: string; image: Buffer }[], width: number) {
  const page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
  const figures = shots.map(
    ({ path, image }) =>
      `<figure><img width="${width}" src="data:image/jpeg;base64,${image.toString('base64')}"><figcaption>${path}</figcaption></figure>`,
  );
  const style = 'body{display:flex;flex-wrap:wrap;gap:12px;margin:12px;font:13px sans-serif}figure{margin:0}';
  await page.setContent(`<style>${style}</style>${figures.join('')}`);
  const sheet = await page.screenshot({ fullPage: true });
  await page.close();
  return sheet;
}

async function takeAll(visits: Visit): Promise<void> {
  const wanted = process.env.LOOKS?.split(',');
  for (const color of ['night', 'day'] as const)
    for (const look of visits.state === 'large' ? (['phone'] as const) : (['phone', 'desk'] as const))
      if (wanted?.includes(`${look}-${color}`) ?? true) await takeSheet(visits, look, color);
}

/** A name of its own for each record, of 200 characters at most. */
const numbered = (name: string, index: number): string => `${name.slice(0, 199 - String(index).length)} ${index}`;

/** Gives every second record of a name the longest one, and the others an Arabic one. */
async function renameAll({ server }: Running): Promise<void> {
  for (const noun of ['system', 'organization', 'schedule', 'retention', 'group'] as const)
    await server.jobContext.write(async (unit) => {
      const rows = await allTables(unit).selectFrom(noun).select('id').orderBy('id').execute();
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
  await startDemo(running.server.jobContext);
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

// Every finished screen over the demonstration fleet, on a phone and on a desk, by night and by day: nothing that axe
// or the browser's own audits fault, nothing wider than the screen. KEEP_PICTURES=folder keeps what it looked like.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page, type Response } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unsubscribeToken } from '#server/entities/alarm/unsubscribe.ts';
import { anyTables } from '#server/db/engine.ts';
import { holdBackSocket, storeAction } from './sign-out-stage.ts';
import { axeFaults } from './audits.ts';
import { chrome } from '../browsers.ts';
import { openDemo, quiet, signIn, type DemoStage } from './demo-stage.ts';
import { allTables } from '#tests/all-tables.ts';

const keep = process.env.KEEP_PICTURES;
const known = { system: '', schedule: '', retention: '', token: '' };
const screens: Record<string, () => string> = {
  watch: () => '/',
  alarms: () => '/admin/alarms',
  'alarms-mine': () => '/admin/alarms?view=mine',
  'alarms-all': () => '/admin/alarms?view=all',
  systems: () => '/admin/systems',
  system: () => `/admin/system?id=${known.system}`,
  backups: () => `/admin/system/backups?id=${known.system}`,
  schedules: () => '/admin/schedules',
  'schedule-settings': () => `/admin/schedule/settings?id=${known.schedule}`,
  'schedule-new': () => '/admin/schedule/settings',
  more: () => '/more',
  retentions: () => '/admin/retentions',
  'retention-settings': () => `/admin/retention/settings?id=${known.retention}`,
  'retention-new': () => '/admin/retention/settings',
  account: () => '/user/account',
  'alarms-here': () => '/user/alarms',
  'not-found': () => '/nothing/here',
  'set-up': () => '/auth/set-up?token=any',
  unsubscribe: () => `/unsubscribe?token=${known.token}`,
};
/** A phone by night and a desk by day: layout goes with the size, and each is shown in the other's colours as well. */
const looks = {
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'dark', other: 'light' },
  desk: { viewport: { width: 1440, height: 900 }, colorScheme: 'light', other: 'dark' },
} as const;
type Look = keyof typeof looks;

let stage: DemoStage;
beforeAll(async () => {
  stage = await openDemo(async (login) => expect(await faults(login, 'desk')).toEqual([]));
  const { jobContext } = stage.running.server;
  const row = await jobContext.read((unit) =>
    allTables(unit).selectFrom('system').select('id').where('alarmed', '=', 1).orderBy('name').executeTakeFirst(),
  );
  known.system = String(row?.['id']);
  const first = (noun: string) =>
    jobContext.read((unit) =>
      anyTables(allTables(unit)).selectFrom(noun).select('id').orderBy('id').executeTakeFirstOrThrow(),
    );
  known.schedule = String((await first('schedule'))['id']);
  known.retention = String((await first('retention'))['id']);
  const link = { user: String((await first('user'))['id']), organizations: [], at: jobContext.services.now() };
  known.token = unsubscribeToken(jobContext.services.secrets.sign, link);
});
afterAll(() => stage.end());

const contextOf = (look: Look): Promise<BrowserContext> => {
  const { viewport, colorScheme } = looks[look];
  const { browser, signedIn, running } = stage;
  return browser.newContext({ viewport, colorScheme, storageState: signedIn, baseURL: running.origin, ...quiet });
};

const settled = (page: Page): Promise<void> =>
  page.waitForFunction(() => !document.querySelector('[aria-busy="true"], [data-skeleton]')).then(() => undefined);

/** The violations of axe: all rules in these colours, and only the contrast in the others. */
async function faults(page: Page, look: Look): Promise<string[]> {
  const all = await axeFaults(page);
  await page.emulateMedia({ colorScheme: looks[look].other });
  const contrast = await axeFaults(page, { runOnly: ['color-contrast'] });
  return [...all, ...contrast.map((fault) => `${looks[look].other} ${fault}`)];
}

/** The width of the page beyond the screen, in pixels. */
const overhang = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const picture = async (page: Page, name: string): Promise<void> =>
  keep ? void (await page.screenshot({ path: join(keep, `${name}.png`) })) : undefined;

/** Visits every screen and returns the findings of each. */
async function tour<T>(
  page: Page,
  ask: (name: string, document: Response | null) => Promise<T>,
): Promise<Record<string, T>> {
  const found: Record<string, T> = {};
  for (const [name, path] of Object.entries(screens)) {
    const document = await page.goto(path());
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await settled(page);
    found[name] = await ask(name, document);
  }
  return found;
}
const nothing = <T>(found: Record<string, T>, none: T) =>
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, none])));

/** A tablet, a phone on its side, the narrowest desk and the widest one. */
const widths = [
  [820, 1180],
  [844, 390],
  [1024, 768],
  [1920, 1080],
] as const;

test('at four other sizes nothing is wider than the screen or its pane; on the narrowest desk axe faults nothing', async () => {
  const context = await contextOf('desk');
  const page = await context.newPage();
  // Each screen is loaded once: its layout follows the size.
  const found = await tour(page, async (name) => {
    const wrong: string[] = [];
    for (const [width, height] of widths) {
      await page.setViewportSize({ width, height });
      await settled(page);
      await picture(page, `${name}-${width}`);
      // The other layouts are audited route by route, on a phone and on a desk.
      const audit = width === 1024 ? await axeFaults(page) : [];
      const sideways = await page.evaluate(scrolledSideways);
      wrong.push(...[...audit, ...sideways].map((fault) => `${width} ${fault}`));
    }
    return wrong;
  });
  nothing(found, []);
  await context.close();
});

/** In the page: the document and the panes that scroll sideways, and the fields of forms wider than 640 px. */
function scrolledSideways(): string[] {
  const scrollers = [document.documentElement, ...document.querySelectorAll('[data-scroll-restoration-id]')];
  const sideways = scrollers.filter((one) => one.scrollWidth > one.clientWidth + 1);
  const fields = [...document.querySelectorAll('form input')].filter((one) => one.getBoundingClientRect().width > 640);
  return [...sideways, ...fields].map((one) => `${one.tagName} ${one.id || one.className}: ${one.scrollWidth}`);
}

test('text of twice the size fits on a phone', async () => {
  const { ground, running, signedIn } = stage;
  const folder = join(ground.folder, 'large');
  await mkdir(join(folder, 'Default'), { recursive: true });
  const preferences = { webkit: { webprefs: { default_font_size: 32 } } };
  await writeFile(join(folder, 'Default/Preferences'), JSON.stringify(preferences));
  const { viewport, colorScheme } = looks.phone;
  const own = { ...chrome, viewport, colorScheme, baseURL: running.origin, ...quiet };
  const context = await chromium.launchPersistentContext(folder, own);
  await context.addCookies(signedIn.cookies);
  const page = await context.newPage();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
  const found = await tour(page, async (name) => {
    await picture(page, `${name}-large`);
    return overhang(page);
  });
  nothing(found, 0);
  await context.close();
});

test.each(['phone', 'desk'] as const)('on a %s signing out passes the audits', async (look) => {
  const { viewport, colorScheme } = looks[look];
  const { browser, running } = stage;
  const context = await browser.newContext({ viewport, colorScheme, baseURL: running.origin, ...quiet });
  const page = await context.newPage();
  // It would end the session that the others share.
  await signIn(page, running);
  // The chunk of the live connection loads late, and without a worker it does not load while offline.
  const holdBack = await holdBackSocket(page);
  const live = page.waitForEvent('websocket');
  await page.goto('/user/account');
  await settled(page);
  await live;
  const opened = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await expect.poll(opened).toContain('backwatch-outbox');
  await page.route('**/api/alarm/**', (route) => route.abort());
  await page.evaluate(storeAction);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Sign out' }).first().click();
  const found: Record<string, string[]> = {};
  const seen = async (name: string, words: string) => {
    await page.getByText(words).waitFor();
    await page.emulateMedia({ colorScheme });
    await picture(page, `sign-out-${name}-${look}`);
    found[name] = await faults(page, look);
  };
  await seen('asked', '1 action is still waiting');
  await page.getByRole('button', { name: 'Sign out anyway' }).click();
  await seen('failed', 'No connection. Nothing was changed.');
  await holdBack();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await seen('done', '1 action was not sent.');
  nothing(found, []);
  await context.close();
});

test('a sign-out opened by its address asks about a waiting action, and continues once it is sent', async () => {
  const { viewport, colorScheme } = looks.phone;
  const { browser, running } = stage;
  const context = await browser.newContext({ viewport, colorScheme, baseURL: running.origin, ...quiet });
  const page = await context.newPage();
  await signIn(page, running);
  const opened = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await expect.poll(opened).toContain('backwatch-outbox');
  await page.route('**/api/alarm/**', (route) => route.abort());
  await page.evaluate(storeAction);
  await page.goto('/auth/logout');
  await page.getByText('1 action is still waiting').waitFor();
  expect(await faults(page, 'phone')).toEqual([]);
  await page.unroute('**/api/alarm/**');
  await page.getByText('Signed out.').waitFor({ timeout: 60_000 });
  expect(await page.getByText('not sent').count()).toBe(0);
  await context.close();
});

test.each(['phone', 'desk'] as const)('on a %s a search while offline shows that it could not load', async (look) => {
  const context = await contextOf(look);
  const page = await context.newPage();
  await page.goto('/admin/systems');
  const search = page.getByLabel('Search systems');
  await search.waitFor();
  await settled(page);
  const rows = page.locator('[data-position] [data-row]');
  await rows.first().waitFor();
  const known = await rows.count();
  await context.setOffline(true);
  await search.fill('a name that was never asked for');
  await page.getByText('Could not load systems').waitFor();
  await page.getByText('No connection.', { exact: true }).waitFor();
  await settled(page);
  expect(await faults(page, look)).toEqual([]);
  await picture(page, `search-offline-${look}`);
  await search.fill('');
  await expect.poll(() => rows.count(), { timeout: 30_000 }).toBe(known);
  expect(known).toBeGreaterThan(5);
  await context.close();
});

test('a chip selected by the address is visible on a phone', async () => {
  const context = await contextOf('phone');
  const page = await context.newPage();
  await page.goto('/admin/systems?show=unscheduled');
  const chip = page.getByRole('button', { name: 'No schedule', pressed: true });
  await chip.waitFor();
  const edges = () =>
    chip.evaluate((button) => [button.getBoundingClientRect().left, button.getBoundingClientRect().right]);
  await expect.poll(async () => (await edges())[1], { timeout: 30_000 }).toBeLessThanOrEqual(390);
  expect((await edges())[0]).toBeGreaterThanOrEqual(0);
  await context.close();
});

const agents = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Mobile/15E148 Safari/604.1',
  android: 'Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36',
};
test('links of mails that are over, and the onboarding of an iPhone and of Android, pass axe', async () => {
  const { browser, running, signedIn } = stage;
  const { viewport, colorScheme } = looks.phone;
  const found: Record<string, string[]> = {};
  for (const [name, path, userAgent] of [
    ['recover', '/auth/recover-password?token=none', agents.android],
    ['confirm', '/auth/confirm-email?token=none', agents.android],
    ['iphone', '/user/alarms', agents.iphone],
    ['android', '/user/alarms', agents.android],
  ] as const) {
    const storage = path.startsWith('/auth/') ? {} : { storageState: signedIn };
    const own = { viewport, colorScheme, userAgent, baseURL: running.origin, hasTouch: true, ...storage, ...quiet };
    const context = await browser.newContext(own);
    // Safari has no push in a tab.
    if (name === 'iphone') await context.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
    const page = await context.newPage();
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    if (name === 'iphone') await page.getByText('iPhone only lets Home Screen apps ring.').waitFor();
    await settled(page);
    found[name] = await faults(page, 'phone');
    await picture(page, `onboarding-${name}`);
    await context.close();
  }
  nothing(found, []);
});

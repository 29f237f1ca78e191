// The list kit in a real browser, over 5,000 systems: fingers and keys, a restored place, the desk table.
import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFleet, type Fleet } from '../bench/fleet.ts';
import { dropFolder, makeFolder, startServer, type ServerProcess } from '../bench/server-process.ts';
import { axeFaults } from './audits.ts';
import { headlessShell } from '../browsers.ts';
import { quiet } from './demo-stage.ts';
import { desk, drag, keyboard, longPress, phone, type Look, type Point } from './hands.ts';

const SYSTEMS = 5000;
let folder = '';
let fleet: Fleet;
let server: ServerProcess;
let browser: Browser;
beforeAll(async () => {
  folder = await makeFolder();
  fleet = await makeFleet(folder, { organizations: 250, systems: SYSTEMS, backups: SYSTEMS });
  server = await startServer(folder);
  browser = await chromium.launch(headlessShell);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  await dropFolder(folder);
});

async function open(look: Look, path: string): Promise<Page> {
  const context: BrowserContext = await browser.newContext({ ...look, ...quiet, baseURL: server.origin });
  await context.addCookies([{ name: 'bw_session', value: fleet.cookies.watchers[0] ?? '', url: server.origin }]);
  const page = await context.newPage();
  await page.goto(path);
  await page.locator('[data-position] [data-row]').first().waitFor();
  return page;
}

/** The row with this place, counted from 0, once it is loaded. */
const row = (page: Page, position: number) => page.locator(`[data-position="${position}"] [data-row]`);
const scroller = (page: Page) => page.locator('[data-scroll-restoration-id=systems]');
const topOf = (page: Page) => scroller(page).evaluate((el) => el.scrollTop);
const focusedPlace = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-position]')?.dataset['position']);

/** Resolves once a figure is the same twice, 200 ms apart. */
async function settled(read: () => Promise<number>): Promise<void> {
  let last = Number.NaN;
  await expect
    .poll(
      async () => {
        const now = await read();
        const isSame = now === last;
        last = now;
        return isSame;
      },
      { interval: 200 },
    )
    .toBe(true);
}

/** The path of a finger between two heights. */
function pathDown(from: number, to: number): [Point, ...Point[]] {
  const at = (step: number) => ({ x: 200, y: from + ((to - from) * step) / 20 });
  return [at(0), ...Array.from({ length: 20 }, (_, step) => at(step + 1))];
}

/** The position of the row that is drawn `y` px below the top of the screen. */
const positionAt = (page: Page, y: number): Promise<number> =>
  page.evaluate((top) => {
    const drawn = document.elementFromPoint(100, top)?.closest<HTMLElement>('[data-position]');
    return Number(drawn?.dataset['position'] ?? -1);
  }, y);

test('a finger scrolls through 5,000 rows, loads those in sight, and Back restores the position', async () => {
  const page = await open(phone, '/admin/systems');
  await drag(page, pathDown(600, 220));
  await expect.poll(() => topOf(page)).toBeGreaterThan(200);
  await scroller(page).evaluate((el) => el.scrollTo(0, 250_000));
  const far = page.locator('[data-position]').filter({ has: page.locator('[data-row]') });
  await expect.poll(async () => Number(await far.first().getAttribute('data-position'))).toBeGreaterThan(2300);
  expect(await page.locator('[data-position]').count()).toBeLessThan(40);
  expect(await far.first().getAttribute('aria-setsize')).toBe(String(SYSTEMS));
  const opened = await positionAt(page, 400);
  const heightOf = async () => Math.round((await row(page, opened).boundingBox())?.y ?? -1);
  // Rows that are drawn for the first time are measured, which moves those below by some pixels.
  await settled(heightOf);
  const before = await heightOf();
  await row(page, opened).tap();
  await page.waitForURL(/\/admin\/system\?id=/);
  await page.goBack();
  await row(page, opened).waitFor();
  await settled(heightOf);
  // Half a row: the row that was opened is where the finger left it.
  expect(Math.abs((await heightOf()) - before)).toBeLessThan(40);
  await page.context().close();
});

test('a long press selects, a tap adds, and Back only ends the selection', async () => {
  const page = await open(phone, '/admin/systems');
  await longPress(row(page, 1));
  const bar = page.getByRole('group', { name: 'Selected systems' });
  await bar.getByText('1 selected').waitFor();
  await row(page, 3).tap();
  await bar.getByText('2 selected').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.goBack();
  await bar.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/admin/systems');
  await page.context().close();
});

test('pulling the page of a record down refreshes it', async () => {
  const page = await open(phone, '/admin/systems');
  const [{ id, name }] = await (await page.request.get('/api/organization?limit=1')).json();
  await page.goto(`/admin/organization/client?id=${id}`);
  // The page of a record that is not loaded yet is another one.
  await page.getByRole('heading', { level: 1, name }).waitFor();
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === `/api/organization/${id}`);
  await drag(page, pathDown(300, 520));
  await asked;
  await expect.poll(() => page.getByRole('status').allTextContents()).toContainEqual(expect.stringMatching(/^Checked/));
  await page.context().close();
});

test('pulling the list down refreshes it once it is far enough; a sheet that is dragged down closes', async () => {
  const page = await open(phone, '/admin/systems');
  await drag(page, pathDown(300, 380));
  await page.getByText('Pull to check').waitFor({ state: 'detached' });
  expect(await page.getByText(/^Checked/).count()).toBe(0);
  const asked = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/system');
  await drag(page, pathDown(300, 520));
  await asked;
  await page.getByText(/^Checked/).waitFor();
  await page.getByRole('button', { name: 'Sort' }).tap();
  const sheet = page.getByRole('dialog');
  const head = await sheet.getByRole('heading').boundingBox();
  const top = Math.round(head?.y ?? 0);
  await drag(page, pathDown(top, top + 30));
  await sheet.getByRole('heading').waitFor();
  await drag(page, pathDown(top, 840));
  await sheet.waitFor({ state: 'detached' });
  await page.context().close();
});

test('the rows of a table are 36 px high, 44 px for a finger and where the person prefers it', async () => {
  const heightOf = async (page: Page) => (await page.locator('[data-position="1"]').boundingBox())?.height;
  const touched = await open({ ...phone, viewport: desk.viewport }, '/admin/systems');
  await touched.getByRole('table', { name: 'Systems' }).waitFor();
  expect(await heightOf(touched)).toBe(44);
  await touched.context().close();
  const page = await open(desk, '/admin/systems');
  expect(await heightOf(page)).toBe(36);
  await keyboard.press(page.getByRole('button', { name: 'Columns' }));
  await keyboard.press(page.getByRole('radio', { name: 'Comfortable' }));
  await expect.poll(() => heightOf(page)).toBe(44);
  await page.context().close();
});

test('keys move through the rows, open one and return to it, select and search', async () => {
  const page = await open(desk, '/admin/systems');
  await row(page, 0).waitFor();
  // Faster than rows are drawn: each press goes on from the row of the one before, whether it has the focus yet or not.
  await page.evaluate(() => {
    for (let press = 0; press < 61; press += 1)
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }));
  });
  await expect.poll(() => focusedPlace(page)).toBe('60');
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  await page.getByRole('group', { name: 'Selected systems' }).getByText('1 selected').waitFor();
  await row(page, 62).click({ modifiers: ['Shift'] });
  await page.getByRole('group', { name: 'Selected systems' }).getByText('4 selected').waitFor();
  await page.keyboard.press('Escape');
  await row(page, 59).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/admin\/system\?id=/);
  await page.goBack();
  await page.getByRole('table', { name: 'Systems' }).waitFor();
  await expect.poll(() => focusedPlace(page)).toBe('59');
  await page.keyboard.press('/');
  await page.keyboard.type('no system has this name');
  await page.getByText('No system called “no system has this name”').waitFor();
  await page.context().close();
});

test('a range holds the rows that were scrolled past, and ends before rows that were never loaded', async () => {
  const page = await open(desk, '/admin/systems');
  const selected = (count: number) =>
    page.getByRole('group', { name: 'Selected systems' }).getByText(`${count} selected`).waitFor();
  await row(page, 3).focus();
  await page.keyboard.press('x');
  await selected(1);
  for (let position = 20; position <= 300; position += 20) {
    await scroller(page).evaluate((el, top) => el.scrollTo(0, top), position * 36);
    await row(page, position).waitFor();
  }
  await row(page, 300).click({ modifiers: ['Shift'] });
  await selected(298);
  await scroller(page).evaluate((el) => el.scrollTo(0, 3000 * 36));
  await row(page, 3000).click({ modifiers: ['Shift'] });
  await expect
    .poll(async () => Number.parseInt((await page.getByText(/ selected$/).textContent()) ?? '', 10))
    .toBeLessThan(600);
  await page.context().close();
});

test('the headers of the table sort, and a narrow window drops columns', async () => {
  const page = await open(desk, '/admin/systems');
  const header = (name: string) => page.getByRole('columnheader', { name, exact: true });
  await header('Name').waitFor();
  expect(await header('State').getAttribute('aria-sort')).toBe('descending');
  await header('Name').getByRole('button').click();
  await page.waitForURL(/sort=name/);
  await expect.poll(() => header('Name').getAttribute('aria-sort')).toBe('ascending');
  const names = () =>
    page.locator('[data-position] [data-row]').evaluateAll((all) => all.map((el) => el.textContent ?? ''));
  await expect.poll(async () => (await names()).join() === (await names()).toSorted().join()).toBe(true);
  expect(await axeFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 1024, height: 768 });
  await header('Schedule').waitFor({ state: 'detached' });
  expect(await header('Last backup').count()).toBe(1);
  await page.context().close();
});

test('the columns of the table are chosen, moved and resized, and stay so on this device', async () => {
  const page = await open(desk, '/admin/systems');
  const header = (name: string) => page.getByRole('columnheader', { name });
  const names = () => page.getByRole('columnheader').evaluateAll((all) => all.map((one) => one.textContent ?? ''));
  await header('Client').waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  const menu = page.getByRole('dialog', { name: 'Columns' });
  await menu.getByRole('checkbox', { name: '28 days' }).click();
  await menu.getByRole('checkbox', { name: 'Retention' }).click();
  await menu.getByRole('button', { name: /^Move Size/ }).press('ArrowUp');
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  // Focus returns to the button when the menu has closed.
  const columns = page.getByRole('button', { name: 'Columns' });
  await expect.poll(() => columns.evaluate((button) => button === document.activeElement)).toBe(true);
  await header('28 days').waitFor({ state: 'detached' });
  const before = await header('Organization').boundingBox();
  await page.getByRole('separator', { name: 'Width of Organization' }).press('ArrowRight');
  await expect.poll(async () => (await header('Organization').boundingBox())?.width).toBe((before?.width ?? 0) + 8);
  const box = await page.getByRole('separator', { name: 'Width of Organization' }).boundingBox();
  await page.mouse.move(box!.x + 2, box!.y + 8);
  await page.mouse.down();
  await page.mouse.move(box!.x + 82, box!.y + 8);
  await expect.poll(async () => (await header('Organization').boundingBox())?.width).toBe((before?.width ?? 0) + 88);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect((await header('Organization').boundingBox())?.width).toBe((before?.width ?? 0) + 8);
  await page.reload();
  await header('Retention').waitFor();
  const all = await names();
  expect(all.indexOf('Size')).toBe(all.indexOf('Next due') - 1);
  expect(all).not.toContain('28 days');
  await page.context().close();
});

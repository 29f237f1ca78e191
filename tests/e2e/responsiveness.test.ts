// Responses to taps and keys: a tapped notification, an open sheet, the panel of the connection, and the focus.
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chrome } from '../browsers.ts';
import { axeFaults } from './audits.ts';
import { openDemo, quiet, type DemoStage } from './demo-stage.ts';

const keep = process.env.KEEP_PICTURES;
const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const;
const desk = { viewport: { width: 1440, height: 900 }, colorScheme: 'light' } as const;
const here = { ...quiet, permissions: ['clipboard-write'] };

let stage: DemoStage;
beforeAll(async () => {
  stage = await openDemo();
});
afterAll(() => stage.end());

async function open(look: typeof phone | typeof desk, browser = stage.browser): Promise<Page> {
  const { signedIn, running } = stage;
  const context = await browser.newContext({ ...look, storageState: signedIn, baseURL: running.origin, ...here });
  return context.newPage();
}
const picture = async (page: Page, name: string): Promise<void> =>
  keep ? void (await page.screenshot({ path: join(keep, `${name}.png`) })) : undefined;

interface Listed {
  id: string;
  acknowledgedAt: string | null;
  system: { id: string; name: string };
}
/** The header with which the server takes a write. */
async function proofOf(page: Page): Promise<Record<string, string>> {
  const token = (await page.context().cookies()).find((cookie) => cookie.name === 'XSRF-TOKEN')?.value ?? '';
  return { 'x-xsrf-token': decodeURIComponent(token) };
}
async function openAlarms(page: Page): Promise<Listed[]> {
  const answer = await page.request.get('/api/alarm', { params: { where: JSON.stringify({ resolvedAt: null }) } });
  return ((await answer.json()) as Listed[]).filter(({ acknowledgedAt }) => acknowledgedAt === null);
}

test('a tapped notification can be acknowledged before its data has loaded, and is sent when possible', async () => {
  const page = await open(phone);
  const [alarm] = await openAlarms(page);
  if (!alarm) throw new Error('the demonstration has no open alarm');
  await page.route(/\/api\/(?:alarm|system|backup|recent)/, (route) => route.abort());
  await page.goto(`/admin/system?id=${alarm.system.id}&alarm=${alarm.id}`);
  const take = page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' });
  await take.waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await picture(page, 'tapped-unloaded');
  await take.click();
  await page.unroute(/\/api\/(?:alarm|system|backup|recent)/);
  await expect
    .poll(async () => (await openAlarms(page)).some(({ id }) => id === alarm.id), { timeout: 60_000 })
    .toBe(false);
  await page.context().close();
});

test('a resolved alarm stays in its place for a moment, and no longer counts', async () => {
  const page = await open(phone);
  await page.goto('/admin/alarms');
  await page.locator('[data-state=enrolled]').first().waitFor({ state: 'attached' });
  const name = page.locator('[data-rows] [data-name]');
  const [first, second] = await name.allTextContents();
  const ended = (await openAlarms(page)).find(({ system }) => system.name === first);
  const counted = page.getByRole('radio', { name: 'Open' });
  const count = Number(/\d+/.exec(String(await counted.textContent()))?.[0]);
  const headers = await proofOf(page);
  const answer = await page.request.post(`/api/alarm/${ended?.id}/resolve`, { headers, data: {} });
  expect(answer.status()).toBe(200);
  const resolved = page.locator('[data-rows] > [data-state=resolved]');
  await resolved.getByText('Resolved').waitFor();
  expect(await resolved.locator('[data-name]').allTextContents()).toEqual([first]);
  expect((await name.allTextContents()).slice(0, 2)).toEqual([first, second]);
  await page.getByRole('radio', { name: `Open ${count - 1}` }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await resolved.waitFor({ state: 'detached' });
  expect((await name.allTextContents())[0]).toBe(second);
  await page.context().close();
});

test('a flash is shown above an open sheet', async () => {
  const page = await open(phone);
  await page.goto('/admin/alarms');
  await page.locator('button[data-state]:visible').click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Check now' }).click();
  await sheet.getByText(/^Checked \d{1,2}:\d\d:\d\d/).waitFor();
  await sheet.getByText('Round trip').waitFor({ timeout: 60_000 });
  expect(await axeFaults(page)).toEqual([]);
  await picture(page, 'connection');
  await page.context().setOffline(true);
  await sheet.getByRole('alert').getByText('Connection to server interrupted').waitFor({ timeout: 60_000 });
  await picture(page, 'flash-over-sheet');
  await sheet.getByRole('button', { name: 'Check now' }).click();
  await sheet.getByText('No connection.', { exact: true }).waitFor();
  await page.context().close();
});

/** In the page: the distance from the title to the flash, and from the top of the window once the page is scrolled. */
function flashPlaces(): { belowTitle: number; scrolled: number } {
  const flash = document.querySelector('[role=alert] > *')!;
  const title = document.querySelector('h1')!.getBoundingClientRect();
  const belowTitle = flash.getBoundingClientRect().top - title.bottom;
  document.querySelector('[data-scroll-restoration-id]')!.scrollTo(0, 600);
  return { belowTitle, scrolled: flash.getBoundingClientRect().top };
}

test('a flash leaves the title of a page free, and stays in sight while the page is scrolled', async () => {
  const page = await open(phone);
  await page.goto('/user/account');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByText('Live').first().waitFor();
  await page.context().setOffline(true);
  await page.getByRole('alert').getByText('Connection to server interrupted').waitFor({ timeout: 60_000 });
  const { belowTitle, scrolled } = await page.evaluate(flashPlaces);
  expect(belowTitle).toBeGreaterThanOrEqual(0);
  expect(scrolled).toBeGreaterThanOrEqual(0);
  expect(scrolled).toBeLessThan(60);
  await page.context().close();
});

const focused = (page: Page) =>
  page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent}`);

test('after a navigation on a desk the heading has focus; digits, g with a letter and the skip link lead on', async () => {
  const page = await open(desk);
  await page.goto('/admin/alarms');
  await page.getByRole('heading', { level: 1, name: 'Alarms' }).waitFor();
  await page.getByRole('link', { name: 'Systems', exact: false }).first().click();
  await expect.poll(() => focused(page)).toBe('H1 Systems');
  const row = page.locator('[data-position] a').first();
  const name = await row.textContent();
  await row.click();
  await expect.poll(() => focused(page)).toBe(`H1 ${name}`);
  await page.keyboard.press('2');
  await page.waitForURL(/\/admin\/system\/backups/);
  await expect.poll(() => focused(page)).toBe(`H1 ${name}`);
  for (const [key, title] of [
    ['o', 'Organizations'],
    ['a', 'Alarms'],
    ['s', 'Systems'],
  ] as const) {
    await page.keyboard.press('g');
    await page.getByText('a Alarms, s Systems').waitFor();
    await page.keyboard.press(key);
    await expect.poll(() => focused(page)).toBe(`H1 ${title}`);
  }
  await page.reload();
  await row.waitFor();
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('A Skip to content');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
  await page.context().close();
});

test('a night of the fleet strip is opened by keys', async () => {
  const page = await open(phone);
  await page.goto('/');
  const strip = page.getByRole('slider', { name: /^Fleet, last/ });
  await strip.focus();
  await page.keyboard.press('ArrowLeft');
  expect(await strip.getAttribute('aria-valuetext')).toMatch(/^Last night: /);
  await picture(page, 'horizon');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/admin\/alarms\?.*day=/);
  await page.context().close();
});

test('several systems are selected by keys on a desk, and their alarms acknowledged at once', async () => {
  const page = await open(desk);
  await page.goto('/admin/systems');
  await page.locator('[data-position] a').first().waitFor();
  for (const key of ['j', 'x', 'j', 'Space']) await page.keyboard.press(key);
  const bar = page.getByRole('group', { name: 'Selected systems' });
  await bar.getByText('2 selected').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await picture(page, 'chosen-desk');
  const words = (await bar.getByRole('button', { name: /^Acknowledge \d+$/ }).textContent()) ?? '';
  const before = (await openAlarms(page)).length;
  await page.keyboard.press('a');
  const taken = Number(/\d+$/.exec(words)?.[0]);
  expect(taken).toBeGreaterThan(0);
  await expect.poll(async () => (await openAlarms(page)).length, { timeout: 60_000 }).toBe(before - taken);
  await page.keyboard.press('x');
  await bar.waitFor();
  await page.keyboard.press('Escape');
  await bar.waitFor({ state: 'detached' });
  await page.context().close();
});

test('the focus stays on its system when a live change moves it to another place', async () => {
  const page = await open(desk);
  await page.goto('/admin/systems?sort=name');
  const row = page.locator('[data-position="3"] [data-row]');
  const name = (await row.textContent()) ?? '';
  const where = JSON.stringify({ name });
  const [{ id }] = (await (await page.request.get('/api/system', { params: { where } })).json()) as [{ id: string }];
  const headers = await proofOf(page);
  await row.focus();
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: el } = document;
      return [el?.textContent, el?.closest<HTMLElement>('[data-position]')?.dataset['position']];
    });
  for (const [to, place] of [
    ['0 first', '0'],
    [name, '3'],
  ] as const) {
    expect((await page.request.patch(`/api/system/${id}`, { headers, data: { name: to } })).status()).toBe(200);
    await expect.poll(focused).toEqual([to, place]);
  }
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('id') === id);
  await page.context().close();
});

test('a new system without a name shows the error at the field', async () => {
  const page = await open(desk);
  await page.goto('/admin/systems');
  await page.getByRole('button', { name: 'New system' }).first().click();
  const name = page.getByRole('textbox', { name: /^Name/ });
  await name.fill('ledger-02');
  await name.fill(' ');
  await page.getByRole('checkbox', { name: 'Monitored' }).click();
  await page.getByRole('button', { name: 'Save system' }).click();
  await page.getByText('things to fix').waitFor();
  expect(await name.getAttribute('aria-invalid')).toBe('true');
  expect(await axeFaults(page)).toEqual([]);
  await page.context().close();
});

test('an app that was used before loads its scripts from the cache without starting the worker', async () => {
  const { browser, signedIn, running } = stage;
  const context = await browser.newContext({ ...phone, storageState: signedIn, baseURL: running.origin });
  const page = await context.newPage();
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.goto('/admin/alarms');
  await page.getByRole('heading', { level: 1, name: 'Alarms' }).waitFor();
  const sources = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.startsWith('/assets/'))
      .map((entry) => (entry as unknown as { workerFinalSourceType: string }).workerFinalSourceType),
  );
  expect([...new Set(sources)]).toEqual(['cache']);
  await context.close();
});

test('the app can be installed although the page has no manifest link', async () => {
  const browser = await chromium.launch(chrome);
  const page = await open(phone, browser);
  const cdp = await page.context().newCDPSession(page);
  const document = await page.goto('/');
  expect(await document?.text()).not.toContain('manifest');
  const named = async () => (await cdp.send('Page.getAppManifest')).url;
  await expect.poll(named, { timeout: 30_000 }).toMatch(/\/manifest\.webmanifest$/);
  expect((await cdp.send('Page.getAppManifest')).errors).toEqual([]);
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
  await browser.close();
});

test('a page that follows another one fades in, the first one does not, and a tap meanwhile reaches the new page', async () => {
  const { browser, signedIn, running } = stage;
  const moving = { ...phone, serviceWorkers: 'block', storageState: signedIn, baseURL: running.origin } as const;
  const page = await (await browser.newContext(moving)).newPage();
  // Longer than anybody waits: what is pressed is pressed in the midst of it.
  await page.addInitScript(() =>
    document.addEventListener('transitionrun', ({ target, propertyName }) => {
      if (!(target instanceof HTMLElement) || propertyName !== 'opacity' || !target.closest('main')) return;
      for (const fade of target.getAnimations()) fade.updatePlaybackRate(0.001);
    }),
  );
  const opacity = () =>
    page.locator('main h1').evaluate((title) => {
      let least = 1;
      for (let one: Element | null = title; one; one = one.parentElement)
        least = Math.min(least, Number(getComputedStyle(one).opacity));
      return least;
    });
  await page.goto('/admin/systems');
  const row = page.locator('[data-position] [data-row]').first();
  await row.waitFor();
  expect(await opacity()).toBe(1);
  await row.click();
  await page.waitForURL(/\/admin\/system\?/);
  const backups = page.getByRole('link', { name: 'Backups' }).first();
  await backups.waitFor();
  expect(await opacity()).toBeLessThan(0.5);
  await backups.click();
  await page.waitForURL(/\/admin\/system\/backups/);
  await page.context().close();
});

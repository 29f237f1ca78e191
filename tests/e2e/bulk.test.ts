// Bulk actions in a browser: a page that may be left, its rows and reasons, no connection, and the way back to the list.
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from './audits.ts';
import { openDemo, quiet, type DemoStage } from './demo-stage.ts';

const keep = process.env.KEEP_PICTURES;
const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const;
const desk = { viewport: { width: 1440, height: 900 }, colorScheme: 'light' } as const;
const SCAN = /\/api\/system\/[^/]+\/scan$/;

let stage: DemoStage;
beforeAll(async () => {
  stage = await openDemo();
});
afterAll(() => stage.end());

async function open(look: typeof phone | typeof desk): Promise<Page> {
  const { browser, signedIn, running } = stage;
  const context = await browser.newContext({ ...look, storageState: signedIn, baseURL: running.origin, ...quiet });
  const page = await context.newPage();
  await page.goto('/admin/systems');
  await rows(page).first().waitFor();
  return page;
}
async function picture(page: Page, name: string): Promise<void> {
  if (!keep) return;
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(keep, `${name}-${colorScheme}.png`) });
  }
}

const rows = (page: Page) => page.locator('[data-position] [data-row]');
const headline = (page: Page, text: string) => page.getByRole('heading', { level: 1, name: text, exact: true });
const bar = (page: Page) => page.getByRole('group', { name: 'Selected systems' });
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-position]')?.dataset['position']);
const scansOf = async (page: Page): Promise<number> =>
  ((await (await page.request.get('/api/scanresult/manual-scans')).json()) as unknown[]).length;

/** Selects the first rows of a phone's list. */
async function select(page: Page, count: number): Promise<void> {
  await rows(page).nth(0).click({ button: 'right' });
  for (let at = 1; at < count; at += 1) await rows(page).nth(at).click();
  await bar(page).getByText(`${count} selected`).waitFor();
}

/** Holds each scan until it is let go; the answer is the server's, or the one given. */
async function holdScans(page: Page): Promise<(answer?: number | 'abort') => Promise<void>> {
  const held: Route[] = [];
  await page.route(SCAN, (route) => void held.push(route));
  return async (answer) => {
    await expect.poll(() => held.length).toBeGreaterThan(0);
    const route = held.shift();
    if (answer === 'abort') await route?.abort();
    else if (answer === undefined) await route?.continue();
    else await route?.fulfill({ status: answer, json: { code: 'E_SERVER', message: 'It failed.' } });
  };
}

test('several systems are selected on a phone and asked for a scan on a page; Back returns to the row', async () => {
  const page = await open(phone);
  await select(page, 2);
  await expect.poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(2);
  expect(await axeFaults(page)).toEqual([]);
  const before = await scansOf(page);
  await bar(page).getByRole('button', { name: 'Scan' }).click();
  await page.waitForURL(/\/admin\/systems\/bulk\?run=/);
  await headline(page, '2 of 2 done').waitFor();
  expect(await scansOf(page)).toBe(before + 2);
  expect(await axeFaults(page)).toEqual([]);
  await picture(page, 'bulk-done');
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await page.waitForURL((url) => url.pathname === '/admin/systems');
  await expect.poll(() => focused(page)).toBe('1');
  expect(await bar(page).count()).toBe(0);
  await page.goBack();
  expect(new URL(page.url()).pathname).not.toBe('/admin/systems/bulk');
  await page.context().close();
});

test('Back lets go of all selected rows, and a tap opens one again', async () => {
  const page = await open(phone);
  await select(page, 2);
  await page.goBack();
  await bar(page).waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/admin/systems');
  await rows(page).nth(1).click();
  await page.waitForURL(/\/admin\/system\?id=/);
  await page.context().close();
});

test('it goes on while the page is left, is found again on Watch, and its end is said there', async () => {
  const page = await open(phone);
  await select(page, 3);
  const answer = await holdScans(page);
  await bar(page).getByRole('button', { name: 'Scan' }).click();
  await answer();
  await headline(page, '1 of 3').waitFor();
  await answer(500);
  await page.getByText('Failed so far').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await picture(page, 'bulk-running');
  await page.getByRole('link', { name: 'Watch' }).click();
  const card = page.getByRole('link', { name: /^Requesting a scan/ });
  await card.getByText('1 of 3').waitFor();
  await picture(page, 'bulk-on-watch');
  await card.click();
  await headline(page, '1 of 3').waitFor();
  await page.goBack();
  await answer();
  const said = page.getByText('Scan requested for 2 of 3');
  await said.first().waitFor();
  await card.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Show' }).click();
  await headline(page, '2 of 3 done').waitFor();
  await picture(page, 'bulk-failed');
  await page.getByRole('button', { name: 'Retry this one' }).click();
  await answer();
  await headline(page, '3 of 3 done').waitFor();
  await page.context().close();
});

test('Stop ends after the row in progress, and the rest can be continued', async () => {
  const page = await open(desk);
  for (const key of ['j', 'x', 'j', 'x', 'j', 'x']) await page.keyboard.press(key);
  const answer = await holdScans(page);
  await bar(page).getByRole('button', { name: 'Scan' }).click();
  await headline(page, '0 of 3').waitFor();
  await page.getByRole('button', { name: 'Stop after this one' }).click();
  await page.getByRole('button', { name: 'Stopping after this one' }).waitFor();
  await answer();
  await headline(page, '1 of 3 done').waitFor();
  await picture(page, 'bulk-stopped-desk');
  await page.getByRole('button', { name: 'Continue with 2' }).click();
  await answer();
  await answer();
  await headline(page, '3 of 3 done').waitFor();
  await page.getByText('3 done', { exact: true }).click();
  await expect.poll(() => page.locator('details li').count()).toBe(3);
  expect(await axeFaults(page)).toEqual([]);
  await picture(page, 'bulk-done-desk');
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect.poll(() => focused(page)).toBe('2');
  await page.context().close();
});

test('without a connection it waits, goes on when it is back, and a call that was cut off can be retried', async () => {
  const page = await open(phone);
  await select(page, 3);
  const answer = await holdScans(page);
  await bar(page).getByRole('button', { name: 'Scan' }).click();
  await headline(page, '0 of 3').waitFor();
  await page.context().setOffline(true);
  await page.getByText('Offline').first().waitFor({ timeout: 60_000 });
  await answer('abort');
  await page.getByText('No connection. It goes on when the connection is back.').waitFor();
  await page.getByText('No connection. Nothing was changed.').waitFor();
  await picture(page, 'bulk-offline');
  await page.context().setOffline(false);
  await answer();
  await answer();
  await headline(page, '2 of 3 done').waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Retry this one' }).waitFor();
  await page.context().close();
});

test('closing the app while it goes on asks first, and its address says afterwards that it is over', async () => {
  const page = await open(phone);
  await select(page, 2);
  const answer = await holdScans(page);
  await bar(page).getByRole('button', { name: 'Scan' }).click();
  await headline(page, '0 of 2').waitFor();
  const asked = page.waitForEvent('dialog');
  const reloaded = page.reload();
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
  await reloaded;
  await page.getByRole('heading', { name: 'This action is over' }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await picture(page, 'bulk-over');
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await page.waitForURL((url) => url.pathname === '/admin/systems');
  void answer;
  await page.context().close();
});

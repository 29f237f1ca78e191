// Bulk changes in a browser: a job of the server, a page that may be left, reasons, retry, undo, and the way back to the list.
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from './audits.ts';
import { openDemo, quiet, type DemoStage } from './demo-stage.ts';
import { allTables } from '#tests/all-tables.ts';

const keep = process.env.KEEP_PICTURES;
const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const;
const desk = { viewport: { width: 1440, height: 900 }, colorScheme: 'light' } as const;

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
const action = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });
const choice = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name });
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-position]')?.dataset['position']);

interface Listed {
  id: string;
  active: boolean;
  schedule: { name: string } | null;
}
const listed = async (page: Page, where: object): Promise<Listed[]> =>
  (await page.request.get(`/api/system?where=${JSON.stringify(where)}`)).json();
const paused = async (page: Page): Promise<number> => (await listed(page, { active: false })).length;

/** Selects the first rows of a phone's list. */
async function select(page: Page, count: number): Promise<void> {
  await rows(page).nth(0).click({ button: 'right' });
  for (let at = 1; at < count; at += 1) await rows(page).nth(at).click();
  await bar(page).getByText(`${count} selected`).waitFor();
}

/** The server is at work on the job until it is released: another one has claimed it. */
async function hold<T>(begin: () => Promise<T>): Promise<() => Promise<void>> {
  const { jobContext, scheduler } = stage.running.server;
  const works = (values: object) =>
    jobContext.write(async (unit) => {
      const db = allTables(unit);
      await db.updateTable('job').set(values).where('nextAt', 'is not', null).execute();
    });
  const claim = setInterval(() => void works({ node: 'elsewhere', nextAt: '2999-01-01T00:00:00.000Z' }), 1);
  await begin();
  clearInterval(claim);
  return async () => {
    await works({ node: null, nextAt: jobContext.services.now() });
    scheduler.wake();
  };
}

test('several systems are paused on a phone and resumed by Undo; Back returns to the row', async () => {
  const page = await open(phone);
  const before = await paused(page);
  await select(page, 2);
  await expect.poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(2);
  expect(await axeFaults(page)).toEqual([]);
  await picture(page, 'bulk-bar');
  await action(page, 'Pause').click();
  await choice(page, 'Pause 1 h').waitFor();
  await picture(page, 'bulk-pause');
  await choice(page, 'Pause 1 h').click();
  await page.waitForURL(/\/admin\/systems\/bulk\?job=/);
  await headline(page, '2 of 2 done').waitFor();
  await expect.poll(() => paused(page)).toBe(before + 2);
  expect(await axeFaults(page)).toEqual([]);
  await picture(page, 'bulk-done');
  await page.getByRole('button', { name: 'Undo 2' }).click();
  await page.getByText('Former values are restored').waitFor();
  await expect.poll(() => paused(page)).toBe(before);
  await picture(page, 'bulk-undone');
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await page.waitForURL((url) => url.pathname === '/admin/systems');
  await expect.poll(() => focused(page)).toBe('1');
  expect(await bar(page).count()).toBe(0);
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

test('a restart that half fails tells each reason, stays after a reload, and Watch says its end', async () => {
  const page = await open(phone);
  await select(page, 3);
  await action(page, 'Restart').click();
  const letGo = await hold(async () => {
    await choice(page, 'Restart 3 clients').click();
    await headline(page, '0 of 3').waitFor();
  });
  await picture(page, 'bulk-running');
  expect(await axeFaults(page)).toEqual([]);
  await page.reload();
  await headline(page, '0 of 3').waitFor();
  await page.getByRole('link', { name: 'Watch' }).click();
  const card = page.getByRole('link', { name: /^Sending restart/ });
  await card.getByText('0 of 3').waitFor();
  await picture(page, 'bulk-on-watch');
  await letGo();
  await page.getByText('Restart sent: 0 of 3 done').first().waitFor();
  await card.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Show' }).click();
  await headline(page, '0 of 3 done').waitFor();
  expect(await page.getByText('Its client is not connected.').count()).toBe(3);
  expect(await axeFaults(page)).toEqual([]);
  await picture(page, 'bulk-failed');
  await page.getByRole('button', { name: 'Retry these 3' }).click();
  await headline(page, '0 of 3 done').waitFor();
  await page.context().close();
});

test('Stop leaves the rest at a desk, Continue goes on with it, and what others edit is not overwritten by Undo', async () => {
  const page = await open(desk);
  for (const key of ['j', 'x', 'j', 'x', 'j', 'x']) await page.keyboard.press(key);
  await picture(page, 'bulk-bar-desk');
  await action(page, 'Schedule').click();
  const schedule = page.getByRole('radio', { name: /^Weekly/ });
  await schedule.waitFor();
  await picture(page, 'bulk-schedule-desk');
  const letGo = await hold(async () => {
    await schedule.click();
    await headline(page, '0 of 3').waitFor();
  });
  await page.getByText('Setting the schedule to').waitFor();
  await page.getByRole('button', { name: 'Stop after this one' }).click();
  await headline(page, '0 of 3 done').waitFor();
  await letGo();
  await picture(page, 'bulk-stopped-desk');
  await page.getByRole('button', { name: 'Continue with 3' }).click();
  await headline(page, '3 of 3 done').waitFor();
  await page.getByText('3 done', { exact: true }).click();
  await expect.poll(() => page.locator('details li').count()).toBe(3);
  expect(await axeFaults(page)).toEqual([]);
  await picture(page, 'bulk-done-desk');
  const id = String(await page.locator('details li').first().getAttribute('data-row'));
  await stage.running.server.jobContext.write((unit) => unit.update('system', id, { notes: 'edited meanwhile' }));
  await page.getByRole('button', { name: 'Undo 3' }).click();
  await headline(page, '2 of 3 done').waitFor();
  await page.getByText('It was changed meanwhile').waitFor();
  await picture(page, 'bulk-undo-failed-desk');
  await page.getByRole('button', { name: /^Look at/ }).click();
  await page.waitForURL((url) => url.pathname === '/admin/system' && url.searchParams.get('id') === id);
  await page.context().close();
});

test('systems move with what fits the new organization, and are deleted after a hold', async () => {
  const page = await open(desk);
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
  await action(page, 'Organization').click();
  const dialog = page.getByRole('dialog').first();
  await dialog.getByRole('button', { name: /^Organization/ }).click();
  await page.getByRole('radio').first().click();
  await dialog.getByRole('button', { name: /^Retention/ }).waitFor();
  await picture(page, 'bulk-move-desk');
  await page.getByRole('button', { name: 'Move 2 systems' }).click();
  await page.getByRole('heading', { level: 1, name: /of 2 done$/ }).waitFor();
  await page.getByText('Organization is now').waitFor();
  const [id] = await page
    .locator('[data-row]')
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['row']));
  expect(id === undefined || id.length > 0).toBe(true);
  await page.goBack();
  await rows(page).first().waitFor();
  for (const key of ['j', 'x']) await page.keyboard.press(key);
  const before = Number((await page.request.get('/api/system?limit=0')).headers()['x-total-count']);
  await action(page, 'Delete').click();
  await page.getByRole('button', { name: 'Hold to delete 1 system' }).focus();
  await page.keyboard.press('Enter');
  await picture(page, 'bulk-delete-desk');
  await page.getByRole('button', { name: 'Yes, delete 1 system' }).click();
  await headline(page, '1 of 1 done').waitFor();
  expect(Number((await page.request.get('/api/system?limit=0')).headers()['x-total-count'])).toBe(before - 1);
  await page.context().close();
});

test('the address of a job that is gone says so', async () => {
  const page = await open(phone);
  await page.goto('/admin/systems/bulk?job=00000000-0000-7000-8000-000000000000');
  await page.getByRole('heading', { name: 'This action is over' }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await page.waitForURL((url) => url.pathname === '/admin/systems');
  await page.context().close();
});

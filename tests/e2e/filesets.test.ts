// Filesets and scans in a real browser: the live test, a refused pattern and its repair, and a fileset made of a scan.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anyTables } from '#server/db/engine.ts';
import { formatBytes } from '#text/format.ts';
import { axeFaults, complaintsOf } from './audits.ts';
import { openDemo, openPage, quiet, type DemoStage } from './demo-stage.ts';
import { type Look, desk, phone } from './hands.ts';
import { allTables } from '#tests/all-tables.ts';

let stage: DemoStage;
beforeAll(async () => {
  stage = await openDemo();
});
afterAll(() => stage.end());

const open = (path: string, look: Look = phone) => openPage(stage, look, path);

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).tap();
const shown = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const patternOf = (page: Page) => page.getByRole('textbox', { name: /^Pattern/ });
const oneOf = async (noun: string, where: Record<string, unknown>) =>
  stage.running.server.jobContext.read(async (unit) => {
    let query = anyTables(allTables(unit)).selectFrom(noun).selectAll().orderBy('id');
    for (const [key, value] of Object.entries(where)) query = query.where(key, '=', value);
    return query.executeTakeFirstOrThrow();
  });

test('the pattern is tested as one types; what could hang is not run, and one tap repairs it', async () => {
  const { id, glob } = await oneOf('fileset', {});
  const page = await open(`/admin/fileset/settings?id=${String(id)}`);
  const complaints = await complaintsOf(page);
  await shown(page, 'Reads 4 of 4 sample names.');
  await press(page, 'Add names to test');
  const stray = String(glob).replace('*', 'lost+found');
  await page.getByLabel('File names').fill(`/other${stray}\n${stray}`);
  await press(page, 'Test these names');
  await shown(page, 'Reads 4 of 6 sample names.');
  await shown(page, `Does not match ${String(glob)}`);
  await shown(page, /^Stops here:/);
  const before = await patternOf(page).inputValue();
  await patternOf(page).fill(`${before}((a+)+)?`);
  await shown(page, 'This pattern is not run.');
  await shown(page, 'A repeat inside a repeat can take hours.');
  await shown(page, 'Not tested');
  expect(await axeFaults(page)).toEqual([]);
  await press(page, 'Save fileset');
  await expect.poll(() => page.locator(':focus').textContent()).toContain('thing to fix');
  await press(page, /^Use /);
  await expect.poll(() => patternOf(page).inputValue()).toBe(`${before}((a+))?`);
  await shown(page, /^Reads \d of \d sample names/);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('a scan leads to a fileset that reads what was in none, and is deleted afterwards', async () => {
  const scan = await oneOf('scanresult', { method: 'manual', status: 'done' });
  const page = await open(`/admin/scanresult?id=${String(scan['id'])}`);
  await shown(page, /files are in no fileset/);
  expect(await axeFaults(page)).toEqual([]);
  await press(page, 'Make a fileset');
  await page.waitForURL('**/admin/fileset/settings?system=*');
  await shown(page, 'Reads 3 of 4 sample names.');
  await press(page, 'Add names to test');
  await page.getByRole('group', { name: 'Or take some from a scan' }).getByRole('button').first().tap();
  await shown(page, 'of 6 sample names.');
  await press(page, 'Save fileset');
  await page.waitForURL('**/admin/fileset/settings?id=*');
  await shown(page, 'Saved mail');
  await page.goto(`/admin/system/filesets?id=${String(scan['system'])}`);
  await page.getByRole('link', { name: /^mail/ }).waitFor();
  await shown(page, /\. \d+ files in the last scan$/);
  await page.goto(`/admin/system/scans?id=${String(scan['system'])}`);
  await shown(page, /^\d+ files, 1 new, 4 ignored\. /);
  await page.getByRole('link', { name: /Done/ }).first().tap();
  await page.waitForURL('**/admin/scanresult?id=*');
  await page.goto(`/admin/scanresult?id=${String(scan['id'])}`);
  await press(page, 'Delete scan');
  await page.getByRole('button', { name: 'Hold to delete' }).focus();
  await page.keyboard.press('Enter');
  await press(page, 'Yes, delete it');
  await page.waitForURL('**/admin/system/scans?id=*');
  await shown(page, 'Deleted the scan');
  await page.context().close();
});

test('manual scans open without a session and say so; with one they are found by system, and counted under More', async () => {
  const { browser, running } = stage;
  const stranger = await (await browser.newContext({ ...quiet, baseURL: running.origin })).newPage();
  await stranger.goto('/admin/manual_scans');
  await shown(stranger, 'Sign in to see manual scans');
  expect(new URL(stranger.url()).pathname).toBe('/admin/manual_scans');
  expect(await stranger.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toContain('/auth/login?from=');
  await stranger.goto('/admin/system/scans');
  await stranger.waitForURL('**/auth/login?*');
  await stranger.context().close();
  const page = await open('/admin/manual_scans');
  await page
    .getByRole('link', { name: /Waiting for the client/ })
    .first()
    .waitFor();
  await page.getByRole('searchbox').fill('nothing here');
  await shown(page, /No scan of a system called/);
  const scans = await stage.running.server.jobContext.read((unit) =>
    unit.select('scanresult').select('id').where('method', '=', 'manual').execute(),
  );
  await page.goto('/more');
  await page.getByRole('link', { name: new RegExp(`^Manual scans ?${scans.length}$`) }).waitFor();
  await page.context().close();
});

test('the purge tab says what stays and what would go, each with its reason, in the order asked for, and offers no purge', async () => {
  const { id, retention, purgeList } = await oneOf('system', { name: 'Patient records' });
  const page = await open(`/admin/system/purge?id=${String(id)}`);
  await shown(page, 'To be removed');
  await shown(page, /is kept for that week/);
  expect(await axeFaults(page)).toEqual([]);
  expect(await page.getByRole('button', { name: /purge|remove/i }).count()).toBe(0);
  const first = page.locator('[data-position]').first();
  const smallest = Math.min(...JSON.parse(String(purgeList)).map(({ size }: { size: number }) => size));
  await press(page, 'Sort');
  await press(page, /smallest first/);
  await page.waitForURL(/sort=smallest/);
  await expect.poll(() => first.textContent()).toContain(formatBytes(smallest, { locale: 'en-US' }));
  await page.goto(`/admin/retention/systems?id=${String(retention)}`);
  await page.getByRole('link', { name: /^Patient records.* to remove, / }).waitFor();
  await page.context().close();
});

test('an orphan shows what is left, sorted by the headers, copies a key, and is deleted with its backups by holding', async () => {
  const page = await open('/admin/orphans');
  await shown(page, 'Clients without an owner');
  await shown(page, /^Backups without a system, \d/);
  await page.getByRole('link', { name: /^Old web server.*Last backup / }).tap();
  await shown(page, /belong to no system/);
  await shown(page, /nk-www-00-/);
  expect(await axeFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  const arrived = page.getByRole('columnheader', { name: 'Arrived' });
  const files = () => page.getByText(/^nk-www-00-\d+/).allTextContents();
  await expect.poll(() => arrived.getAttribute('aria-sort')).toBe('descending');
  await expect.poll(files).toHaveLength(4);
  const newestFirst = await files();
  await arrived.getByRole('button').click();
  await expect.poll(files).toEqual(newestFirst.toReversed());
  await page.setViewportSize({ width: 390, height: 844 });
  await press(page, 'Delete backups');
  await page.getByRole('button', { name: 'Hold to delete' }).focus();
  await page.keyboard.press('Enter');
  await press(page, /^Yes, delete 4 backups/);
  await page.waitForURL('**/admin/orphans');
  await shown(page, /^Deleted 4 backups/);
  await expect.poll(() => page.getByRole('link', { name: /^Old web server/ }).count()).toBe(0);
  await page.context().close();
});

test('Not Backed Up is counted under More, and lists each system without its backup, the longest one first', async () => {
  const page = await open('/more');
  const place = page.getByRole('link', { name: /^Not Backed Up \d/ });
  const count = Number(/\d+/.exec(await place.innerText())?.[0]);
  await place.click();
  const rows = page.getByRole('link', { name: /Not backed up|Overdue|Failed/ });
  await rows.first().waitFor();
  expect(await rows.count()).toBe(count);
  expect(await rows.first().textContent()).toContain('Not backed up');
  // Beside the row and not within its link: in reach without a swipe, also by the keyboard.
  const call = page.getByRole('link', { name: /^Call / }).first();
  expect(await call.getAttribute('href')).toMatch(/^tel:\+/);
  await rows.first().focus();
  await page.keyboard.press('Tab');
  expect(await call.evaluate((link) => link === document.activeElement)).toBe(true);
  expect(await axeFaults(page)).toEqual([]);
  await page.context().close();
});

test('on a desk Not Backed Up is sorted by each header, and its number calls', async () => {
  const page = await open('/admin/health-status', desk);
  const names = async () => page.locator('[data-row]').allTextContents();
  const header = (name: string) => page.getByRole('columnheader', { name, exact: true });
  await page.locator('[data-row]').nth(2).waitFor();
  expect(await header('Last backup').getAttribute('aria-sort')).toBe('ascending');
  await header('Name').getByRole('button').first().click();
  await expect.poll(async () => (await names())[0]).toBe('Billing');
  const upwards = await names();
  await header('Name').getByRole('button').first().click();
  await expect.poll(names).toEqual(upwards.toReversed());
  await header('State').getByRole('button').first().click();
  await expect.poll(() => header('State').getAttribute('aria-sort')).toBe('descending');
  const number = page.locator('a[href^="tel:"]').first();
  // A press on the number meets it, and not the link of the whole row.
  expect(
    await number.evaluate((link) => {
      const { x, y, width, height } = link.getBoundingClientRect();
      return link.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }),
  ).toBe(true);
  await page.context().close();
});

// A desk: the chosen alarm beside the list of alarms, and the alarms as a third pane beside the other screens.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from './audits.ts';
import { openDemo, openPage, type DemoStage } from './demo-stage.ts';

let stage: DemoStage;
beforeAll(async () => {
  stage = await openDemo();
});
afterAll(() => stage.end());

const open = (path: string, width: number) => openPage(stage, { viewport: { width, height: 900 } }, path);

const nameOf = (page: Page, row: number) => page.locator('[data-rows] [data-row] [data-name]').nth(row).textContent();

test('the first alarm is shown beside the list, then the one that is chosen; a key acts on it', async () => {
  const page = await open('/admin/alarms', 1440);
  const beside = page.getByRole('main').getByRole('heading', { level: 2 }).first();
  await beside.waitFor();
  const [first, second] = [await nameOf(page, 0), await nameOf(page, 1)];
  expect(await beside.textContent()).toBe(first);
  await page.locator('[data-rows] [data-row]').nth(1).click();
  await expect.poll(() => beside.textContent()).toBe(second);
  expect(await page.locator('[data-row][aria-current]').count()).toBe(1);
  expect(new URL(page.url()).searchParams.get('alarm')).not.toBeNull();
  await page.locator('h1').focus();
  await page.keyboard.press('a');
  await page.getByText(`Acknowledged ${second}`).waitFor();
  await page.goBack();
  await expect.poll(() => beside.textContent()).toBe(first);
  await page.context().close();
});

test('from 1920 px on the alarms stand beside another screen, and F6 goes there', async () => {
  const page = await open('/admin/systems', 1920);
  const aside = page.getByRole('complementary', { name: 'Alarms' });
  await aside.locator('[data-row]').first().waitFor();
  await page.locator('h1').focus();
  await page.keyboard.press('F6');
  expect(await aside.evaluate((pane) => pane.contains(document.activeElement))).toBe(true);
  const { width = 0 } = (await aside.boundingBox()) ?? {};
  expect(width).toBe(400);
  await page.setViewportSize({ width: 1440, height: 900 });
  await aside.waitFor({ state: 'detached' });
  await page.context().close();
});

test('a system is docked beside the table; the rail folds, and a acts on the focused row of it', async () => {
  const page = await open('/admin/systems', 1440);
  const rail = page.getByRole('navigation', { name: 'Main' });
  const cells = page.getByRole('row').locator('[data-row]');
  await cells.nth(1).waitFor();
  const [first, second] = [await cells.nth(0).textContent(), await cells.nth(1).textContent()];
  expect((await rail.boundingBox())?.width).toBe(216);
  await page.locator('h1').focus();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: first ?? '' }).waitFor();
  expect(await page.getByRole('table', { name: 'Systems' }).isVisible()).toBe(true);
  expect((await rail.boundingBox())?.width).toBe(72);
  expect((await page.getByRole('main').boundingBox())?.width).toBe(404);
  await page.keyboard.press('j');
  await page.keyboard.press('a');
  await page.getByText(`Acknowledged ${second}`).first().waitFor();
  await page.getByRole('button', { name: 'Show with more room' }).click();
  await page.getByRole('table', { name: 'Systems' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Show beside the table' }).click();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.waitForURL((url) => url.pathname === '/admin/systems');
  await page.context().close();
});

test('the docked system has its attributes in folds, and the bar of a selection is one line', async () => {
  const page = await open('/admin/systems', 1440);
  const cells = page.getByRole('row').locator('[data-row]');
  await cells.nth(0).click();
  const folds = page.getByRole('group', { name: 'Advanced' });
  await folds.locator('summary', { hasText: 'Contract' }).click();
  await folds.getByText('Project manager').waitFor();
  await page.getByRole('row').getByRole('checkbox').nth(1).check();
  const bar = page.getByRole('group', { name: 'Selected systems' });
  const boxOf = async (name: RegExp) => await bar.getByRole('button', { name }).boundingBox();
  await expect
    .poll(async () => {
      const [first, last] = [await boxOf(/Acknowledge/), await boxOf(/Delete/)];
      return first !== null && last !== null && first.y === last.y && first.x + first.width < last.x;
    })
    .toBe(true);
  expect(await axeFaults(page)).toEqual([]);
  await page.context().close();
});

test('an organization is docked beside the table; with more room its people stand beside its systems', async () => {
  const page = await open('/admin/organizations', 1440);
  const cells = page.getByRole('row').locator('[data-row]');
  await cells.nth(1).waitFor();
  const [first, second] = await Promise.all([0, 1].map((row) => cells.nth(row).textContent()));
  await cells.nth(0).click();
  const title = (name: string | null | undefined) =>
    page.getByRole('heading', { level: 2, name: name ?? '', exact: true });
  await title(first).waitFor();
  expect((await page.getByRole('main').boundingBox())?.width).toBe(404);
  expect(await page.getByRole('table', { name: 'Organizations' }).isVisible()).toBe(true);
  expect(await page.getByRole('table', { name: 'Systems' }).count()).toBe(0);
  // Its list is beside it.
  const steps = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link');
  expect(await steps.count()).toBe(0);
  await page.getByRole('button', { name: 'Next in the list' }).click();
  await title(second).waitFor();
  await page.getByRole('button', { name: 'Show with more room' }).click();
  await page.getByRole('table', { name: 'Systems' }).waitFor();
  expect(await page.getByRole('table', { name: 'Organizations' }).count()).toBe(0);
  expect(await steps.textContent()).toBe('Organizations');
  // The organization is not repeated in each row.
  expect(await page.getByRole('columnheader', { name: 'Organization' }).count()).toBe(0);
  const people = page.getByRole('complementary', { name: second ?? '' });
  const box = people.getByRole('checkbox').first();
  expect(await box.getAttribute('aria-checked')).toBe('true');
  await box.click();
  await page.getByText(/gets no alarm emails about it/).waitFor();
  await expect.poll(() => box.getAttribute('aria-checked')).toBe('false');
  await people.getByRole('button', { name: 'Add a person' }).click();
  await page.getByRole('dialog', { name: 'Add a person' }).getByRole('searchbox').waitFor();
  await page.keyboard.press('Escape');
  await people.locator('summary', { hasText: 'Settings' }).click();
  await people.getByText('Time zone').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show beside the table' }).click();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.waitForURL((url) => url.pathname === '/admin/organizations');
  await page.context().close();
});

test('rows stay selected while systems open beside them, and the pane steps through the rows', async () => {
  const page = await open('/admin/systems', 1440);
  const boxes = page.getByRole('row').getByRole('checkbox');
  const cells = page.getByRole('row').locator('[data-row]');
  await cells.nth(2).waitFor();
  const names = await Promise.all([0, 1, 2].map((row) => cells.nth(row).textContent()));
  const title = (row: number) => page.getByRole('heading', { level: 1, name: names[row] ?? '', exact: true });
  for (const row of [1, 2]) await boxes.nth(row).check();
  const bar = page.getByRole('group', { name: 'Selected systems' });
  await bar.getByText('2 selected').waitFor();
  await cells.nth(0).click();
  await title(0).waitFor();
  await bar.getByText('2 selected').waitFor();
  expect(await page.getByRole('button', { name: 'Previous in the list' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Next in the list' }).click();
  await title(1).waitFor();
  await page.getByRole('button', { name: 'Next in the list' }).click();
  await title(2).waitFor();
  await page.getByRole('button', { name: 'Previous in the list' }).click();
  await title(1).waitFor();
  await page.goBack();
  await page.waitForURL((url) => url.pathname === '/admin/systems');
  await bar.getByText('2 selected').waitFor();
  await page.getByRole('link', { name: 'Schedules' }).click();
  await page.getByRole('heading', { level: 1, name: 'Schedules' }).waitFor();
  await page.goBack();
  await cells.nth(0).waitFor();
  expect(await bar.count()).toBe(0);
  await page.context().close();
});

test('by keyboard alone: next, hand over with a note, and the triage goes on; the timeline and the history have it', async () => {
  const page = await open('/admin/alarms', 1440);
  const beside = page.getByRole('main').getByRole('heading', { level: 2 }).first();
  await beside.waitFor();
  await page.locator('h1').focus();
  await page.keyboard.press('j');
  const second = await nameOf(page, 1);
  await expect.poll(() => beside.textContent()).toBe(second);
  const third = await nameOf(page, 2);
  const alarm = new URL(page.url()).searchParams.get('alarm');
  await page.keyboard.press('h');
  const sheet = page.getByRole('dialog', { name: `Hand over ${second}` });
  await sheet.getByRole('button', { name: /^To/ }).click();
  await page.getByRole('radio', { name: 'You take it' }).click();
  await page.getByRole('radio', { name: 'You take it' }).waitFor({ state: 'detached' });
  await sheet.getByLabel('Note').fill('I have the new password');
  await sheet.getByRole('button', { name: 'Hand over' }).press('Enter');
  await page.getByText(`${second} is yours`).waitFor();
  await expect.poll(() => beside.textContent()).toBe(third);
  await page.goto(`/admin/alarms?alarm=${alarm}`);
  const timeline = page.getByRole('list', { name: 'Timeline' });
  await timeline.getByText('Handed over by you to you').waitFor();
  expect(await timeline.textContent()).toContain('I have the new password');
  await page.getByText('You acknowledged it').waitFor();
  await page.keyboard.press('n');
  await page.keyboard.type('Called them');
  await page.keyboard.press('Control+Enter');
  await timeline.getByText('Note by you').waitFor();
  await page.context().close();
});

test('Ctrl+K finds an organization by name, Escape empties the field first, and Enter opens', async () => {
  const page = await open('/admin/systems', 1440);
  await page.locator('[data-row]').first().waitFor();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search everything' });
  await field.fill('nothing is called so');
  await page.getByText('Nothing is called').waitFor();
  await page.keyboard.press('Escape');
  expect(await field.inputValue()).toBe('');
  await field.fill('call norra');
  await page.getByRole('option', { name: 'Call Norra Clinic', selected: true }).waitFor();
  await field.fill('@norra');
  await page.getByRole('option', { name: 'Norra Clinic', selected: true }).waitFor();
  const preview = page.getByRole('region', { name: 'Chosen result' });
  await preview.getByRole('img', { name: /^Last 28 nights of Norra Clinic/ }).waitFor();
  await preview.getByText('Rings now').waitFor();
  expect(await preview.getByRole('link', { name: 'Call' }).getAttribute('href')).toMatch(/^tel:\+/);
  await preview.getByRole('button', { name: 'New system' }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/admin\/organization\/settings\?id=/);
  await field.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Norra Clinic' }).waitFor();
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  await page.context().close();
});

test('the search acknowledges all alarms of an organization, and docks it by Ctrl+Enter', async () => {
  const page = await open('/admin/systems', 1440);
  await page.locator('[data-row]').first().waitFor();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search everything' });
  await field.fill('@norra');
  await page.getByRole('option', { name: 'Norra Clinic', selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Show with more room' }).click();
  await page.getByRole('table', { name: 'Organizations' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await field.fill('@norra');
  await page.getByRole('option', { name: 'Norra Clinic', selected: true }).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('table', { name: 'Organizations' }).waitFor();
  await page.keyboard.press('Control+k');
  await field.fill('>ack norra');
  const act = page.getByRole('option', { name: /^Acknowledge all alarms of Norra Clinic ?\d open alarm/ });
  expect(await act.getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('Enter');
  await field.waitFor({ state: 'detached' });
  await page
    .getByText(/^Acknowledged|acknowledged$/)
    .first()
    .waitFor();
  await page.keyboard.press('Control+k');
  await field.fill('norra');
  await page.getByRole('option', { name: 'Norra Clinic', exact: true }).waitFor();
  await expect.poll(() => act.count()).toBe(0);
  await page.context().close();
});

test('the search shows the strip of a system, docks it by Ctrl+Enter, and by Tab shows its pages on a narrow screen', async () => {
  const page = await open('/admin/organizations', 1440);
  await page.locator('[data-row]').first().waitFor();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search everything' });
  await field.fill('#labor');
  await page.getByRole('option', { name: /^Laboratory/, selected: true }).waitFor();
  expect(await page.locator('[role=option] u').first().textContent()).toBe('Labor');
  const preview = page.getByRole('region', { name: 'Chosen result' });
  await preview.getByRole('img', { name: /missed/ }).waitFor();
  await preview.getByText('Last backup', { exact: true }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await expect.poll(() => preview.evaluate((el) => el.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => field.evaluate((el) => el === document.activeElement)).toBe(true);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { level: 1, name: 'Laboratory' }).waitFor();
  await page.getByRole('table', { name: 'Systems' }).waitFor();
  await page.setViewportSize({ width: 1050, height: 800 });
  await page.keyboard.press('Control+k');
  await field.fill('#labor');
  await page.getByRole('option', { name: /^Laboratory/, selected: true }).waitFor();
  await expect.poll(() => preview.count()).toBe(0);
  await page.keyboard.press('Tab');
  await preview.getByRole('button', { name: 'Open', exact: true }).waitFor();
  await expect.poll(() => preview.evaluate((el) => el.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await preview.waitFor({ state: 'detached' });
  expect(await field.inputValue()).toBe('#labor');
  await expect.poll(() => field.evaluate((el) => el === document.activeElement)).toBe(true);
  await page.keyboard.press('Tab');
  await preview.getByRole('button', { name: 'Backups' }).press('Enter');
  await page.waitForURL(/\/admin\/system\/backups\?id=/);
  await page.context().close();
});

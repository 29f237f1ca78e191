// A person who only reads: alarms need attention, not that person, and nothing offers to act on them.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passwordOf } from '#server/demo/seed.ts';
import { openDemo, quiet, type DemoStage } from './demo-stage.ts';
import { signInAs } from './login-form.ts';

const viewer = 'layla@demo.example';
let stage: DemoStage;
beforeAll(async () => {
  stage = await openDemo();
});
afterAll(() => stage.end());

async function open(width: number): Promise<Page> {
  const { browser, running } = stage;
  const context = await browser.newContext({ viewport: { width, height: 900 }, baseURL: running.origin, ...quiet });
  const page = await context.newPage();
  await signInAs(page, viewer, passwordOf(running.server.jobContext, viewer));
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: /^\d+ needs? attention$/ }).waitFor();
  return page;
}

test.each([
  ['phone', 390],
  ['desk', 1440],
])('on a %s Watch says what needs attention, and offers no act', async (_look, width) => {
  const page = await open(width);
  const text = async () => (await page.locator('body').textContent()) ?? '';
  expect(await text()).not.toMatch(/needs? you\b/);
  expect(await page.getByRole('button', { name: /^Acknowledge/ }).count()).toBe(0);
  // The rail of a desk has the same sentence on every page.
  await page.goto('/admin/alarms');
  await page.locator('[data-rows] [data-row]').first().waitFor();
  expect(await page.getByText(/^\d+ needs? attention$/).count()).toBe(width > 1000 ? 1 : 0);
  expect(await text()).not.toMatch(/needs? you\b/);
  expect(await page.getByRole('button', { name: /^Acknowledge/ }).count()).toBe(0);
  // Beside a record that the person may not see, its list does not say so once more.
  await page.goto('/admin/group/settings?id=019a0000-0000-7000-8000-000000000000');
  await page
    .getByText(/^You do not have permission/)
    .first()
    .waitFor();
  expect(await page.getByText(/^You do not have permission/).count()).toBe(1);
  await page.context().close();
});

test('Watch shows the organizations at every width of a desk, and a backup leads to those of its system', async () => {
  const page = await open(1440);
  const organization = page.getByRole('region', { name: 'Organizations' }).getByRole('link').first();
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    await organization.waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  const backup = page
    .getByRole('listitem')
    .getByRole('link', { name: /[KMG]B$/ })
    .first();
  const system = await backup.locator('bdi').textContent();
  await backup.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/admin/system/backups');
  await page
    .getByRole('main')
    .getByText(system ?? '')
    .first()
    .waitFor();
  await page.context().close();
});

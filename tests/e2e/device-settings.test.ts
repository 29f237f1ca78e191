// The settings of a device that pages follow: large text, strong contrast, the colours of the system. And the vibration of a phone.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chrome } from '../browsers.ts';
import { openDemo, openPage, quiet, type DemoStage } from './demo-stage.ts';

const phone = { width: 390, height: 844 };

let stage: DemoStage;
beforeAll(async () => {
  stage = await openDemo();
});
afterAll(() => stage.end());

/** Media queries see only the text size that the browser itself was set to. `size`: in px, 16 is the usual one. */
async function pageWithText(size: number): Promise<Page> {
  const { ground, running, signedIn } = stage;
  const folder = join(ground.folder, `text-${size}`);
  await mkdir(join(folder, 'Default'), { recursive: true });
  const preferences = { webkit: { webprefs: { default_font_size: size } } };
  await writeFile(join(folder, 'Default/Preferences'), JSON.stringify(preferences));
  const own = { ...chrome, viewport: phone, baseURL: running.origin, ...quiet };
  const context = await chromium.launchPersistentContext(folder, own);
  await context.addCookies(signedIn.cookies);
  return context.newPage();
}

const row = (page: Page): Locator => page.locator('[class*=swipe-row_row]').first();

/** True if the action of the first alarm stands below its words. */
async function isStacked(page: Page): Promise<boolean> {
  const words = await row(page).locator('[class*=swipe-row_body]').boundingBox();
  const action = await row(page).locator('[class*=swipe-row_action]').boundingBox();
  return action!.y >= words!.y + words!.height - 1;
}

test.each([
  [16, false],
  [20, false],
  [22, true],
])('with text of %i px the action of an alarm stands below its words: %s', async (size, stacked) => {
  const page = await pageWithText(size);
  await page.goto('/admin/alarms');
  await row(page).waitFor();
  expect(await isStacked(page)).toBe(stacked);
  await page.context().close();
});

const styleOf = (el: Element) => {
  const { borderTopColor, borderTopWidth, boxShadow } = getComputedStyle(el);
  return { borderTopColor, borderTopWidth, boxShadow };
};

test('in the colours of the system the chosen filter still stands out', async () => {
  const page = await openPage(stage, { viewport: phone, forcedColors: 'active' }, '/admin/systems');
  const look = (pressed: boolean) => page.locator(`[aria-pressed=${pressed}]`).first().evaluate(styleOf);
  expect((await look(true)).borderTopWidth).toBe('3px');
  expect((await look(false)).borderTopWidth).toBe('1px');
  await page.context().close();
});

test('who asks for more contrast gets stronger edges', async () => {
  const edges = async (contrast: 'more' | 'no-preference') => {
    const page = await openPage(stage, { viewport: phone, contrast }, '/admin/systems');
    const chip = page.locator('[aria-pressed=false]').first();
    await chip.waitFor();
    const { boxShadow } = await chip.evaluate(styleOf);
    await page.context().close();
    return boxShadow;
  };
  expect(await edges('more')).not.toBe(await edges('no-preference'));
});

test('a phone vibrates for 10 ms when an alarm is acknowledged', async () => {
  const page = await openPage(stage, { viewport: phone, hasTouch: true });
  await page.addInitScript(() => {
    const lasted: unknown[] = [];
    Object.assign(window, { lasted });
    navigator.vibrate = (ms) => lasted.push(ms) > 0;
  });
  await page.goto('/admin/alarms');
  const acknowledge = row(page).locator('[class*=swipe-row_action]');
  await acknowledge.waitFor();
  const lasted = () => page.evaluate(() => (window as unknown as { lasted: unknown[] }).lasted);
  expect(await lasted()).toEqual([]);
  await acknowledge.tap();
  await expect.poll(lasted).toEqual([10]);
  await page.context().close();
});

// A passkey in a real browser, with a device that the browser plays: added after the password, then used instead of it.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signInAs } from './login-form.ts';
import { PASSWORD, setStage, type Stage } from './stage.ts';
import { openWithDevice } from './passkey-device.ts';
// Fetched by the server at the first passkey: here by the same process, which may be short of time.
import '@simplewebauthn/server';

/** KEEP_PICTURES=folder keeps what it looked like. */
const keep = process.env.KEEP_PICTURES;

let stage: Stage;
beforeEach(async () => {
  stage = await setStage();
});
afterEach(({ task }) => stage.close(task.result?.state === 'fail' ? task.id : null));

async function pictures(page: Page, name: string): Promise<void> {
  if (!keep) return;
  const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } };
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await writeFile(join(keep, `${name}-${size}-${colorScheme}.png`), await page.screenshot());
    }
  }
  await page.setViewportSize(sizes.phone);
}

const inside = (url: URL): boolean => !url.pathname.startsWith('/auth/');

test('a passkey is added on the account, and signs in after signing out, until it is removed', async () => {
  const page = await openWithDevice(stage);
  await signInAs(page, stage.bob.email);
  await page.goto('/user/account');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Current password').fill('not this one');
  await sheet.getByRole('button', { name: 'Add passkey' }).click();
  await sheet.getByText('The current password does not match.').waitFor();
  await pictures(page, 'passkey-add');
  await sheet.getByLabel('Current password').fill(PASSWORD);
  await sheet.getByRole('button', { name: 'Add passkey' }).click();
  const row = page.getByRole('button', { name: /Chrome, .*never used/ });
  await row.waitFor();
  await row.scrollIntoViewIfNeeded();
  await pictures(page, 'passkey-account');

  // The device has one already: it says so by itself.
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await sheet.getByLabel('Current password').fill(PASSWORD);
  await sheet.getByRole('button', { name: 'Add passkey' }).click();
  await sheet.getByText('This device already has a passkey for your account.').waitFor();

  await page.goto('/auth/logout');
  await page.getByText('Signed out').first().waitFor();
  await page.goto('/auth/login');
  const press = page.getByRole('button', { name: 'Sign in with a passkey' });
  await press.waitFor();
  await pictures(page, 'passkey-login');
  await press.click();
  await page.waitForURL(inside);
  await page.goto('/user/account');
  await expect.poll(() => page.getByLabel('Email', { exact: true }).inputValue()).toBe(stage.bob.email);
  await page.getByRole('button', { name: /Chrome, .*last used \d{1,2}:\d\d/ }).click();
  await sheet.getByLabel('Name').fill('My phone');
  await pictures(page, 'passkey-one');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: /^My phone/ }).click();
  await sheet.getByRole('button', { name: 'Hold to remove' }).press('Enter');
  await sheet.getByRole('button', { name: 'Yes, remove it' }).click();
  await page
    .getByText(/^My phone was removed/)
    .first()
    .waitFor();

  await page.goto('/auth/logout');
  await page.getByText('Signed out').first().waitFor();
  await page.goto('/auth/login');
  await press.click();
  await page.getByText(/^This passkey does not belong to any account here/).waitFor();
  await pictures(page, 'passkey-refused');
  expect(stage.log.failures).toEqual([]);
});

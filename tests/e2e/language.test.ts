// The language of the pages: of the device at the login, then of the person, with and without a connection.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInAs } from './login-form.ts';
import { phone } from './hands.ts';
import { PASSWORD, setStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close(null));

const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang).catch(() => null);

test('the login is in the language of the device; the person chooses another, which stays without a connection', async () => {
  const context = await stage.browser.newContext({ ...phone, locale: 'de-DE', baseURL: stage.origin });
  const page = await context.newPage();
  await page.goto('/auth/login');
  await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
  await page.getByLabel('E-Mail').fill(stage.alice.email);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).tap();
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/'));
  await page.goto('/user/account');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.getByRole('button', { name: /^Sprache/ }).tap();
  await page.getByRole('radio', { name: 'Español' }).tap();
  await page.getByRole('button', { name: 'Speichern' }).tap();
  await expect.poll(() => languageOf(page), { timeout: 60_000 }).toBe('es');
  await page.getByRole('button', { name: /^Idioma.*Español/ }).waitFor();
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('heading', { name: 'Cuenta' }).waitFor();
  expect(await languageOf(page)).toBe('es');
  await context.close();
});

test('an account in German makes an English device German at the first sign-in, once', async () => {
  await stage.newUser('dora@example.com', { firstName: 'Dora', language: 'de' });
  const options = { ...phone, locale: 'en-US', baseURL: stage.origin, serviceWorkers: 'block' } as const;
  const page = await (await stage.browser.newContext(options)).newPage();
  await signInAs(page, 'dora@example.com');
  await expect.poll(() => languageOf(page), { timeout: 60_000 }).toBe('de');
  // The page in German says so before it is loaded whole.
  await page.waitForLoadState();
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.goto('/more');
  await page.getByRole('link', { name: 'Abmelden' }).waitFor();
  expect([loads, await languageOf(page)]).toEqual([1, 'de']);
  await page.context().close();
});

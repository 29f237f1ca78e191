// A new version of the app: it waits for a press or a safe moment, and never takes away what somebody is typing.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MINUTE } from '#tests/test-database.ts';
import { signInAs } from './login-form.ts';
import { takePhone } from './phone.ts';
import { BUILT, setStage, type Stage } from './stage.ts';

const patient = { timeout: 30_000 };
const LAST = '</head>';

let app: string;
let stage: Stage;
beforeEach(async () => {
  app = await mkdtemp(join(tmpdir(), 'backwatch-app-'));
  await cp(BUILT, app, { recursive: true });
  stage = await setStage(app);
});
afterEach(async ({ task }) => {
  await stage.close(task.result?.state === 'fail' ? task.id : null);
  await rm(app, { recursive: true });
});

/** Puts another version behind the server: its page says so, and its worker keeps that page. */
async function deploy(): Promise<void> {
  const change = async (file: string, from: RegExp | string, to: string) => {
    const path = join(app, file);
    const was = await readFile(path, 'utf8');
    const is = was.replace(from, to);
    expect(is).not.toBe(was);
    await writeFile(path, is);
    for (const ending of ['br', 'gz']) await rm(`${path}.${ending}`, { force: true });
  };
  await change('index.html', LAST, `<meta name="build" content="next">${LAST}`);
  await change(
    'sw.js',
    /"revision":"\w+","url":"index.html\?language=en"/,
    '"revision":"next","url":"index.html?language=en"',
  );
}

const isNext = (page: Page) => page.locator('meta[name=build]').count();

/** The page is the worker's, and long enough there that a new version does not belong to its start. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, patient);
  await page.waitForFunction(() => performance.now() > 3500, null, patient);
}

/** The state of the new version. */
const waits = (page: Page): Promise<string | undefined> =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state);

/** Resolves when the new version is installed and waits. */
async function found(page: Page): Promise<void> {
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await expect.poll(() => waits(page), patient).toBe('installed');
}

/** Hides the page and shows it again after that time. */
async function awayFor(page: Page, ms: number): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  const turn = (state: string) =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibility });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await page.clock.setSystemTime(now);
  await turn('hidden');
  await page.clock.setSystemTime(now + ms);
  await turn('visible');
}

/** Only waiting shows that nothing happens: applying the new version takes much less time. */
const goesOnWaiting = (page: Page): Promise<boolean> =>
  expect
    .poll(() => waits(page), { timeout: 1500 })
    .not.toBe('installed')
    .then(
      () => false,
      () => true,
    );

test('an update is offered without changing the open page, and applied at a press', async () => {
  const { page } = await takePhone(stage);
  await signInAs(page, stage.bob.email);
  await settled(page);
  await deploy();
  await found(page);
  await page.getByRole('button', { name: 'Update', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('link', { name: 'More' }).click();
  await page.getByRole('heading', { level: 1, name: 'More' }).waitFor();
  expect(await isNext(page)).toBe(0);
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect.poll(() => isNext(page), patient).toBe(1);
  await page.getByRole('heading', { level: 1, name: 'More' }).waitFor();
});

test('an update found at the start is applied at once', async () => {
  const { context, page } = await takePhone(stage);
  await signInAs(page, stage.bob.email);
  await settled(page);
  await page.close();
  await deploy();
  const next = await context.newPage();
  // Long enough for a slow machine.
  await next.addInitScript(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() / 20;
  });
  await next.goto('/');
  await expect.poll(() => isNext(next), patient).toBe(1);
});

test('an update is applied after ten minutes in the background, but not during input', async () => {
  const { page } = await takePhone(stage);
  await page.goto('/auth/login');
  await settled(page);
  await page.getByLabel('Email').fill('bob@exa');
  await deploy();
  await found(page);
  await awayFor(page, 11 * MINUTE);
  expect(await goesOnWaiting(page)).toBe(true);
  expect(await page.getByLabel('Email').inputValue()).toBe('bob@exa');
  await page.getByLabel('Email').fill('');
  await awayFor(page, 9 * MINUTE);
  expect(await goesOnWaiting(page)).toBe(true);
  await awayFor(page, 11 * MINUTE);
  await expect.poll(() => isNext(page), patient).toBe(1);
});

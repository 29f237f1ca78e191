// A form in a real browser: Back, link, reload, a colleague who is faster, the end of the session, keys, large text.
import type { BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from './audits.ts';
import { desk, phone, type Look } from './hands.ts';
import { submitLogin } from './login-form.ts';
import { PASSWORD, setStage, type Stage } from './stage.ts';

const account = '/user/account';
let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close(null));

/** The account of Bob, reached from More, so that Back has a page to lead to. */
async function openAccount(
  look: Look = phone,
  prepare: (context: BrowserContext) => Promise<void> = async () => undefined,
): Promise<Page> {
  const options = { ...look, baseURL: stage.origin, reducedMotion: 'reduce', serviceWorkers: 'block' } as const;
  const context = await stage.browser.newContext(options);
  await prepare(context);
  const page = await context.newPage();
  await page.goto('/auth/login');
  await submitLogin(page, stage.bob.email);
  await page.goto('/more');
  const link = page.locator(`a[href="${account}"]`).first();
  await (look.hasTouch ? link.tap() : link.click());
  await page.getByLabel('First name').waitFor();
  return page;
}

const firstName = (page: Page) => page.getByLabel('First name').inputValue();
const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).tap();
const gone = (page: Page) => question(page).waitFor({ state: 'detached' });
const path = (page: Page) => new URL(page.url()).pathname;

test('Back asks and names the change; Back and Escape continue editing, Discard leaves', async () => {
  const page = await openAccount();
  const before = await firstName(page);
  await page.getByLabel('First name').fill('Robert');
  for (const stay of [() => page.goBack(), () => page.keyboard.press('Escape'), () => press(page, 'Keep editing')]) {
    await page.goBack();
    await question(page).waitFor();
    expect(await question(page).locator('del').textContent()).toBe(before || 'Empty');
    expect(await question(page).locator('ins').textContent()).toBe('Robert');
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Keep editing');
    await stay();
    await gone(page);
    expect([path(page), await firstName(page)]).toEqual([account, 'Robert']);
  }
  await press(page, 'Back');
  await question(page).getByRole('button', { name: 'Discard' }).tap();
  await page.waitForURL('**/more');
  await page.goForward();
  await page.getByLabel('First name').waitFor();
  expect(await firstName(page)).toBe(before);
  await page.context().close();
});

test('a link asks; Save and leave validates first, and leads to the errors', async () => {
  const page = await openAccount(desk);
  const leave = page.getByRole('button', { name: 'Save and leave' });
  await page.getByLabel('Last name').fill('Sawyer');
  await page.getByLabel('Email', { exact: true }).fill('nobody');
  await page
    .getByRole('link', { name: /^Systems/ })
    .first()
    .click();
  await leave.click();
  await gone(page);
  await expect.poll(() => page.locator(':focus').textContent()).toContain('2 things to fix');
  await page.getByRole('link', { name: 'Enter a valid email address.' }).click();
  expect(await page.locator(':focus').getAttribute('type')).toBe('email');
  await page.keyboard.press('Control+A');
  await page.keyboard.type(stage.bob.email);
  await page
    .getByRole('link', { name: /^Systems/ })
    .first()
    .click();
  await leave.click();
  await page.waitForURL('**/admin/systems');
  await expect.poll(async () => (await stage.bob.ask('GET', '/auth/check-user')).body.user.lastName).toBe('Sawyer');
  await page.context().close();
});

test('a reload asks with the browser’s own question', async () => {
  const page = await openAccount();
  await page.getByLabel('First name').fill('Robert');
  const asked = page.waitForEvent('dialog');
  const reload = page.reload().catch(() => undefined);
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
  await reload;
  await page.getByLabel('First name').waitFor();
  expect(await firstName(page)).not.toBe('Robert');
  await page.context().close();
});

test('a script that is gone after an update reloads the page without a question, and the changes are restored', async () => {
  const page = await openAccount();
  const asked: string[] = [];
  page.on('dialog', (dialog) => void (asked.push(dialog.type()), dialog.accept()));
  await page.getByLabel('First name').fill('Robert');
  const reloaded = page.waitForEvent('load');
  await page.evaluate(() => void dispatchEvent(new Event('vite:preloadError', { cancelable: true })));
  await reloaded;
  await expect.poll(() => firstName(page)).toBe('Robert');
  expect(asked).toEqual([]);
  await page.context().close();
});

test('Back closes a sheet of the form and nothing else', async () => {
  const page = await openAccount();
  await page.getByLabel('First name').fill('Robert');
  const zone = page.getByRole('button', { name: /^Time zone/ });
  await zone.tap();
  await page.getByRole('dialog', { name: 'Time zone' }).waitFor();
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect([path(page), await firstName(page)]).toEqual([account, 'Robert']);
  await expect.poll(() => page.locator(':focus').textContent()).toMatch(/^Time zone/);
  await zone.tap();
  await page.getByRole('searchbox').fill('stockholm');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByText('Not saved yet: first name, time zone').waitFor();
  await page.context().close();
});

test('a colleague who saved first leads to the merge, and the merged values are saved', async () => {
  // Without events the page knows the colleague's edit from the 412 alone.
  const page = await openAccount(phone, (context) => context.routeWebSocket(/socket\.io/, () => undefined));
  const before = await firstName(page);
  await page.getByLabel('First name').fill('Robert');
  await page.getByLabel('Phone').fill('+49 30 1');
  // The colleague's edit reaches the server while this one is under way, so the answer is a real 412.
  const answerLate = async (route: Route) => {
    const theirs = await stage.bob.ask('PATCH', '/user/edit-account', { firstName: 'Bobby', isDay: true });
    expect(theirs.status).toBe(200);
    await route.continue();
  };
  await page.route('**/api/user/edit-account', answerLate, { times: 1 });
  await press(page, 'Save');
  await page.getByRole('heading', { level: 1, name: / saved first$/ }).waitFor();
  await page.getByText(`was ${before || 'Empty'}`).waitFor();
  expect(await page.getByRole('radio', { name: /Robert/ }).getAttribute('aria-checked')).toBe('true');
  await page.getByRole('radio', { name: /Bobby/ }).tap();
  await press(page, 'Save merged');
  await page.getByText('Saved', { exact: true }).first().waitFor();
  const { user } = (await stage.bob.ask('GET', '/auth/check-user')).body;
  expect([user.firstName, user.mobilePhone, user.isDay]).toEqual(['Bobby', '+49 30 1', true]);
  await page.context().close();
});

/** Ends every session of Bob but the one of the test itself. */
async function endSessions(): Promise<void> {
  const rows = (await stage.bob.ask('GET', '/session')).body as { id: string; current: boolean }[];
  for (const { id, current } of rows) if (!current) await stage.bob.ask('DELETE', `/session/${id}`);
}
const ended = (page: Page) => page.getByRole('dialog', { name: 'You were signed out' });

test('the end of the session leads to the login without a question, and the changes are restored afterwards', async () => {
  const page = await openAccount();
  await page.getByLabel('First name').fill('Robert');
  await page.getByLabel('New password').fill('a secret of twelve');
  await endSessions();
  await page.waitForURL('**/auth/login**');
  await ended(page).getByText('Your unsaved changes are kept').waitFor();
  await ended(page)
    .getByText(/^Your session was ended on another device \(\d+:\d\d [AP]M\)\. Sign in/)
    .waitFor();
  await ended(page)
    .getByText(/^This page is from/)
    .waitFor();
  const behind = page.locator('[data-page-behind]');
  expect(await behind.evaluate((grey: HTMLElement) => [grey.inert, getComputedStyle(grey).filter])).toEqual([
    true,
    'grayscale(1)',
  ]);
  expect(await behind.getByText('First name', { exact: true }).count()).toBe(1);
  // A reload of the page, as after an answer of 401, keeps it; what was typed is not in it.
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.reload();
  await ended(page).waitFor();
  expect(await behind.getByText('First name', { exact: true }).count()).toBe(1);
  expect(asked.filter((path) => path.startsWith('/api/') && path !== '/api/auth/check-user')).toEqual([]);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Robert');
  await expect.poll(() => page.locator(':focus').getAttribute('name')).toBe('password');
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await ended(page).getByText('Enter your password.').waitFor();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${account}`);
  await page.getByText('Not saved yet: first name').waitFor();
  expect(await firstName(page)).toBe('Robert');
  expect(await page.getByLabel('New password').inputValue()).toBe('');
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('a secret of twelve');
  await page.context().close();
});

test('a draft waits for its person while somebody else signs in on the device', async () => {
  const page = await openAccount();
  await page.getByLabel('First name').fill('Robert');
  await endSessions();
  await ended(page).waitFor();
  await page.goBack();
  await ended(page).waitFor({ state: 'detached' });
  expect(await page.locator('[data-page-behind]').count()).toBe(0);
  await page.getByRole('heading', { level: 1, name: 'Backwatch' }).waitFor();
  await page.reload();
  await press(page, 'Someone else');
  await ended(page).waitFor({ state: 'detached' });
  await submitLogin(page, stage.alice.email);
  await page.goto(account);
  await page.getByLabel('First name').waitFor();
  expect(await firstName(page)).not.toBe('Robert');
  await page.goto('/auth/logout');
  await page.getByText('Signed out.').waitFor();
  await page.goto('/auth/login');
  await submitLogin(page, stage.bob.email);
  expect(await ended(page).count()).toBe(0);
  await page.goto(account);
  await page.getByText('Not saved yet: first name').waitFor();
  await page.context().close();
});

test('a reload after the end of the session, as the socket does at 401, keeps the changes and says the same', async () => {
  // Without events the page learns of the end from its own socket's answer, at the next connection.
  const page = await openAccount();
  await page.getByLabel('First name').fill('Robert');
  await page.context().setOffline(true);
  await endSessions();
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  // The page does not learn from elsewhere that the session is over, so that unsaved changes still hold it.
  await page.route('**/api/auth/check-user', (route) => route.abort());
  const reloaded = page.waitForEvent('load');
  await page.context().setOffline(false);
  await reloaded;
  await page.unroute('**/api/auth/check-user');
  await ended(page).getByText('Your unsaved changes are kept').waitFor();
  expect(asked).toEqual([]);
  await page.getByLabel(`Password for ${stage.bob.email}`).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('Not saved yet: first name').waitFor();
  await page.context().close();
});

test('the login is sent by Enter; one mistake has focus itself, two have the summary', async () => {
  const page = await (await stage.browser.newContext({ ...phone, baseURL: stage.origin })).newPage();
  const focus = page.locator(':focus');
  await page.goto('/auth/login');
  await page.getByLabel('Email').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => focus.textContent()).toContain('2 things to fix');
  await page.getByRole('link', { name: 'Enter your email.' }).tap();
  await page.keyboard.type(stage.bob.email);
  await page.keyboard.press('Enter');
  await expect.poll(() => focus.getAttribute('name')).toBe('password');
  await page.getByText('Enter your password.').waitFor();
  await page.keyboard.type('not this one');
  await page.keyboard.press('Enter');
  await page.getByText('Email and password do not match.').waitFor();
  await page.keyboard.press('Control+A');
  await page.keyboard.type(PASSWORD);
  await page.getByText('Email and password do not match.').waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/'));
  await page.context().close();
});

test('the form can be used by keys alone, at twice the text size', async () => {
  const page = await openAccount();
  await page.addStyleTag({ content: 'html { font-size: 200% }' });
  await page.getByLabel('Last name').focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Miller');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  const box = await page.getByRole('button', { name: 'Save', exact: true }).boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(phone.viewport.width);
  await page.keyboard.press('Control+S');
  await page.getByText('Saved', { exact: true }).first().waitFor();
  await expect.poll(async () => (await stage.bob.ask('GET', '/auth/check-user')).body.user.lastName).toBe('Miller');
  await page.context().close();
});

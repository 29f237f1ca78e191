// The pages around a session: the way back after signing in, the login after a sign-out, and links without a token.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { unsubscribeToken } from '#server/entities/alarm/unsubscribe.ts';
import { changeAnswers } from './changed-answers.ts';
import { signInAs, submitLogin } from './login-form.ts';
import { setStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close(null));
const pages: Page[] = [];
afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close();
});

async function opened(): Promise<Page> {
  const context = await stage.browser.newContext({ baseURL: stage.origin, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  pages.push(page);
  return page;
}
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('the wanted path goes along to the login, the home screen included', async () => {
  const page = await opened();
  await page.goto('/');
  await page.waitForURL('**/auth/login?from=%2F');
  await page.goto('/admin/systems?health=failed');
  await page.waitForURL((url) => url.searchParams.get('from') === '/admin/systems?health=failed');
});

test('a first visit asks for the session once, and with a session for each part of Watch once', async () => {
  const askedBy = (page: Page) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    return () => asked.filter((path) => /check-user|counts|recent/.test(path)).toSorted();
  };
  const page = await opened();
  const calls = askedBy(page);
  await page.goto('/');
  await page.waitForURL('**/auth/login?from=%2F');
  await heading(page).waitFor();
  expect(calls()).toEqual(['/api/auth/check-user']);
  await submitLogin(page, 'bob@example.com');
  const second = await opened();
  await second.context().addCookies(await page.context().cookies());
  const secondCalls = askedBy(second);
  // Without an answer, so that neither an event nor its age is a reason to ask again.
  await second.route(/counts|recent/, () => undefined);
  await second.goto('/');
  await heading(second).waitFor();
  expect(secondCalls()).toEqual(['/api/auth/check-user', '/api/backup/recent', '/api/system/counts']);
});

test('the sign-out shows the login itself, which signs in again', async () => {
  const page = await opened();
  await signInAs(page, 'bob@example.com');
  await page.goto('/auth/logout');
  await page.getByText('Signed out.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/auth/logout');
  await submitLogin(page, 'bob@example.com');
});

test.each(['confirm-email', 'recover-password'])(
  '%s without a token asks for nothing, and says that it is incomplete',
  async (path) => {
    const page = await opened();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`/auth/${path}`);
    await expect.poll(() => heading(page).textContent()).toBe('This link is incomplete');
    expect(asked.filter((one) => one.startsWith('/api/token'))).toEqual([]);
  },
);

test('a link in a mail turns the mails off on one press, not by being opened, and Undo brings them back', async () => {
  const mails = async () => (await stage.alice.ask('GET', `/user/${stage.bob.id}`)).body.alarmEmails;
  await stage.alice.ask('PATCH', `/user/${stage.bob.id}`, { alarmEmails: true });
  const { sign } = stage.server.services.secrets;
  const token = unsubscribeToken(sign, { user: stage.bob.id, organizations: [], at: stage.clock.now() });
  const page = await opened();
  await page.goto(`/unsubscribe?token=${token}`);
  const off = page.getByRole('button', { name: 'Turn off these alarm emails' });
  await off.waitFor();
  expect(await mails()).toBe(true);
  await off.click();
  await expect.poll(mails).toBe(false);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(mails).toBe(true);
});

test('over http the login of a server that is reached by https says where to sign in', async () => {
  const page = await opened();
  // As auth/transport-security has it from such a server; this one is reached by http.
  await changeAnswers<object>(page, '**/api/auth/check-user', (session) => ({
    ...session,
    secureUrl: 'https://backwatch.example.com',
  }));
  await page.goto('/auth/login');
  await page.getByText('Open https://backwatch.example.com to sign in.').waitFor();
});

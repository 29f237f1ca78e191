// Three clocks: a person reads every time by that of the account, else of the device, and the customer's beside it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { submitLogin } from './login-form.ts';
import { setStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close(null));

const clockIn = (timeZone: string, at: number) =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeStyle: 'short' }).format(at).replaceAll('\u202f', ' ');

test('the page of a system has the time of the account, of the device without one, and names that of the customer', async () => {
  const { system, organization } = stage.acme;
  await stage.alice.ask('PATCH', `/organization/${organization}`, { timeZone: 'America/Los_Angeles' });
  const report = { system, event: 'success', at: stage.clock.now(), file: 'a.zip', size: 1 };
  expect((await stage.rosie.ask('POST', '/client/report', report)).status).toBe(200);
  const backup = Date.parse((await stage.alice.ask('GET', `/system/${system}`)).body.lastBackup);
  const context = await stage.browser.newContext({
    baseURL: stage.origin,
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.goto('/auth/login');
  await submitLogin(page, stage.bob.email);
  const facts = async () => {
    await page.goto(`/admin/system?id=${system}`);
    await page.getByText(/ in Los Angeles$/).waitFor();
    return ((await page.locator('main').textContent()) ?? '').replaceAll('\u202f', ' ');
  };
  const [berlin, tokyo] = [clockIn('Europe/Berlin', backup), clockIn('Asia/Tokyo', backup)];
  const first = await facts();
  expect([first.includes(berlin), first.includes(tokyo)]).toEqual([true, false]);
  expect((await stage.bob.ask('PATCH', '/user/edit-account', { timeZone: 'Asia/Tokyo' })).status).toBe(200);
  await expect.poll(async () => (await facts()).includes(tokyo)).toBe(true);
  expect(await facts()).not.toContain(berlin);
  // In the zone of the customer there is one clock to read.
  await stage.bob.ask('PATCH', '/user/edit-account', { timeZone: 'America/Los_Angeles' });
  await page.goto(`/admin/system?id=${system}`);
  await page.getByText(clockIn('America/Los_Angeles', backup)).first().waitFor();
  await expect.poll(() => page.getByText(/ in Los Angeles$/).count()).toBe(0);
  await context.close();
});

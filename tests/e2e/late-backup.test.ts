// The main job, end to end: a backup comes in, the next one does not, and the phone of the right person rings.
import { test as plain, type ExpectStatic } from 'vitest';
import { HOUR } from '#tests/test-database.ts';
import { chrome } from '../browsers.ts';
import type { ReceivedPush } from '../push-service.ts';
import { signInAs } from './login-form.ts';
import { takePhone, type Phone } from './phone.ts';
import { BUILT, makeWatched, setStage, type Stage } from './stage.ts';

const patient = { timeout: 30_000 };

/** Each test has a stage of its own: two of them run at the same time. */
const test = plain.extend<{ stage: Stage }>({
  stage: async ({ task }, use) => {
    const stage = await setStage(BUILT, {}, chrome);
    await use(stage);
    await stage.close(task.result?.state === 'fail' ? task.id : null);
  },
});

/** Bob's phone, signed in, with alarms turned on by his own press. */
async function bobsPhone(stage: Stage): Promise<Phone> {
  const phone = await takePhone(stage);
  await signInAs(phone.page, stage.bob.email);
  await phone.page.goto('/user/alarms');
  await phone.page.getByRole('button', { name: /turn on alarms|allow/i }).click();
  await phone.page.getByRole('button', { name: /send test/i }).waitFor();
  return phone;
}

/** Ledger-01 is backed up once by a client that then stops; more than a day and the grace pass. */
async function backedUpOnce(stage: Stage, phone: Phone): Promise<void> {
  const { key } = await makeWatched(stage, 'ledger-01');
  await phone.page.goto('/');
  await phone.page.getByRole('heading', { level: 1 }).waitFor();
  await stage.put('books.zip', 'every number of the year');
  const client = stage.client(key);
  await phone.page.getByText('ledger-01').first().waitFor();
  client.kill('SIGTERM');
}

async function nothingFor(stage: Stage, ms: number, page: Phone['page'] | null): Promise<void> {
  stage.clock.advance(ms);
  await page?.clock.setSystemTime(new Date(stage.clock.now()));
  await stage.settle();
}

const isLate = ({ payload }: ReceivedPush): boolean =>
  JSON.stringify(payload).includes('ledger-01') && JSON.stringify(payload).includes('overdue');

const tagOf = ({ payload }: ReceivedPush): string => (payload as { notification: { tag: string } }).notification.tag;

test('a late backup rings a phone, and a second engineer sees at once who acknowledged it', async ({
  stage,
  expect,
}) => {
  const phone = await bobsPhone(stage);
  await backedUpOnce(stage, phone);
  const desk = await takePhone(stage);
  await signInAs(desk.page, stage.alice.email);
  await desk.page.goto('/admin/alarms');
  await nothingFor(stage, 27 * HOUR, desk.page);

  const push = await stage.pushService.next(isLate, 10_000);
  expect(push.headers).toMatchObject({ urgency: 'high', ttl: 4 * 3600 });
  await phone.deliver(push);
  await expect
    .poll(() => phone.lockScreen(), patient)
    .toContainEqual({
      title: expect.stringContaining('ledger-01'),
      body: expect.stringContaining('Acme'),
      tag: tagOf(push),
      actions: ['acknowledge', 'snooze'],
    });
  const row = desk.page.locator('article, li').filter({ hasText: 'ledger-01' }).first();
  await row
    .getByText(/overdue/i)
    .first()
    .waitFor();

  await phone.press(tagOf(push), 'acknowledge');
  await expect
    .poll(() => phone.lockScreen(), patient)
    .toContainEqual(expect.objectContaining({ title: 'Acknowledged by you', tag: tagOf(push) }));
  await desk.page.getByText(/^Bob, /).waitFor();
  expect(stage.log.failures).toEqual([]);
});

/** Ledger-01 is late, the phone has its push, and its app is closed with a full cache. */
async function lateWhileClosed(stage: Stage, phone: Phone): Promise<ReceivedPush> {
  await backedUpOnce(stage, phone);
  await phone.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await phone.page.reload();
  await phone.page.getByText('ledger-01').first().waitFor();
  // The cache is written a second and a half after the last answer, and when the page is left.
  await phone.page.close();
  await nothingFor(stage, 27 * HOUR, null);
  return stage.pushService.next(isLate, 10_000);
}

/** Starts the app without any answer: it shows cached data in the past tense with its age. */
async function coldStart(phone: Phone): Promise<void> {
  const cold = await phone.context.newPage();
  await cold.goto('/');
  await cold.getByText('ledger-01').first().waitFor();
  await cold.getByText(/^As of \d{1,2}:\d\d/).waitFor();
  await cold.getByRole('heading', { level: 1, name: /needed you/ }).waitFor();
}

/** Acknowledges from the notification, which shows that the action is not sent yet. */
async function acknowledgeForLater(expect: ExpectStatic, phone: Phone, push: ReceivedPush): Promise<void> {
  await phone.deliver(push);
  await expect.poll(() => phone.lockScreen(), patient).toContainEqual(expect.objectContaining({ tag: tagOf(push) }));
  await phone.press(tagOf(push), 'acknowledge');
  await expect
    .poll(() => phone.lockScreen(), patient)
    .toContainEqual(expect.objectContaining({ title: 'Will acknowledge when online', tag: tagOf(push) }));
}

const isOurs = (alarm: { system: { name: string } }): boolean => alarm.system.name === 'ledger-01';

const taker = async (stage: Stage): Promise<string | undefined> =>
  (await stage.alice.ask('GET', '/alarm?limit=100')).body.find(isOurs)?.acknowledgedBy?.name;

test.concurrent('started offline, the phone shows cached data with its age, and sends the acknowledgement later', async ({
  stage,
  expect,
}) => {
  const phone = await bobsPhone(stage);
  const desk = await takePhone(stage);
  await signInAs(desk.page, stage.alice.email);
  const push = await lateWhileClosed(stage, phone);
  await desk.page.goto('/admin/alarms');
  await desk.page.getByText('ledger-01').first().waitFor();
  await phone.context.setOffline(true);
  await coldStart(phone);
  await acknowledgeForLater(expect, phone, push);
  expect(await taker(stage)).toBe(undefined);
  await phone.context.setOffline(false);
  await desk.page.getByText(/^Bob, /).waitFor();
  expect(await taker(stage)).toMatch(/^Bob/);
});

test.concurrent('started while the server is down, the phone does the same when the server is back', async ({
  stage,
  expect,
}) => {
  const phone = await bobsPhone(stage);
  const push = await lateWhileClosed(stage, phone);
  await stage.down();
  await coldStart(phone);
  await acknowledgeForLater(expect, phone, push);
  await stage.up();
  await expect.poll(() => taker(stage), patient).toMatch(/^Bob/);
  const page = phone.context.pages()[0];
  await page?.getByText(/^As of/).waitFor({ state: 'hidden' });
  expect(stage.log.failures).toEqual([]);
});

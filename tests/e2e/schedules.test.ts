// Schedules in a real browser: made, changed, not deleted while in use, read only.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { longPress } from './hands.ts';
import { openAs, setStage, type Stage } from './stage.ts';

const settings = '/admin/schedule/settings';
let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close(null));

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).tap();
const nameOf = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });
const shown = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const make = async (name: string): Promise<string> =>
  String((await stage.alice.ask('POST', '/schedule', { name, alarmAfter: 6 })).body.id);
const read = async (id: string) => (await stage.alice.ask('GET', `/schedule/${id}`)).body;

test('a schedule is created from the list, and found there by its name', async () => {
  const page = await openAs(stage, stage.alice.email, '/admin/schedules');
  await page.getByRole('link', { name: /^Nightly/ }).waitFor();
  await press(page, 'New schedule');
  await page.waitForURL(`**${settings}`);
  await shown(page, 'Every day. Alarm 6 h after a missed one.');
  await nameOf(page).fill('Fortnightly');
  await page.getByRole('radio', { name: 'Weeks' }).tap();
  await press(page, 'Increase Expect a backup every');
  await page.getByRole('radiogroup', { name: 'Unit of the delay' }).getByRole('radio', { name: 'Days' }).tap();
  await page.getByRole('spinbutton', { name: 'Alarm after' }).fill('2');
  await shown(page, 'Every 2 weeks. Alarm 2 days after a missed one.');
  await press(page, 'Save schedule');
  await page.waitForURL(`**${settings}?id=*`);
  const id = new URL(page.url()).searchParams.get('id') ?? '';
  const { name, intervalUnit, intervalValue, alarmAfter } = await read(id);
  expect([name, intervalUnit, intervalValue, alarmAfter]).toEqual(['Fortnightly', 'Weeks', 2, 48]);
  await press(page, 'Back');
  await page.getByRole('searchbox').fill('fort');
  await page.waitForURL('**/admin/schedules?find=fort');
  await expect.poll(() => page.getByRole('link', { name: /^Nightly/ }).count()).toBe(0);
  await page.getByRole('link', { name: /^Fortnightly/ }).tap();
  await page.waitForURL(`**${settings}?id=${id}`);
  await page.context().close();
});

test('a new schedule may be saved on the way out, which leads where the link leads', async () => {
  const page = await openAs(stage, stage.alice.email, '/admin/schedules');
  await page.getByRole('link', { name: /^Nightly/ }).waitFor();
  await press(page, 'New schedule');
  await nameOf(page).fill('In passing');
  await page.goBack();
  await press(page, 'Save and leave');
  await page.waitForURL('**/admin/schedules');
  await page.getByRole('link', { name: /^In passing/ }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/admin/schedules');
  await page.context().close();
});

test('Enter in a field saves; a mistake leads to the summary of errors', async () => {
  const id = await make('Entered');
  const page = await openAs(stage, stage.alice.email, `${settings}?id=${id}`);
  await page.getByRole('textbox', { name: /^Name/ }).fill('');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator(':focus').textContent()).toContain('1 thing to fix');
  await page.getByRole('textbox', { name: /^Name/ }).fill('Entered twice');
  await page.keyboard.press('Enter');
  await shown(page, 'Saved Entered twice');
  await page.getByRole('spinbutton', { name: 'Alarm after' }).fill('9');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await read(id)).alarmAfter).toBe(9);
  await page.context().close();
});

test('an invalid number is rejected before it is sent, and the preview waits for it', async () => {
  const page = await openAs(stage, stage.alice.email, `${settings}?id=${await make('Typed')}`);
  await page.getByRole('spinbutton', { name: 'Expect a backup every' }).fill('0');
  await shown(page, 'Enter how often a backup must arrive.');
  await press(page, 'Save schedule');
  await expect.poll(() => page.locator(':focus').textContent()).toContain('1 thing to fix');
  await page.getByRole('link', { name: 'Enter a whole number from 1 to 1000.' }).tap();
  expect(await page.locator(':focus').getAttribute('role')).toBe('spinbutton');
  await press(page, 'Discard');
  await shown(page, 'Every day. Alarm 6 h after a missed one.');
  await page.context().close();
});

test('the due times of a schedule are in the zone of the organization that uses it', async () => {
  const { body: organization } = await stage.alice.ask('POST', '/organization', {
    name: 'Kobe',
    timeZone: 'Asia/Tokyo',
  });
  const id = await make('Of Kobe');
  const system = { name: 'Kobe files', organization: organization.id, schedule: id };
  await stage.alice.ask('POST', '/system', system);
  const page = await openAs(stage, stage.alice.email, `${settings}?id=${id}`);
  await shown(page, 'Times in Asia/Tokyo');
  await shown(page, / for you$/);
  // Another system of the schedule has its own.
  const other = { name: 'Zebra files', organization: stage.acme.organization, schedule: id };
  await stage.alice.ask('POST', '/system', other);
  await press(page, 'Next three for Kobe files');
  await page.getByRole('radio', { name: /^Zebra files/ }).click();
  await page.getByRole('button', { name: 'Next three for Zebra files' }).waitFor();
  await expect.poll(() => page.getByText('Asia/Tokyo').count()).toBe(0);
  const own = await make('Of nobody');
  await page.goto(`${settings}?id=${own}`);
  await shown(page, 'Every day. Alarm 6 h after a missed one.');
  expect(await page.getByText(/ for you$/).count()).toBe(0);
  await page.context().close();
});

test('a term explains itself where it is the title of a list', async () => {
  const page = await openAs(stage, stage.alice.email, '/admin/schedules');
  await page.getByRole('button', { name: 'What is “Schedules”?' }).tap();
  await page
    .getByRole('dialog')
    .getByText(/^A schedule says how often/)
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('What is “Schedules”?');
  await page.context().close();
});

async function holdToDelete(page: Page): Promise<void> {
  await press(page, 'Delete schedule');
  const hold = page.getByRole('button', { name: 'Hold to delete' });
  await hold.focus();
  await page.keyboard.press('Enter');
  await press(page, 'Yes, delete it');
}

test('a schedule in use is not deleted, with the reason; an unused one is', async () => {
  const page = await openAs(stage, stage.alice.email, `${settings}?id=${stage.schedule}`);
  await shown(page, '2 systems use it.');
  await holdToDelete(page);
  await shown(page, 'Systems still use it.');
  await expect.poll(async () => (await read(stage.schedule)).name).toBe('Nightly');
  const id = await make('Unused');
  await page.goto(`${settings}?id=${id}`);
  await nameOf(page).fill('Unused and edited');
  await holdToDelete(page);
  await page.waitForURL('**/admin/schedules');
  await shown(page, 'Deleted Unused');
  await expect.poll(async () => (await stage.alice.ask('GET', `/schedule/${id}`)).status).toBe(404);
  await page.context().close();
});

test('the systems of a schedule are a list of its own, and a selection moves to another schedule', async () => {
  const from = await make('Move from');
  const to = await make('Move to');
  const { organization } = stage.acme;
  const system = { name: 'moves', organization, schedule: from };
  const id = (await stage.alice.ask('POST', '/system', system)).body.id;
  const page = await openAs(stage, stage.alice.email, `${settings}?id=${to}`);
  await page.getByRole('link', { name: 'Systems 0' }).tap();
  await shown(page, 'No systems yet');
  await page.goto(`/admin/schedule/systems?id=${from}`);
  await longPress(page.getByRole('link', { name: /^moves/ }));
  await page.getByRole('group', { name: 'Selected systems' }).getByRole('button', { name: 'Schedule' }).tap();
  await page.getByRole('radio', { name: /^Move to/ }).tap();
  await page.getByRole('heading', { level: 1, name: '1 of 1 done' }).waitFor();
  await expect.poll(async () => (await stage.alice.ask('GET', `/system/${id}`)).body.schedule.id).toBe(to);
  await page.context().close();
});

test('a system is added to a schedule from its page, and Undo gives the former one back', async () => {
  const [former, rule] = [await make('Former'), await make('Adds')];
  const { organization } = stage.acme;
  const system = { name: 'joins', organization, schedule: former };
  const id = (await stage.alice.ask('POST', '/system', system)).body.id;
  const followed = async () => (await stage.alice.ask('GET', `/system/${id}`)).body.schedule.id;
  const page = await openAs(stage, stage.alice.email, `/admin/schedule/systems?id=${rule}`);
  await page.getByRole('button', { name: 'Add a system' }).first().tap();
  const sheet = page.getByRole('dialog', { name: 'Add a system' });
  await sheet.getByRole('searchbox').fill('joins');
  await sheet.getByRole('radio', { name: /^joins/ }).tap();
  await expect.poll(followed).toBe(rule);
  await page.getByRole('link', { name: /^joins/ }).waitFor();
  await press(page, 'Undo');
  await expect.poll(followed).toBe(former);
  await page.getByRole('link', { name: /^joins/ }).waitFor({ state: 'detached' });
  await page.context().close();
});

test('a schedule is text without the permission to change it, and hidden without the one to read it', async () => {
  const user = await stage.newUser('rita@example.com');
  const permissions = [{ model: 'schedule', action: 'read' }];
  const group = (await stage.alice.ask('POST', '/group', { name: 'Readers', permissions })).body.id;
  await stage.alice.ask('POST', '/usergroup', { user, group });
  const page = await openAs(stage, 'rita@example.com', `${settings}?id=${stage.schedule}`);
  await shown(page, 'All organizations share this. Only people with access to every organization can change it.');
  await shown(page, 'Every day. Alarm 2 h after a missed one.');
  expect(await page.getByRole('textbox').count()).toBe(0);
  expect(await page.getByRole('button', { name: /Delete|Save/ }).count()).toBe(0);
  await page.goto('/admin/schedules');
  await page.getByRole('link', { name: /^Nightly/ }).waitFor();
  await press(page, 'Sort');
  expect(await page.getByRole('button', { name: 'New schedule' }).count()).toBe(0);
  await page.context().close();
  const stranger = await openAs(stage, stage.charlie.email, '/admin/schedules');
  await stranger.getByText('You do not have').first().waitFor();
  await stranger.context().close();
});

test('what a schedule changes is not known without an answer, and the form says so', async () => {
  const page = await openAs(stage, stage.alice.email, '/admin/schedules');
  await page.route(/\/preview\?/, (route) => route.fulfill({ status: 500, json: { code: 'E_SERVER', message: '' } }));
  await page.getByRole('link', { name: /^Nightly/ }).tap();
  await press(page, 'Increase Expect a backup every');
  await page.getByRole('heading', { name: 'Could not find out what this changes' }).waitFor({ timeout: 60_000 });
  await page.unroute(/\/preview\?/);
  await press(page, 'Try again');
  await shown(page, 'Saving raises no alarm at once.');
  await page.context().close();
});

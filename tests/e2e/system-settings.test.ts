// The settings of a system in a real browser: made, changed, paused, limited to its organization, deleted, read only.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from './audits.ts';
import { desk, keyboard } from './hands.ts';
import { openAs, setStage, type Stage } from './stage.ts';

const settings = '/admin/system/settings';
let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close(null));

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).tap();
const choose = async (page: Page, row: RegExp, option: RegExp) => {
  await press(page, row);
  await page.getByRole('dialog').getByRole('radio', { name: option }).tap();
};
const nameOf = (page: Page) => page.getByRole('textbox', { name: /^Name/ });
const shown = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const make = async (values: Record<string, unknown>): Promise<string> => {
  const input = { organization: stage.acme.organization, schedule: stage.schedule, ...values };
  return String((await stage.alice.ask('POST', '/system', input)).body.id);
};
const read = async (id: string) => (await stage.alice.ask('GET', `/system/${id}`)).body;

test('a new system is made from the list with its organization, schedule and kind', async () => {
  const page = await openAs(stage, stage.alice.email, '/admin/systems');
  await press(page, 'New system');
  await page.waitForURL(`**${settings}`);
  await nameOf(page).fill('ledger-02');
  await press(page, 'Save system');
  await shown(page, 'Choose an organization');
  await choose(page, /^Organization/, /^Acme/);
  await choose(page, /^Schedule/, /^Nightly/);
  await choose(page, /^Kind/, /^Application/);
  await press(page, 'Save system');
  await page.waitForURL('**/admin/system?id=*');
  const made = await read(new URL(page.url()).searchParams.get('id') ?? '');
  expect(made).toMatchObject({ name: 'ledger-02', kind: 'application', active: true, schedule: { name: 'Nightly' } });
  await page.context().close();
});

test('folded settings are saved; the password is never shown and only replaced', async () => {
  const id = await make({ name: 'folded', password: 'first', username: 'svc' });
  const page = await openAs(stage, stage.alice.email, `${settings}?id=${id}`);
  await press(page, /^Login to the share.*svc/);
  expect(await page.getByLabel('User name').inputValue()).toBe('svc');
  await page.getByLabel('Server', { exact: true }).fill('fs-01.acme.lan');
  await shown(page, 'Set, hidden');
  await press(page, /^Client/);
  await page.getByRole('checkbox', { name: 'Runs on a Raspberry Pi' }).tap();
  const mac = page.getByRole('textbox', { name: 'MAC address' });
  await mac.pressSequentially('DCA6320F7B');
  expect(await mac.inputValue()).toBe('dc:a6:32:0f:7b');
  await page.getByLabel('Scratch folder').fill('/tmp/zip');
  await shown(page, 'Enter all 12 digits of the MAC address');
  await mac.fill('dca6320f7b1c');
  expect(await axeFaults(page)).toEqual([]);
  await press(page, 'Save system');
  await shown(page, 'Saved folded');
  await expect
    .poll(() => read(id))
    .toMatchObject({
      server: 'fs-01.acme.lan',
      rpiMacAddress: 'dc:a6:32:0f:7b:1c',
      hasRpiClient: true,
      tempZipLocation: '/tmp/zip',
      passwordSet: true,
      username: 'svc',
    });
  await page.context().close();
});

test('the row of a list is no record: its missing notes are not shown as empty, and cannot be overwritten', async () => {
  const id = await make({ name: 'noted', notes: 'Call Mia first' });
  const page = await openAs(stage, stage.alice.email, '/admin/systems');
  await page.route(`**/api/system/${id}`, (route) => route.abort());
  await page.getByRole('main').getByText('noted', { exact: true }).tap();
  await page.waitForURL(/admin\/system\?id=/);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Settings/ })
    .tap();
  await page.getByRole('heading', { name: 'Could not load this system' }).waitFor();
  expect(await nameOf(page).count()).toBe(0);
  await page.unroute(`**/api/system/${id}`);
  await press(page, 'Try again');
  await nameOf(page).waitFor();
  expect(await page.getByLabel('Notes', { exact: true }).inputValue()).toBe('Call Mia first');
  await page.context().close();
});

test('a change in a closed fold opens it: a restored draft is in sight', async () => {
  const id = await make({ name: 'drafted' });
  const page = await openAs(stage, stage.alice.email, `${settings}?id=${id}`);
  await press(page, /^Contract/);
  await page.getByLabel('Project manager').fill('Ruth Okafor');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.evaluate(() => window.stop());
  await page.context().newPage();
  const again = await page.context().newPage();
  await again.goto(`${settings}?id=${id}`);
  await again.getByLabel('Project manager').waitFor();
  expect(await again.getByLabel('Project manager').inputValue()).toBe('Ruth Okafor');
  await page.context().close();
});

test('a pause until a chosen moment is saved as one act, and resuming ends it', async () => {
  const id = await make({ name: 'paused' });
  const page = await openAs(stage, stage.alice.email, `${settings}?id=${id}`);
  await press(page, /^Pause until/);
  const moment = page.getByLabel('Date and time');
  await moment.fill('2020-01-01T07:00');
  await page.getByRole('dialog').getByRole('button', { name: 'Pause', exact: true }).tap();
  await shown(page, 'Choose a moment in the future.');
  await moment.fill('2037-06-01T07:00');
  await page.getByRole('dialog').getByRole('button', { name: 'Pause', exact: true }).tap();
  await expect.poll(() => page.getByRole('checkbox', { name: 'Monitored' }).isChecked()).toBe(false);
  await press(page, 'Save system');
  await shown(page, 'Saved paused');
  const paused = await read(id);
  expect([paused.active, String(paused.reenableTime).slice(0, 8)]).toEqual([false, '2037-06-']);
  await page.getByRole('checkbox', { name: 'Monitored' }).tap();
  await press(page, 'Save system');
  await expect.poll(async () => (await read(id)).active).toBe(true);
  await expect.poll(async () => (await read(id)).reenableTime).toBeNull();
  await page.context().close();
});

test('a name that the organization has already is warned of; a schedule of another organization is refused at its field', async () => {
  await make({ name: 'twin' });
  const own = await stage.alice.ask('POST', '/schedule', {
    name: 'Only Acme',
    alarmAfter: 6,
    organization: stage.acme.organization,
  });
  const id = await make({ name: 'moving', schedule: own.body.id });
  const other = await stage.alice.ask('POST', '/organization', { name: 'Kvist & Co' });
  const page = await openAs(stage, stage.alice.email, `${settings}?id=${id}`);
  await nameOf(page).fill('twin');
  await shown(page, /already has a system called twin/);
  await choose(page, /^Organization/, /^Kvist/);
  await press(page, 'Save system');
  await shown(page, 'It belongs to another organization.');
  expect((await read(id)).organization.name).not.toBe('Kvist & Co');
  await choose(page, /^Schedule/, /^Nightly/);
  await press(page, 'Save system');
  await shown(page, 'Saved twin');
  await expect.poll(async () => (await read(id)).organization.id).toBe(other.body.id);
  await page.context().close();
});

test('a colleague’s change of the field that is being edited names the colleague at once', async () => {
  const id = stage.acme.system;
  await stage.bob.ask('PATCH', '/user/edit-account', { firstName: 'Bob', lastName: 'Berg' });
  const page = await openAs(stage, stage.alice.email, `${settings}?id=${id}`);
  await nameOf(page).fill('Mine');
  const { status } = await stage.bob.ask('PATCH', `/system/${id}`, { name: 'Theirs' });
  expect(status).toBe(200);
  const theirs = page.getByRole('radio', { name: 'Theirs Take Bob’s' });
  await theirs.tap();
  await expect.poll(() => nameOf(page).inputValue()).toBe('Theirs');
  await page.context().close();
});

test('a desk asks for the name before a system is deleted; a phone asks to hold', async () => {
  const id = await make({ name: 'going' });
  const page = await openAs(stage, stage.alice.email, `${settings}?id=${id}`, desk);
  const button = (name: string) => page.getByRole('button', { name });
  await keyboard.press(button('Delete system'));
  const typed = page.getByLabel('Type going to confirm');
  await keyboard.write(typed, 'goin');
  await keyboard.press(button('Yes, delete it'));
  await shown(page, 'The name does not match.');
  await expect.poll(async () => (await read(id)).name).toBe('going');
  await keyboard.write(typed, 'going');
  await keyboard.press(button('Yes, delete it'));
  await page.waitForURL((url) => url.pathname === '/admin/systems');
  await expect.poll(async () => (await stage.alice.ask('GET', `/system/${id}`)).status).toBe(404);
  await page.context().close();
});

test('without the permission to change it the settings are text', async () => {
  const user = await stage.newUser('sue@example.com');
  const permissions = [{ model: 'system', action: 'readAll' }];
  const group = (await stage.alice.ask('POST', '/group', { name: 'System readers', permissions })).body.id;
  await stage.alice.ask('POST', '/usergroup', { user, group });
  const page = await openAs(stage, 'sue@example.com', `${settings}?id=${await make({ name: 'seen', notes: 'RAID' })}`);
  await shown(page, 'You may see this but not change it.');
  await shown(page, 'RAID');
  expect(await page.getByRole('textbox').count()).toBe(0);
  expect(await page.getByRole('button', { name: /Delete|Save/ }).count()).toBe(0);
  await page.context().close();
});

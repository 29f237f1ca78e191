// Organizations in a real browser: made, changed, given people, its key read and freed, its systems; read only for others.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from './audits.ts';
import { desk, phone } from './hands.ts';
import { openAs, setStage, type Stage } from './stage.ts';

const LONG = `${'Norra Clinic of the northern district and its branches, '.repeat(3)}end`;
const ARABIC = 'مختبرات النور';
let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close(null));

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().tap();
const shown = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const read = async (id: string) => (await stage.alice.ask('GET', `/organization/${id}`)).body;
const idOf = (page: Page) => new URL(page.url()).searchParams.get('id') ?? '';
const make = async (name: string): Promise<string> =>
  String((await stage.alice.ask('POST', '/organization', { name })).body.id);
const confirm = async (page: Page, hold: string, yes: string) => {
  await page.getByRole('button', { name: hold }).focus();
  await page.keyboard.press('Enter');
  await press(page, yes);
};

test('an organization is made from the list with the zone of the device, and changed on its settings', async () => {
  const page = await openAs(stage, stage.alice.email, '/admin/organizations');
  await page.getByRole('link', { name: /^Acme/ }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await press(page, 'New organization');
  await press(page, 'Back');
  await page.waitForURL('**/admin/organizations');
  await page.goto('/admin/organization/settings');
  await page.getByRole('textbox', { name: 'Name' }).fill(ARABIC);
  await page.getByRole('textbox', { name: 'Phone for calls' }).fill('+966 11 555 0163');
  await press(page, 'Save organization');
  await page.waitForURL('**/admin/organization/settings?id=*');
  const id = idOf(page);
  const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  await expect
    .poll(() => read(id))
    .toMatchObject({ name: ARABIC, timeZone: zone, phone: '+966 11 555 0163', active: true });
  await page.getByRole('checkbox', { name: 'Monitored' }).tap();
  await press(page, /^Client/);
  await page.getByRole('checkbox', { name: 'Client on a Raspberry Pi' }).tap();
  await page.getByRole('textbox', { name: 'MAC address' }).fill('dca632905ec3');
  await press(page, /^Register of the company/);
  await page.getByRole('textbox', { name: 'Number in the register' }).fill('K-1042');
  await press(page, 'Save organization');
  await expect.poll(async () => (await read(id)).core_id).toBe('K-1042');
  const changed = { active: false, hasRpiClient: true, rpiMacAddress: 'dc:a6:32:90:5e:c3' };
  await expect.poll(() => read(id)).toMatchObject(changed);
  expect(await axeFaults(page)).toEqual([]);
  await page.context().close();
});

test('the list groups by state, is searched, and a long name leads to its systems', async () => {
  await make(LONG);
  const page = await openAs(stage, stage.alice.email, '/admin/organizations');
  await shown(page, 'Need you');
  await shown(page, 'Late, waiting or not monitored');
  await page.getByRole('searchbox').fill('northern');
  await expect.poll(() => page.getByRole('link', { name: /^Acme/ }).count()).toBe(0);
  await page.getByRole('link', { name: /northern district/ }).tap();
  await page.waitForURL('**/admin/organization/systems?id=*');
  await shown(page, 'Add its first system');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.viewport.width);
  await page.getByRole('link', { name: /^Settings/ }).tap();
  await page.waitForURL('**/admin/organization/settings?id=*');
  await page.context().close();
});

test('an organization is paused from its head and resumed by Undo; a new system there is its own', async () => {
  const id = await make('Paused and resumed');
  const page = await openAs(stage, stage.alice.email, `/admin/organization/systems?id=${id}`);
  await press(page, 'Pause monitoring');
  await page.getByRole('dialog').getByRole('button', { name: 'Pause 1 h' }).tap();
  await shown(page, /^Paused and resumed is paused until/);
  await expect.poll(async () => (await read(id)).active).toBe(false);
  await press(page, 'Undo');
  await expect.poll(async () => (await read(id)).active).toBe(true);
  await press(page, 'New system');
  await page.waitForURL(`**/admin/system/settings?organization=${id}`);
  await page.getByRole('button', { name: /^Organization Paused and resumed/ }).waitFor();
  await page.getByLabel('Name', { exact: true }).fill('its first');
  await press(page, 'Save system');
  await page.waitForURL('**/admin/system?id=*');
  const system = new URL(page.url()).searchParams.get('id');
  await expect.poll(async () => (await stage.alice.ask('GET', `/system/${system}`)).body.organization.id).toBe(id);
  await page.context().close();
});

test('its systems are those of no other organization', async () => {
  const { organization } = stage.acme;
  const page = await openAs(stage, stage.alice.email, `/admin/organization/systems?id=${organization}`);
  await page.getByRole('link', { name: /^Acme files/ }).waitFor();
  expect(await page.getByRole('link', { name: /^Birch files/ }).count()).toBe(0);
  await press(page, 'Failed');
  await page.waitForURL(`**/admin/organization/systems?id=${organization}&show=failed`);
  await page.reload();
  await page.getByRole('button', { name: 'Failed', pressed: true }).waitFor();
  await page.context().close();
});

test('people are added, lose and get alarm emails, and are removed and brought back', async () => {
  const organization = await make('Kvist & Co');
  const links = async () =>
    (await stage.alice.ask('GET', `/userorg?organization=${organization}`)).body as { alarmEmails: boolean }[];
  const page = await openAs(stage, stage.alice.email, `/admin/organization/users?id=${organization}`);
  await shown(page, 'Nobody belongs to this organization');
  await press(page, 'Add a person');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox').fill('bob');
  await expect.poll(() => dialog.getByRole('radio').count()).toBe(1);
  await dialog.getByRole('radio', { name: /Bob/ }).tap();
  await shown(page, 'Bob added to Kvist & Co');
  await press(page, /^Bob/);
  await press(page, 'Turn alarm emails off');
  await expect.poll(async () => (await links())[0]?.alarmEmails).toBe(false);
  await shown(page, 'Alarm emails off');
  expect(await axeFaults(page)).toEqual([]);
  await press(page, /^Bob/);
  await press(page, 'Remove from Kvist & Co');
  await expect.poll(async () => (await links()).length).toBe(0);
  await press(page, 'Undo');
  await expect.poll(links).toMatchObject([{ alarmEmails: false }]);
  await page.context().close();
});

test('with room the people are a table whose header sorts', async () => {
  const organization = await make('Table & Co');
  for (const { id: user } of [stage.alice, stage.bob])
    await stage.alice.ask('POST', '/userorg', { user, organization });
  const page = await openAs(stage, stage.alice.email, `/admin/organization/users?id=${organization}`, desk);
  const docked = page.getByRole('button', { name: 'Show with more room' });
  await docked.click();
  const table = page.getByRole('table', { name: 'Users' });
  const names = () => table.locator('[data-row]').allTextContents();
  await expect.poll(names).toEqual(['Alice Adams', 'Bob']);
  await table.getByRole('button', { name: 'Name' }).click();
  await expect.poll(names).toEqual(['Bob', 'Alice Adams']);
  await table.getByText('Alarm emails on').first().waitFor();
  await page.getByRole('button', { name: 'Columns' }).waitFor();
  await table.getByRole('button', { name: 'Bob' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn alarm emails off' }).waitFor();
  await page.context().close();
});

test('the key is hidden until it is shown, copied into the command, freed for another machine, and replaced', async () => {
  const { organization } = stage.acme;
  const line = await stage.rosie.line();
  const hello = { hostName: 'gate-01', version: '1.0.0', internalIp: '10.0.0.7', platform: 'linux', instance: 'rosie' };
  await line.ask('POST', '/api/client/hello', hello);
  const page = await openAs(stage, stage.alice.email, `/admin/organization/client?id=${organization}`);
  await shown(page, 'A client holds this key');
  const key = (await stage.alice.ask('GET', `/organization/${organization}/get-client-key`)).body.key as string;
  expect(await page.getByText(key).count()).toBe(0);
  await press(page, 'Show');
  await shown(page, key);
  await press(page, 'Copy command');
  await shown(page, 'Copied');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`BACKWATCH_KEY=${key} npm run client -- --server ${stage.origin}`);
  await shown(page, '1.0.0');
  await press(page, /^Restart/);
  expect(await axeFaults(page)).toEqual([]);
  await press(page, /^Reset the key/);
  await confirm(page, 'Hold to reset', 'Yes, reset it');
  await shown(page, 'No client holds this key');
  await expect.poll(() => read(organization)).toMatchObject({ keyConnected: false });
  await press(page, /^Make a new key/);
  await confirm(page, 'Hold to make a new key', 'Yes, make a new key');
  await expect
    .poll(async () => (await stage.alice.ask('GET', `/organization/${organization}/get-client-key`)).body.key)
    .not.toBe(key);
  await page.context().close();
});

test('a person of one organization makes none, and a reader changes nothing and sees no key', async () => {
  const page = await openAs(stage, stage.bob.email, '/admin/organizations');
  await page.getByRole('link', { name: /^Acme/ }).waitFor();
  expect(await page.getByRole('link', { name: /^Birch/ }).count()).toBe(0);
  await press(page, 'Sort');
  expect(await page.getByRole('button', { name: 'New organization' }).count()).toBe(0);
  await page.context().close();
  const permissions = ['organization', 'system', 'userorg'].map((model) => ({ model, action: 'read' }));
  const user = await stage.newUser('rita@example.com');
  const group = (await stage.alice.ask('POST', '/group', { name: 'Readers', permissions })).body.id;
  await stage.alice.ask('POST', '/usergroup', { user, group });
  await stage.alice.ask('POST', '/userorg', { user, organization: stage.acme.organization });
  const reader = await openAs(stage, 'rita@example.com', `/admin/organization/settings?id=${stage.acme.organization}`);
  await shown(reader, 'You may see this but not change it.');
  expect(await reader.getByRole('textbox').count()).toBe(0);
  await reader.goto(`/admin/organization/client?id=${stage.acme.organization}`);
  await shown(reader, 'Machines');
  expect(await reader.getByRole('button', { name: /Show|Copy|Hold|Restart/ }).count()).toBe(0);
  await reader.goto(`/admin/organization/users?id=${stage.acme.organization}`);
  await shown(reader, 'Alarm emails on');
  expect(await reader.getByRole('button', { name: /Bob|Turn alarm emails|Remove from/ }).count()).toBe(0);
  await reader.context().close();
});

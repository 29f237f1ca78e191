// Users in a real browser: invited with groups and organizations, put into a group, linked, deactivated with their alarms handed over.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from './audits.ts';
import { MINUTE } from '#tests/test-database.ts';
import { measureFaults } from '../pictures/measure.ts';
import { desk } from './hands.ts';
import { isInSight, openAs, PASSWORD, setStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close(null));

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).tap();
const shown = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const read = async (id: string) => (await stage.alice.ask('GET', `/user/${id}`)).body;
const link = async (user: string): Promise<void> => {
  await stage.alice.ask('POST', '/usergroup', { user, group: stage.engineers });
  await stage.alice.ask('POST', '/userorg', { user, organization: stage.acme.organization });
};

test('a colleague is invited with a group and an organization, and the invitation is sent again', async () => {
  const page = await openAs(stage, stage.alice.email, '/admin/users');
  await page.getByRole('link', { name: /Alice/ }).first().waitFor();
  await page.goto('/admin/user/settings');
  await page.getByLabel('Email', { exact: true }).fill('ida@example.com');
  await page.getByLabel('First name', { exact: true }).fill('Ida');
  await press(page, 'Engineers');
  await press(page, 'Add an organization');
  await page.getByRole('radio', { name: 'Acme' }).tap();
  await shown(page, /^May then .* in 1 organization\.$/);
  expect(await axeFaults(page)).toEqual([]);
  await press(page, 'Send invitation');
  await shown(page, 'Invitation sent to ida@example.com.');
  await page.waitForURL('**/admin/users');
  const row = page.getByRole('link', { name: /^Ida/ });
  await row.waitFor();
  expect(await row.textContent()).toContain('Engineers, 1 organization');
  expect(await row.textContent()).toContain('Invited, not yet signed in');
  await row.tap();
  await page.getByRole('button', { name: /^Send invitation again/ }).tap();
  await shown(page, 'Invitation sent to ida@example.com.');
  await page.context().close();
});

test('what a user may do has its reason, and leaving a group that takes something away asks first', async () => {
  const user = await stage.newUser('tom@example.com', { firstName: 'Tom' });
  await link(user);
  const page = await openAs(stage, stage.alice.email, `/admin/user/groups?id=${user}`);
  await shown(page, /^Tom may .* in 1 organization\.$/);
  await page.getByRole('button', { name: /^Systems/ }).tap();
  await shown(page, 'none of these groups');
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('checkbox', { name: 'Engineers' }).tap();
  await page.getByRole('heading', { name: 'This takes permissions from 1 person' }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).tap();
  await shown(page, 'Tom was removed from Engineers.');
  await shown(page, 'Tom may sign in, and see nothing.');
  await press(page, 'Undo');
  await expect.poll(async () => (await read(user)).groups.length, { timeout: 20_000 }).toBe(1);
  await page.context().close();
});

test('links have their own alarm emails; unlinking and all organizations are saved at once', async () => {
  const user = await stage.newUser('uma@example.com', { firstName: 'Uma' });
  await link(user);
  const page = await openAs(stage, stage.alice.email, `/admin/user/organizations?id=${user}`);
  await shown(page, 'Linked to 1 organization, alarm emails from 1.');
  await page.getByRole('checkbox', { name: 'Alarm emails about Acme' }).tap();
  await shown(page, 'Linked to 1 organization, alarm emails from 0.');
  await press(page, 'Link an organization');
  await page.getByRole('radio', { name: 'Birch' }).tap();
  await shown(page, 'Linked to 2 organizations, alarm emails from 1.');
  expect(await axeFaults(page)).toEqual([]);
  await press(page, 'Birch');
  await page.getByRole('button', { name: /^Unlink/ }).tap();
  await shown(page, 'No longer linked to Birch.');
  await press(page, 'Undo');
  await shown(page, 'Linked to 2 organizations, alarm emails from 1.');
  await page.getByRole('checkbox', { name: 'All organizations' }).tap();
  await shown(page, 'May see and edit every organization.');
  await expect.poll(async () => (await read(user)).allOrganizations).toBe(true);
  await page.context().close();
});

test('rows lead a reader who may change nothing to the record, and are text where that may not be seen', async () => {
  const reader = await stage.newUser('rex@example.com', { firstName: 'Rex' });
  const { organization, system } = stage.acme;
  await stage.alice.ask('POST', '/userorg', { user: reader, organization });
  const grant = async (...grants: string[]) => {
    const permissions = grants.map((one) => ({ model: one.split('.')[0], action: one.split('.')[1] }));
    const { id } = (await stage.alice.ask('POST', '/group', { name: grants.join(), permissions })).body;
    await stage.alice.ask('POST', '/usergroup', { user: reader, group: id });
  };
  await grant('organization.read', 'userorg.read');
  const page = await openAs(stage, 'rex@example.com', `/admin/organization/users?id=${organization}`);
  const main = page.getByRole('main');
  const row = main.locator('[data-position]').filter({ hasText: 'Rex' });
  await row.waitFor();
  expect(await row.locator('a, button').count()).toBe(0);
  await grant('user.read', 'system.read', 'system.update');
  await page.reload();
  await row.getByRole('link').tap();
  await page.waitForURL(`**/admin/user/settings?id=${reader}`);
  await page.goto(`/admin/user/organizations?id=${reader}`);
  await main.getByRole('link', { name: 'Acme' }).tap();
  await page.waitForURL(`**/admin/organization/systems?id=${organization}`);
  await page.goto(`/admin/system/settings?id=${system}`);
  await page.getByRole('button', { name: /^Organization/ }).waitFor();
  await shown(page, 'Schedule');
  expect(await page.getByRole('button', { name: /^Schedule/ }).count()).toBe(0);
  await page.context().close();
});

test('nobody leaves a group while it cannot be known what is lost by that', async () => {
  const user = await stage.newUser('gus@example.com', { firstName: 'Gus' });
  await link(user);
  const page = await openAs(stage, stage.alice.email, `/admin/user/groups?id=${user}`);
  const box = page.getByRole('checkbox', { name: 'Engineers' });
  await box.waitFor();
  const isList = ({ pathname }: URL) => pathname === '/api/group';
  await page.route(isList, (route) => route.fulfill({ status: 500, json: { code: 'E_UNKNOWN' } }));
  await box.tap();
  await page.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect((await read(user)).groups).toHaveLength(1);
  await page.unroute(isList);
  await box.tap();
  await page.getByRole('heading', { name: 'This takes permissions from 1 person' }).waitFor();
  await page.context().close();
});

test('on a desk a user is deleted only after the name is typed', async () => {
  const user = await stage.newUser('dan@example.com', { firstName: 'Dan' });
  const page = await openAs(stage, stage.alice.email, `/admin/user/settings?id=${user}`, desk);
  await page.getByRole('button', { name: 'Delete user' }).click();
  const sheet = page.getByRole('dialog');
  const confirm = sheet.getByRole('button', { name: 'Yes, delete it' });
  expect(await sheet.getByRole('button', { name: 'Hold to delete' }).count()).toBe(0);
  for (const name of ['', 'Da']) {
    await sheet.getByRole('textbox').fill(name);
    await confirm.click();
    await sheet.getByText('The name does not match.').waitFor();
  }
  expect((await read(user)).firstName).toBe('Dan');
  await sheet.getByRole('textbox').fill('Dan');
  await confirm.click();
  await shown(page, 'Deleted Dan');
  expect((await stage.alice.ask('GET', `/user/${user}`)).status).toBe(404);
  await page.context().close();
});

test('a leaver is deactivated, the open alarm goes to a colleague, and the account comes back', async () => {
  const user = await stage.newUser('lee@example.com', { firstName: 'Lee' });
  await link(user);
  const confirmed = { firstName: 'Hal', emailConfirmedAt: stage.clock.now() };
  const heir = await stage.newUser('hal@example.com', confirmed);
  await link(heir);
  const lee = await stage.signIn(user, 'lee@example.com');
  await lee.ask('POST', `/alarm/${stage.acme.alarm}/acknowledge`, {});
  const page = await openAs(stage, stage.alice.email, `/admin/user/settings?id=${user}`);
  await page.getByRole('button', { name: /^Deactivate/ }).tap();
  await shown(page, 'Lee holds 1 open alarm');
  // Tom is an engineer of Acme as well, but nothing reaches him.
  const others = page.getByRole('dialog').getByText('No device and no alarm emails');
  await others.first().waitFor();
  expect(await page.getByRole('radio', { name: /^Tom/ }).count()).toBe(0);
  await page.getByRole('radio', { name: /^Hal/ }).tap();
  expect(await axeFaults(page)).toEqual([]);
  await press(page, 'Hand over, deactivate');
  await shown(page, 'Lee was deactivated.');
  const alarm = (await stage.alice.ask('GET', `/alarm/${stage.acme.alarm}`)).body;
  expect(alarm.acknowledgedBy.id).toBe(heir);
  expect((await lee.ask('GET', '/auth/check-user')).body.user).toBe(null);
  await page.getByRole('button', { name: /^Activate/ }).tap();
  await shown(page, 'Lee may sign in again.');
  await expect.poll(async () => (await read(user)).active).toBe(true);
  await page.context().close();
});

test('the activity of a person leads from the user, grows while it is open, and is narrowed to days', async () => {
  const change = (glob: string) => stage.bob.ask('PATCH', `/fileset/${stage.acme.fileset}`, { glob });
  await change('*.tar');
  const page = await openAs(stage, stage.alice.email, `/admin/user/settings?id=${stage.bob.id}`);
  await page.getByRole('link', { name: 'Activity by Bob' }).click();
  await page.getByRole('heading', { level: 1, name: 'Activity by Bob' }).waitFor();
  const entries = page.getByRole('button', { name: /Bob changed the fileset/ });
  await entries.waitFor();
  await shown(page, 'Live');
  await change('*.gz');
  await expect.poll(() => entries.count(), { timeout: 20_000 }).toBe(2);
  const choose = async (from: string, to: string) => {
    await press(page, 'Days');
    await page.getByLabel('From', { exact: true }).fill(from);
    await page.getByLabel('To', { exact: true }).fill(to);
    expect(await axeFaults(page)).toEqual([]);
    await press(page, 'Show');
  };
  await choose('2025-11-20', '2025-11-20');
  await shown(page, 'Nothing matches these filters.');
  expect(new URL(page.url()).searchParams.get('to')).toBe('2025-11-20');
  await press(page, /^Nov 20, 2025/);
  await entries.first().waitFor();
  await choose('2025-11-20', '');
  await entries.first().waitFor();
  await press(page, 'Bob');
  await page.getByRole('heading', { level: 1, name: 'Activity', exact: true }).waitFor();
  expect([...new URL(page.url()).searchParams.keys()]).toEqual(['from']);
  await page.context().close();
});

test('making an administrator asks for the password in a sheet, and is done then', async () => {
  const user = await stage.newUser('ada@example.com', { firstName: 'Ada' });
  const [group] = (await stage.alice.ask('GET', '/group?name=Administrators')).body;
  await stage.alice.ask('POST', '/usergroup', { user, group: group.id });
  const page = await openAs(stage, stage.alice.email, `/admin/user/organizations?id=${user}`);
  stage.clock.advance(16 * MINUTE);
  const everywhere = page.getByRole('checkbox', { name: 'All organizations' });
  const sheet = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await everywhere.tap();
  await sheet.waitFor();
  const password = sheet.getByLabel('Password for alice@example.com');
  await expect.poll(() => password.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await axeFaults(page)).toEqual([]);
  if (process.env.KEEP_PICTURES) await page.screenshot({ path: `${process.env.KEEP_PICTURES}/again.png` });
  await page.keyboard.press('Escape');
  await shown(page, /^Nothing was changed\. Making an administrator needs a sign-in/);
  expect([(await read(user)).allOrganizations, await everywhere.isChecked()]).toEqual([false, false]);
  await everywhere.tap();
  await password.fill('not-the-password');
  await sheet.getByRole('button', { name: 'Confirm', exact: true }).tap();
  await sheet.getByText('Email and password do not match').first().waitFor();
  await password.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await shown(page, 'May see and edit every organization.');
  await sheet.waitFor({ state: 'detached' });
  expect([(await read(user)).allOrganizations, new URL(page.url()).pathname]).toEqual([
    true,
    '/admin/user/organizations',
  ]);
  await page.context().close();
});

test('an engineer without rights on users is offered nothing', async () => {
  const page = await openAs(stage, stage.bob.email, '/admin/users');
  await shown(page, 'You do not have permission to see users');
  await page.goto('/admin/user/settings');
  await shown(page, 'You do not have');
  expect(await page.getByRole('textbox').count()).toBe(0);
  await page.context().close();
});

test('the email of a user without a name breaks before its "@" in the rail of a desk', async () => {
  await stage.newUser('leonie@example.com', { firstName: '', lastName: '' });
  const page = await openAs(stage, 'leonie@example.com', '/more', desk);
  const name = page.getByRole('navigation').getByRole('link', { name: 'leonie@example.com' });
  await name.waitFor();
  expect(await measureFaults(page)).toEqual([]);
  await page.context().close();
});

test('the current tab is in sight when the window becomes narrow', async () => {
  const path = `/admin/user/organizations?id=${stage.bob.id}`;
  const page = await openAs(stage, stage.alice.email, path, desk);
  const tab = page.locator('a[aria-current=page]', { hasText: /^Organizations/ }).last();
  await tab.waitFor();
  await page.setViewportSize({ width: 260, height: 700 });
  await expect.poll(() => isInSight(tab, page.getByRole('main'))).toBe(true);
  await page.context().close();
});

test('the filter of a list stays beside an open record, and after it is closed', async () => {
  const page = await openAs(stage, stage.alice.email, '/admin/users?find=ali', desk);
  const beside = page.getByRole('searchbox', { name: 'Search users' });
  await page.getByRole('row').getByRole('link', { name: /Alice/ }).click();
  await page.waitForURL('**/admin/user/settings?id=*');
  await expect.poll(() => beside.inputValue()).toBe('ali');
  await page.getByRole('link', { name: /^Groups \d/ }).click();
  await page.waitForURL('**/admin/user/groups?id=*');
  expect(await beside.inputValue()).toBe('ali');
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Users' }).click();
  await page.waitForURL('**/admin/users?find=ali');
  await page.context().close();
});

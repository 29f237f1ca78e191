// Groups in a real browser: made, given permissions by touch and by keyboard, a loss asked about, people added and removed.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from './audits.ts';
import { desk, phone } from './hands.ts';
import { isInSight, makeWatched, openAs, setStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close(null));

const small = { ...phone, viewport: { width: 360, height: 780 } };

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).tap();
const shown = (page: Page, text: string) => page.getByText(text).first().waitFor();
const box = (page: Page, name: string) => page.getByRole('checkbox', { name });
const permissionsOf = async (id: string): Promise<string[]> => {
  const { permissions } = (await stage.alice.ask('GET', `/group/${id}`)).body;
  return (permissions as { model: string; action: string }[])
    .map(({ model, action }) => `${model}.${action}`)
    .toSorted();
};
async function makeGroup(name: string, permissions: string[], ...users: string[]): Promise<string> {
  const grants = permissions.map((id) => ({ model: id.split('.')[0], action: id.split('.')[1] }));
  const { id } = (await stage.alice.ask('POST', '/group', { name, permissions: grants })).body;
  for (const user of users) await stage.alice.ask('POST', '/usergroup', { user, group: id });
  return String(id);
}

test('a new group gets a preset, then people, and is found with both counts', async () => {
  const page = await openAs(stage, stage.alice.email, '/admin/groups', small);
  await page.getByRole('link', { name: /^Engineers/ }).waitFor();
  await press(page, 'New group');
  await page.getByRole('textbox', { name: 'Name' }).fill('Night shift');
  await press(page, 'Save group');
  await page.waitForURL('**/admin/group/permissions?id=*');
  await press(page, 'Viewer');
  await shown(page, '8 changes: 8 given, 0 taken away');
  // Nobody is in it: nobody loses anything, so nothing is asked.
  await press(page, 'Save permissions');
  await shown(page, 'Saved Night shift');
  const id = new URL(page.url()).searchParams.get('id') ?? '';
  await expect.poll(() => permissionsOf(id)).toContain('alarm.read');
  await page.getByRole('link', { name: 'Users 0' }).tap();
  await box(page, 'charlie@example.com').waitFor();
  await box(page, 'charlie@example.com').tap();
  await shown(page, 'Charlie was added to Night shift.');
  await page.getByRole('link', { name: 'Users 1' }).waitFor();
  await page.goto('/admin/groups?find=night');
  const row = page.getByRole('link', { name: /^Night shift/ });
  await expect.poll(() => row.textContent()).toContain('1 user');
  expect(await row.textContent()).toContain('8 permissions. See only');
  await page.context().close();
});

test('what a change takes away from whom is said before it is saved, and Keep editing keeps the matrix', async () => {
  const user = await stage.newUser('nina@example.com', { firstName: 'Nina' });
  const id = await makeGroup('Cutters', ['backup.destroy', 'backup.read', 'orphan.destroy'], user, stage.alice.id);
  await makeGroup('Storage', ['orphan.destroy'], user);
  const page = await openAs(stage, stage.alice.email, `/admin/group/permissions?id=${id}`, small);
  await box(page, 'Delete backups').tap();
  await box(page, 'Delete orphans').tap();
  await press(page, 'Save permissions');
  await page.getByRole('heading', { name: 'This takes permissions from 1 person' }).waitFor();
  const sheet = page.getByRole('dialog');
  await expect.poll(() => sheet.textContent()).toContain('Delete backupsNina');
  // Of orphans nobody loses anything: the other group grants it.
  expect(await sheet.textContent()).not.toContain('Delete orphans');
  await press(page, 'Keep editing');
  await sheet.waitFor({ state: 'detached' });
  await shown(page, '2 changes: 0 given, 2 taken away');
  expect(await permissionsOf(id)).toContain('backup.destroy');
  await press(page, 'Save permissions');
  await sheet.getByRole('button', { name: 'Save', exact: true }).tap();
  await shown(page, 'Saved Cutters');
  expect(await permissionsOf(id)).toEqual(['backup.read']);
  await page.context().close();
});

test('deleting a group says who really loses what, and who loses nothing by it', async () => {
  const user = await stage.newUser('nils@example.com', { firstName: 'Nils' });
  const id = await makeGroup('Cleaners', ['orphan.destroy'], user, stage.alice.id);
  const page = await openAs(stage, stage.alice.email, `/admin/group/settings?id=${id}`, small);
  const remove = page.getByRole('button', { name: 'Delete group' });
  const sheet = page.getByRole('dialog');
  await remove.tap();
  await shown(page, '2 people are in this group. It cannot be restored.');
  await sheet.getByRole('heading', { name: 'This takes permissions from 1 person' }).waitFor();
  // Alice has it as an administrator too.
  await expect.poll(() => sheet.textContent()).toContain('Delete orphansNils');
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await makeGroup('Cleaners too', ['orphan.destroy'], user);
  await remove.tap();
  await sheet.getByText('Nobody loses a permission.').waitFor();
  await sheet.getByRole('button', { name: 'Hold to delete' }).focus();
  await page.keyboard.press('Enter');
  await sheet.getByRole('button', { name: 'Yes, delete it' }).tap();
  await shown(page, 'Deleted Cleaners');
  await page.context().close();
});

test('arrow keys walk the matrix, Space toggles, and five columns fit 360 px', async () => {
  const id = await makeGroup('Keys', ['alarm.read']);
  const page = await openAs(stage, stage.alice.email, `/admin/group/permissions?id=${id}`, small);
  await page.getByRole('checkbox', { name: 'See activity', exact: true }).focus();
  for (const key of ['ArrowDown', 'ArrowRight', 'Space']) await page.keyboard.press(key);
  const all = box(page, 'See alarms of every organization, not saved yet');
  await expect.poll(() => all.getAttribute('aria-checked')).toBe('true');
  // There is no permission to add alarms: the next one is to act on them.
  await page.keyboard.press('ArrowRight');
  expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Act on alarms');
  await page.keyboard.press('Home');
  expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Alarms: set the whole row');
  await page.keyboard.press('Tab');
  // The grid is one stop.
  expect(await page.getByRole('grid').evaluate((grid) => grid.contains(document.activeElement))).toBe(false);
  const last = await page.getByRole('columnheader').last().boundingBox();
  expect((last?.x ?? 999) + (last?.width ?? 0)).toBeLessThanOrEqual(360);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByRole('button', { name: 'more' }).first().tap();
  expect(await axeFaults(page)).toEqual([]);
  await page.context().close();
});

test('removing a person who loses nothing is done at once and can be undone; a loss is asked about', async () => {
  const user = await stage.newUser('paul@example.com', { firstName: 'Paul' });
  const [id, other] = [await makeGroup('One', ['alarm.read'], user), await makeGroup('Other', ['alarm.read'], user)];
  const page = await openAs(stage, stage.alice.email, `/admin/group/users?id=${id}`, small);
  await box(page, 'Paul').tap();
  await shown(page, 'Paul was removed from One.');
  await press(page, 'Undo');
  await shown(page, 'Paul was added to One.');
  await stage.alice.ask('DELETE', '/usergroup', { user, group: other });
  await page.getByRole('searchbox').fill('paul');
  await box(page, 'Bob').waitFor({ state: 'detached' });
  await box(page, 'Paul').tap();
  await page.getByRole('heading', { name: 'This takes permissions from 1 person' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.getByRole('searchbox').inputValue()).toBe('paul');
  expect(((await stage.alice.ask('GET', `/group/${id}`)).body.users as unknown[]).length).toBe(1);
  await page.getByRole('searchbox').fill('dave');
  await box(page, 'dave@example.com').waitFor();
  await box(page, 'Paul').waitFor({ state: 'detached' });
  expect(await axeFaults(page)).toEqual([]);
  await page.context().close();
});

test('a person limited to one organization reads a group and changes nothing', async () => {
  const user = await stage.newUser('lena@example.com', { firstName: 'Lena' });
  await makeGroup('Group readers', ['group.read', 'group.update', 'group.create', 'user.read'], user);
  const page = await openAs(stage, 'lena@example.com', `/admin/group/permissions?id=${stage.engineers}`, small);
  await shown(
    page,
    'Groups apply to all organizations. Only people with access to every organization can change them.',
  );
  expect(await page.getByRole('checkbox').count()).toBe(0);
  await page.getByRole('button', { name: /^Backups/ }).tap();
  await shown(page, 'Download');
  expect(await axeFaults(page)).toEqual([]);
  await page.goto('/admin/groups');
  await page.getByRole('link', { name: /^Engineers/ }).waitFor();
  await press(page, 'Sort');
  expect(await page.getByRole('button', { name: 'New group' }).count()).toBe(0);
  await page.goto(`/admin/group/settings?id=${stage.engineers}`);
  await shown(page, 'Groups apply to all organizations.');
  expect(await page.getByRole('textbox').count()).toBe(0);
  await page.context().close();
});

test('the pressed preset is in sight when the window becomes narrow, and a row scrolled by hand stays so', async () => {
  const id = await makeGroup('Narrow', ['backup.read']);
  const page = await openAs(stage, stage.alice.email, `/admin/group/permissions?id=${id}`, desk);
  const row = page.getByRole('group', { name: 'Presets' });
  const custom = row.getByRole('button', { name: 'Custom' });
  await custom.waitFor();
  await page.setViewportSize(small.viewport);
  await expect.poll(() => isInSight(custom, row)).toBe(true);
  await row.evaluate((el) => el.scrollTo({ left: 0 }));
  await page.getByRole('checkbox').first().press('Space');
  await shown(page, '1 change');
  expect(await isInSight(custom, row)).toBe(false);
  await page.context().close();
});

test('an open record and an open system disappear with the permission, and with the link to the organization', async () => {
  const id = String((await makeWatched(stage, 'Fjord')).id);
  const user = await stage.newUser('olga@example.com', { firstName: 'Olga' });
  const { organization } = stage.acme;
  await stage.alice.ask('POST', '/userorg', { user, organization });
  const readers = await makeGroup('System readers', ['system.read', 'alarm.read', 'organization.read'], user);
  const rules = await makeGroup('Schedule readers', ['schedule.read'], user);
  const page = await openAs(stage, 'olga@example.com', `/admin/schedule/settings?id=${stage.schedule}`, small);
  await shown(page, 'Nightly');
  await shown(page, 'Live');
  await stage.alice.ask('DELETE', '/usergroup', { user, group: rules });
  await shown(page, 'You do not have permission');
  expect(await page.getByText('Nightly').count()).toBe(0);
  await page.goto(`/admin/organization/settings?id=${organization}`);
  await shown(page, 'Acme');
  await stage.alice.ask('DELETE', '/userorg', { user, organization });
  await shown(page, 'Page not found');
  expect(await page.getByText('Acme').count()).toBe(0);
  await stage.alice.ask('POST', '/userorg', { user, organization });
  await page.goto(`/admin/system?id=${id}`);
  await shown(page, 'Fjord');
  await stage.alice.ask('DELETE', '/usergroup', { user, group: readers });
  await shown(page, 'You do not have permission');
  expect(await page.getByText('Fjord').count()).toBe(0);
  await page.context().close();
});

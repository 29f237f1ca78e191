// Retentions in a real browser: made, changed, deleted; for people who may only read; and without a connection.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../cast.ts';
import { desk } from './hands.ts';
import { openAs, setStage, type Stage } from './stage.ts';

let stage: Stage;
let reads: Person;
beforeAll(async () => {
  stage = await setStage();
  const made = async (path: string, body: unknown): Promise<string> =>
    String((await stage.alice.ask('POST', path, body)).body.id);
  const group = await made('/group', { name: 'Readers', permissions: [{ model: 'retention', action: 'read' }] });
  const user = await stage.newUser('rita@example.com');
  await made('/usergroup', { user, group });
  reads = await stage.signIn(user, 'rita@example.com');
});
afterAll(() => stage.close(null));

const make = async (values: Record<string, unknown>): Promise<string> =>
  String((await stage.alice.ask('POST', '/retention', values)).body.id);
const read = async (id: string) => (await stage.alice.ask('GET', `/retention/${id}`)).body;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const press = (page: Page, name: string) => button(page, name).tap();
const number = (page: Page, name: string) => page.getByRole('spinbutton', { name });
const idOf = (page: Page) => new URL(page.url()).searchParams.get('id') ?? '';

test('a retention is created from the list, gets its own address, and Back leads to the list', async () => {
  const page = await openAs(stage, stage.alice.email, '/admin/retentions', desk);
  await button(page, 'New retention').click();
  await page.getByText('Everything is kept.').waitFor();
  await number(page, 'Days').fill('14');
  await number(page, 'Years').press('ArrowUp');
  await page.getByText('14 days and 1 year stay.').waitFor();
  await button(page, 'Save retention').click();
  await page.getByRole('link', { name: 'Name must not be empty.' }).click();
  await page.keyboard.type('Nights');
  await page.keyboard.press('Control+s');
  await expect.poll(() => idOf(page), { timeout: 20_000 }).not.toBe('');
  await expect.poll(() => read(idOf(page))).toMatchObject({ name: 'Nights', days: 14, weeks: 0, months: 0, years: 1 });
  await page.getByRole('button', { name: 'Save retention' }).waitFor({ state: 'detached' });
  await page.goBack();
  await page.waitForURL('**/admin/retentions');
  await page.getByRole('link', { name: 'Nights' }).waitFor();
  await page.context().close();
});

test('a change shows the purged backups; Back asks, and Save sends only the changed number', async () => {
  const id = await make({ name: 'Standard', days: 30, weeks: 8 });
  const page = await openAs(stage, stage.alice.email, '/admin/retentions');
  await page.getByRole('link', { name: /^Standard/ }).tap();
  await number(page, 'Days').fill('');
  await page.getByText('30 days and 8 weeks stay.').waitFor();
  await number(page, 'Days').fill('14');
  await page.getByText('14 days and 8 weeks stay.').waitFor();
  await page.getByRole('img', { name: /This change would purge \d+ backups\.$/ }).waitFor();
  await page.goBack();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.waitFor();
  expect(await question.locator('del').textContent()).toBe('30');
  await question.getByRole('button', { name: 'Keep editing' }).tap();
  await question.waitFor({ state: 'detached' });
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await press(page, 'Save retention');
  expect((await sent).postDataJSON()).toEqual({ days: 14 });
  expect((await sent).headers()['if-match']).toBeTruthy();
  await expect.poll(async () => (await read(id)).days, { timeout: 20_000 }).toBe(14);
  await page.context().close();
});

test('deleting is rejected with a message while a system uses it, and leads to the list and its search afterwards', async () => {
  const id = await make({ name: 'In use', days: 7 });
  const follow = (retention: string | null) => stage.alice.ask('PATCH', `/system/${stage.acme.system}`, { retention });
  expect((await follow(id)).status).toBe(200);
  const page = await openAs(stage, stage.alice.email, '/admin/retentions?find=use');
  await page.getByRole('link', { name: 'In use' }).tap();
  const remove = async () => {
    const hold = page.getByRole('button', { name: 'Hold to delete' });
    await hold.focus();
    await page.keyboard.press('Enter');
    await press(page, 'Yes, delete it');
  };
  await press(page, 'Delete retention');
  await remove();
  await page.getByRole('dialog').getByText('Systems still use it. Give them another one first.').waitFor();
  await follow(null);
  await press(page, 'Yes, delete it');
  await page.waitForURL('**/admin/retentions?find=use');
  await page.getByText('Deleted In use').first().waitFor();
  await expect.poll(async () => (await stage.alice.ask('GET', `/retention/${id}`)).status).toBe(404);
  await page.context().close();
});

test('a user who may only read sees text, no field and no button to add', async () => {
  const id = await make({ name: 'For readers', days: 7 });
  const page = await openAs(stage, reads.email, `/admin/retention/settings?id=${id}`);
  await page
    .getByText('All organizations share this. Only people with access to every organization can change it.')
    .waitFor();
  await page.getByText('7 days stay.').waitFor();
  expect(await page.getByRole('spinbutton').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Delete retention' }).count()).toBe(0);
  await page.goto('/admin/retention/settings');
  await page.getByText('You do not have permission', { exact: false }).first().waitFor();
  await page.goto('/admin/retentions');
  await page.getByRole('link', { name: /^For readers/ }).waitFor();
  await press(page, 'Sort');
  expect(await page.getByText('New retention').count()).toBe(0);
  await page.context().close();
});

test('without a connection the form stays, shows a message, and keeps the input', async () => {
  const id = await make({ name: 'Far away', days: 7 });
  const page = await openAs(stage, stage.alice.email, `/admin/retention/settings?id=${id}`);
  await number(page, 'Days').fill('9');
  await page.context().setOffline(true);
  await press(page, 'Save retention');
  await page.getByRole('alert').getByText('No connection. Nothing was changed.').waitFor();
  expect(await number(page, 'Days').inputValue()).toBe('9');
  await page.context().setOffline(false);
  await press(page, 'Save retention');
  await expect.poll(async () => (await read(id)).days, { timeout: 20_000 }).toBe(9);
  await page.context().close();
});

// The alarm beside the list of a desk: it stays, with what is written about it, while the list changes.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { allTables } from '#tests/all-tables.ts';
import { openDemo, openPage, type DemoStage } from './demo-stage.ts';
import { desk } from './hands.ts';

let stage: DemoStage;
beforeAll(async () => {
  stage = await openDemo();
});
afterAll(() => stage.end());

const open = (path: string) => openPage(stage, desk, path);
const rows = (page: Page) => page.locator('[data-rows] [data-row]');
const jobContext = () => stage.running.server.jobContext;
const note = (page: Page) => page.getByRole('textbox', { name: /note/i });

/** Acts on an alarm as the person of the page does on another device. */
async function act(page: Page, id: string, action: string, body: object = {}): Promise<void> {
  const token = (await page.context().cookies()).find((cookie) => cookie.name === 'XSRF-TOKEN')?.value ?? '';
  const headers = { 'x-xsrf-token': decodeURIComponent(token) };
  const answer = await page.request.post(`/api/alarm/${id}/${action}`, { data: body, headers });
  expect(answer.status()).toBe(200);
}
/** Changes the alarm while the request of the page is on its way. */
const firstChange = (page: Page, call: RegExp, change: (unit: Unit) => Promise<unknown>) =>
  page.route(call, async (route) => {
    await jobContext().write(change);
    await route.continue();
  });
/** An alarm that the person of the page acknowledged, and the name of its system. */
async function acknowledged(page: Page): Promise<{ id: string; name: string }> {
  const where = JSON.stringify({ resolvedAt: null, acknowledgedAt: null, system: { '!=': null } });
  const [alarm] = await (await page.request.get('/api/alarm', { params: { where, limit: 1 } })).json();
  await act(page, alarm.id, 'acknowledge');
  return { id: alarm.id, name: alarm.system.name };
}

/** Shows such an alarm beside the list. */
async function showAcknowledged(page: Page): Promise<{ id: string; name: string }> {
  const { id, name } = await acknowledged(page);
  await page.goto(`/admin/alarms?alarm=${id}`);
  await page.getByRole('heading', { level: 2, name }).waitFor();
  return { id, name };
}

test('a worse alarm that arrives leaves the one that is shown on a desk, and the note about it', async () => {
  let page = await open('/admin/alarms');
  const title = () => page.locator('[data-rows] [aria-current]').locator('[data-name]').first();
  const worst = (await title().textContent()) ?? '';
  await page.context().close();
  const setAcknowledged = (at: string | null) =>
    jobContext().write(async (unit) => {
      const system = await unit.findBy('system', { name: worst });
      const alarms = allTables(unit).selectFrom('alarm').select('id').where('openKey', 'is not', null);
      for (const { id } of await alarms.where('system', '=', String(system?.['id'])).execute())
        await unit.update('alarm', String(id), { acknowledgedAt: at });
    });
  await setAcknowledged(new Date().toISOString());
  page = await open('/admin/alarms');
  await title().waitFor();
  const shown = await title().textContent();
  expect(shown).not.toBe(worst);
  await note(page).fill('Rang the clinic');
  await setAcknowledged(null);
  await expect.poll(() => rows(page).first().textContent()).toContain(worst);
  expect(await title().textContent()).toBe(shown);
  expect(await note(page).inputValue()).toBe('Rang the clinic');
  await page.context().close();
});

test('an alarm that ends leaves the list of one’s own, but stays beside it with the note about it', async () => {
  const page = await open('/admin/alarms?view=mine');
  const [first, second] = [await acknowledged(page), await acknowledged(page)];
  await rows(page).nth(1).waitFor();
  const title = page.getByRole('heading', { level: 2, name: first.name });
  await rows(page).filter({ hasText: first.name }).click();
  await title.waitFor();
  await note(page).fill('Rang the clinic');
  await act(page, first.id, 'resolve');
  await expect.poll(() => rows(page).filter({ hasText: first.name }).count()).toBe(0);
  await rows(page).filter({ hasText: second.name }).waitFor();
  expect([await title.count(), await note(page).inputValue()]).toEqual([1, 'Rang the clinic']);
  await page.getByRole('button', { name: 'Next alarm' }).click();
  await page.getByRole('heading', { level: 2, name: second.name }).waitFor();
  await page.context().close();
});

test('the note of an alarm that somebody resolved first is stored all the same', async () => {
  const page = await open('/admin/alarms');
  const { id, name } = await showAcknowledged(page);
  await page.keyboard.press('e');
  const sheet = page.getByRole('dialog', { name: `Resolve ${name}` });
  await sheet.getByLabel('Note').fill('The disk was full');
  await firstChange(page, /\/resolve$/, (unit) => unit.update('alarm', id, { resolvedAt: unit.now, openKey: null }));
  await sheet.getByRole('button', { name: 'Resolve' }).click();
  await page.getByText('Already resolved').first().waitFor();
  // A sheet that a key opened goes on to the next alarm.
  await page.goto(`/admin/alarms?alarm=${id}`);
  await page.getByRole('list', { name: 'Timeline' }).getByText('The disk was full').waitFor();
  await page.context().close();
});

test('a hand-over that comes second says so, and keeps the note', async () => {
  const page = await open('/admin/alarms');
  const { id, name } = await showAcknowledged(page);
  await page.keyboard.press('h');
  const sheet = page.getByRole('dialog', { name: `Hand over ${name}` });
  await sheet.getByLabel('Note').fill('Ring the clinic first');
  await firstChange(page, /\/handOver$/, async (unit) => {
    const mara = await unit.findBy('user', { email: 'mara@demo.example' });
    await unit.update('alarm', id, { acknowledgedBy: String(mara?.['id']) });
  });
  await sheet.getByRole('button', { name: /^To/ }).click();
  const people = page.getByRole('dialog', { name: 'To' }).getByRole('radio');
  await people.first().click();
  await people.first().waitFor({ state: 'detached' });
  await sheet.getByRole('button', { name: 'Hand over' }).click();
  await sheet.getByText(/^Mara had it already/).waitFor();
  expect(await sheet.getByLabel('Note').inputValue()).toBe('Ring the clinic first');
  await page.context().close();
});

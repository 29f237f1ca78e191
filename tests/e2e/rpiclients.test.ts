// Raspberry Pi clients in a real browser: assigned by touch on a phone, reassigned by keyboard on a desk.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshNouns } from '../samples-nouns.ts';
import { axeFaults } from './audits.ts';
import { desk, keyboard } from './hands.ts';
import { openAs, setStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close(null));

const LIST = '/admin/rpiclients';
const { press } = keyboard;
const shown = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const read = async (id: string) => (await stage.alice.ask('GET', `/rpiclient/${id}`)).body;

test('on a phone a new Pi is identified and assigned to the system that waits for a client', async () => {
  const id = await freshNouns.rpiclient(stage, 'new', null, 'dc:a6:32:4f:1b:09');
  const system = String(
    (await stage.alice.ask('POST', '/system', { name: 'x'.repeat(200), organization: stage.acme.organization })).body
      .id,
  );
  await stage.alice.ask('PATCH', `/system/${stage.acme.system}`, { hasRpiClient: true });
  const page = await openAs(stage, stage.alice.email, `${LIST}?find=a6324f`);
  await page.getByRole('button', { name: /Pi new/ }).tap();
  const sheet = page.getByRole('dialog', { name: 'Assign this Raspberry Pi' });
  await sheet.getByText('dc:a6:32:4f:1b:09').waitFor();
  await sheet.getByRole('button', { name: /^Identify/ }).tap();
  await sheet.getByText('The client is not connected. Nothing was sent.').waitFor();
  await sheet.getByRole('button', { name: /^Organization/ }).tap();
  await page.getByRole('radio', { name: 'Acme' }).tap();
  await sheet.getByRole('radio', { name: /^x+, No client, added/, checked: true }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await sheet.getByRole('button', { name: /^Assign to x+/ }).tap();
  await shown(page, /^Assigned to x+/);
  await expect.poll(async () => (await read(id)).system.id).toBe(system);
  await page.getByRole('link', { name: /^x+/ }).tap();
  await page.getByRole('button', { name: 'Reassign' }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.context().close();
});

test('on a desk a Pi is reassigned to a whole organization by keyboard, and its assignment ends', async () => {
  const id = await freshNouns.rpiclient(stage, 'moved', stage.acme.organization);
  const page = await openAs(stage, stage.alice.email, `${LIST}?id=${id}`, desk);
  await shown(page, 'All of Acme');
  await press(page.getByRole('button', { name: 'Reassign' }));
  const sheet = page.getByRole('dialog', { name: 'Reassign this Raspberry Pi' });
  await press(sheet.getByRole('button', { name: /^Organization/ }));
  await page.getByRole('searchbox', { name: 'Search', exact: true }).last().fill('Bir');
  // Enter chooses the first match: only Birch is left once the search is answered.
  await expect.poll(() => page.getByRole('radio', { name: 'Acme', exact: true }).count()).toBe(0);
  await page.getByRole('radio', { name: 'Birch' }).waitFor();
  await page.keyboard.press('Enter');
  const organization = sheet.getByRole('button', { name: /^Organization.*Birch/ });
  // Focus returns to it when the picker has closed.
  await expect.poll(() => organization.evaluate((button) => button === document.activeElement)).toBe(true);
  await press(sheet.getByRole('radio', { name: /^The whole organization/ }));
  await press(sheet.getByRole('button', { name: 'Assign to all of Birch' }));
  await shown(page, 'All of Birch');
  await expect.poll(() => read(id)).toMatchObject({ system: null, organization: { name: 'Birch' } });
  await press(page.getByRole('button', { name: /^End the assignment/ }));
  await press(page.getByRole('button', { name: 'Hold to end the assignment' }));
  await press(page.getByRole('button', { name: 'Yes, end it' }));
  await shown(page, 'Not assigned yet');
  await page.context().close();
});

test('without the right to change, a Pi leads to its page, where nothing is to press', async () => {
  const user = await stage.newUser('pia@example.com', { allOrganizations: true });
  const group = (
    await stage.alice.ask('POST', '/group', {
      name: 'Pi readers',
      permissions: [{ model: 'rpiclient', action: 'readAll' }],
    })
  ).body.id;
  await stage.alice.ask('POST', '/usergroup', { user, group });
  await freshNouns.rpiclient(stage, 'seen', null, 'b8:27:eb:11:22:33');
  const page = await openAs(stage, 'pia@example.com', LIST);
  await page.getByRole('link', { name: /Pi seen/ }).tap();
  await shown(page, 'b8:27:eb:11:22:33');
  expect(await page.getByRole('button', { name: /Assign|Identify|Restart|End/ }).count()).toBe(0);
  await page.context().close();
});

// The client of a system in a real browser, with a real client process: signals, the key, and the report.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from './audits.ts';
import { makeWatched, openAs, setStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close(null));

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).tap();
const shown = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
async function hold(page: Page, row: string, button: string, confirm: string): Promise<void> {
  await press(page, new RegExp(`^${row}`));
  await page.getByRole('button', { name: button }).focus();
  await page.keyboard.press('Enter');
  await press(page, confirm);
}

test('a connected client answers signals on their tiles, and its key can be freed and forgotten', async () => {
  const { id, key } = await makeWatched(stage, 'signalled');
  const page = await openAs(stage, stage.alice.email, `/admin/system/client?id=${id}`);
  await shown(page, 'No client has claimed this key yet');
  await shown(page, 'Signals need a connected client.');
  expect(await page.getByRole('button', { name: /^Restart/ }).count()).toBe(0);
  const client = stage.client(key);
  await shown(page, 'A client holds this key');
  await press(page, /^Identify/);
  await shown(page, 'Answered, see its log below');
  await shown(page, /Here I am/);
  await press(page, /^Restart/);
  await shown(page, /Restarted, sent/);
  expect(await axeFaults(page)).toEqual([]);
  client.kill('SIGKILL');
  await shown(page, /Offline since/);
  await hold(page, 'Reset the key', 'Hold to reset', 'Yes, reset it');
  await shown(page, 'No client holds this key');
  await hold(page, 'Forget the report', 'Hold to forget', 'Yes, forget it');
  await shown(page, 'Never connected');
  await shown(page, 'No client has claimed this key yet');
  await expect
    .poll(async () => (await stage.alice.ask('GET', `/system/${id}`)).body)
    .toMatchObject({
      keyConnected: false,
      clientVersion: null,
    });
  await page.context().close();
});

test('the key is hidden until it is shown, copied whole in its command, and replaced by a new one', async () => {
  const { id, key } = await makeWatched(stage, 'keyed');
  const page = await openAs(stage, stage.alice.email, `/admin/system/client?id=${id}`);
  await shown(page, 'Showing it is recorded');
  expect(await page.getByText(key).count()).toBe(0);
  await press(page, 'Copy command');
  await shown(page, 'Copied');
  expect(await clipboard(page)).toContain(`BACKWATCH_KEY=${key} npm run client -- --server http`);
  await press(page, 'Show');
  await shown(page, key);
  await hold(page, 'Make a new key', 'Hold to make a new key', 'Yes, make a new key');
  await expect.poll(() => page.getByText(key).count()).toBe(0);
  const next = (await stage.alice.ask('GET', `/system/${id}/get-client-key`)).body.key;
  expect(next).not.toBe(key);
  await shown(page, next);
  await page.context().close();
});

test('without the right to read keys there is no key, and without the right to change nothing to press', async () => {
  const user = await stage.newUser('kim@example.com');
  const permissions = [{ model: 'system', action: 'readAll' }];
  const group = (await stage.alice.ask('POST', '/group', { name: 'Key-less', permissions })).body.id;
  await stage.alice.ask('POST', '/usergroup', { user, group });
  const { id } = await makeWatched(stage, 'watched by kim');
  const page = await openAs(stage, 'kim@example.com', `/admin/system/client?id=${id}`);
  await shown(page, 'Reported by the client');
  expect(await page.getByRole('button', { name: /Show|Copy|Reset|new key|Forget|Restart/ }).count()).toBe(0);
  await page.context().close();
});

// The journeys of a new customer, of a lost permission and of two people on one schedule: each by touch on a phone, and by
// keyboard at a desk. A bulk change is in bulk.test.ts, a viewer in viewer.test.ts, a first run in first-run.test.ts.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bothHands } from './hands.ts';
import { openAs, setStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close(null));

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first();
const radio = (page: Page, name: string | RegExp) => page.getByRole('radio', { name });
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).first();
const inPage = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('link', { name }).first();
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const shown = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

/** The open pages that lose their data with a permission. */
const readable = [
  { noun: 'schedule', path: '/admin/schedules', data: /^Nightly/, gone: 'You do not have permission to see schedules' },
];

describe.each(bothHands)('$name', ({ name, look, press, write }) => {
  test('an administrator adds a customer and sees its first backup', async () => {
    const page = await openAs(stage, stage.alice.email, '/admin/organizations', look);
    await inPage(page, /^Acme/).waitFor();
    await press(button(page, 'New organization'));
    await write(field(page, 'Name'), `Kvist ${name}`);
    await press(button(page, 'Save organization'));
    await page.waitForURL('**/admin/organization/settings?id=*');
    await press(inPage(page, 'Systems 0'));
    await press(button(page, 'New system'));
    await write(field(page, 'Name'), 'ledger');
    await press(button(page, /^Schedule/));
    await press(radio(page, /^Nightly/));
    await press(button(page, 'Save system'));
    await page.waitForURL('**/admin/system?id=*');
    await press(inPage(page, 'Filesets'));
    await press(button(page, 'Add fileset'));
    await write(field(page, 'Files'), '*.zip');
    await write(field(page, 'Description'), 'Books');
    await press(button(page, 'Save fileset'));
    await page.waitForURL('**/admin/fileset/settings?id=*');
    await press(inPage(page, 'ledger'));
    await press(inPage(page, 'Client'));
    await press(button(page, 'Copy command'));
    await shown(page, 'Copied');
    const command = await page.evaluate(() => navigator.clipboard.readText());
    await stage.put('monday.zip', 'the ledger');
    const client = stage.client(/BACKWATCH_KEY=(\S+)/.exec(command)?.[1] ?? '');
    await press(inPage(page, 'Backups'));
    await shown(page, 'monday.zip');
    client.kill('SIGKILL');
    await page.context().close();
  });

  test('a permission taken away disappears from an open page', async () => {
    const email = `nora-${look.hasTouch ? 'phone' : 'desk'}@example.com`;
    const user = await stage.newUser(email, { firstName: 'Nora' });
    const grant = async (noun: string) => {
      const permissions = [{ model: noun, action: 'read' }];
      const group = (await stage.alice.ask('POST', '/group', { name: `${noun} of ${email}`, permissions })).body.id;
      await stage.alice.ask('POST', '/usergroup', { user, group });
      return () => stage.alice.ask('DELETE', '/usergroup', { user, group });
    };
    const takeRetentions = await grant('retention');
    const take = await Promise.all(readable.map(({ noun }) => grant(noun)));
    const page = await openAs(stage, email, '/more', look);
    await link(page, 'Retentions').waitFor();
    await shown(page, 'Live');
    await takeRetentions();
    await expect.poll(() => page.getByRole('link', { name: 'Retentions' }).count()).toBe(0);
    for (const [at, { path, data, gone }] of readable.entries()) {
      await page.goto(path);
      await inPage(page, data).waitFor();
      const loads: string[] = [];
      page.on('load', () => loads.push(page.url()));
      await take[at]?.();
      await shown(page, gone);
      expect(await inPage(page, data).count()).toBe(0);
      expect(await page.getByRole('searchbox').count()).toBe(0);
      expect(loads).toEqual([]);
    }
    await page.context().close();
  });

  test('two people edit one schedule, and the fields of both are saved', async () => {
    const { organization } = stage.acme;
    const made = await stage.alice.ask('POST', '/schedule', { name: `Edited ${name}`, organization, alarmAfter: 6 });
    const path = `/schedule/${made.body.id}`;
    const read = async () => (await stage.alice.ask('GET', path)).body;
    const edits = `/admin/schedule/settings?id=${made.body.id}`;
    const [alices, bobs] = ['Alice', 'Bob'].map((person) => `${person}, ${name}`) as [string, string];
    const alice = await openAs(stage, stage.alice.email, edits, look);
    const bob = await openAs(stage, stage.bob.email, edits, look);
    await Promise.all([field(alice, 'Name').waitFor(), field(bob, 'Name').waitFor()]);
    // The slower page receives nothing of the save: its live events would merge before it is sent.
    await alice.context().setOffline(true);
    await write(field(alice, 'Name'), alices);
    await write(alice.getByRole('spinbutton', { name: 'Alarm after' }), '7');
    await write(field(bob, 'Name'), bobs);
    await press(radio(bob, 'Months'));
    await press(button(bob, 'Save schedule'));
    await shown(bob, `Saved ${bobs}`);
    await alice.route(`**/api${path}`, (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    );
    await alice.route('**/socket.io/**', (route) => route.abort());
    // A route applies to no WebSocket of a page that is already open: this one keeps each from ever opening.
    await alice.evaluate(() => Object.defineProperty(WebSocket.prototype, 'onopen', { set() {} }));
    await alice.context().setOffline(false);
    const [conflict] = await Promise.all([
      alice.waitForResponse((answer) => answer.request().method() === 'PATCH'),
      press(button(alice, 'Save schedule')),
    ]);
    expect([conflict.status(), typeof conflict.request().headers()['if-match']]).toEqual([412, 'string']);
    await alice.getByRole('heading', { level: 1, name: 'Bob saved first' }).waitFor();
    await button(alice, 'Take Bob’s').waitFor();
    await press(radio(alice, bobs));
    // The sentence of the rule follows the merge.
    await shown(alice, 'Every month. Alarm 7 h after a missed one.');
    await press(button(alice, 'Save merged'));
    await expect.poll(read).toMatchObject({ name: bobs, intervalUnit: 'Months', alarmAfter: 7 });
    await field(alice, 'Name').waitFor();
    await Promise.all([alice.context().close(), bob.context().close()]);
  });
});

// A screen without data or permission never looks like an empty one; the rail and long names leave the rest in sight.
import { readFile } from 'node:fs/promises';
import type { Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeAnswers, changePermissions, handleRequests } from './changed-answers.ts';
import { openDemo, openPage, type DemoStage } from './demo-stage.ts';
import { routeAddress } from './route-addresses.ts';

let stage: DemoStage;
beforeAll(async () => {
  stage = await openDemo();
});
afterAll(() => stage.end());

const open = (viewport = { width: 1440, height: 900 }) => openPage(stage, { viewport });

const fails = (route: Route): Promise<void> => route.fulfill({ status: 500, json: { code: 'E_SERVER', message: '' } });

test('alarms that a person may not see are not counted as none', async () => {
  const page = await open();
  await changePermissions(page);
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: 'You do not have permission to see alarms' }).waitFor();
  expect(await page.getByText('Open alarms').count()).toBe(0);
  expect(await page.getByRole('navigation', { name: 'Main' }).getByText('permission').count()).toBe(0);
  await page.goto('/admin/alarms?view=all');
  await page.getByRole('heading', { level: 2, name: 'You do not have permission to see this' }).waitFor();
  expect(await page.getByRole('radiogroup').count()).toBe(0);
  expect(await page.getByRole('region', { name: 'Alarms' }).count()).toBe(0);
  await page.context().close();
});

test('alarms that did not load are not counted as none, and one button loads them', async () => {
  const page = await open();
  await page.route(/\/api\/alarm\?/, fails);
  await page.goto('/');
  await page.getByRole('heading', { level: 2, name: 'Could not load alarms' }).waitFor({ timeout: 60_000 });
  expect(await page.getByText('Open alarms').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(1);
  await page.context().close();
});

test('the page of a system says that its alarms did not load, where the list of all is cut', async () => {
  const page = await open({ width: 390, height: 844 });
  await changeAnswers(page, /\/api\/alarm\?/, () => []);
  await page.route(/\/api\/alarm\?(?=.*system)/, fails);
  await page.goto(await routeAddress(stage.running.server, '/admin/system'));
  await page.getByRole('heading', { level: 2, name: 'Could not load alarms' }).waitFor({ timeout: 60_000 });
  await page.context().close();
});

test('the search opens no result of an earlier text, and offline says of nothing that it does not exist', async () => {
  const page = await open();
  await page.goto('/admin/organizations');
  await page.locator('[data-row]').first().waitFor();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search everything' });
  await field.fill('#labor');
  await page.getByRole('option', { name: /^Laboratory/, selected: true }).waitFor();
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await handleRequests(page, /\/api\/search\?.*tacoma/, (route) => held.then(() => route.continue()));
  await field.fill('#tacoma');
  await page.keyboard.press('Enter');
  answer();
  await page.getByRole('option', { name: /^Tacoma/, selected: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/admin/organizations');
  await page.context().setOffline(true);
  await field.fill('#norrland');
  await page.getByText('No connection.').waitFor();
  expect(await page.getByText('Nothing is called').count()).toBe(0);
  await page.context().close();
});

test('without any system Not Backed Up has nothing to approve, and offers the first one', async () => {
  const page = await open({ width: 390, height: 844 });
  await changeAnswers<object>(page, /\/api\/system\?/, (body) => ({ ...body, rows: [], total: 0 }));
  await page.goto('/admin/health-status');
  await page.getByRole('heading', { level: 2, name: 'No system is missing a backup' }).waitFor();
  await changeAnswers<Record<string, unknown>>(page, /\/api\/system\/counts/, (counts) =>
    Object.fromEntries(Object.entries(counts).map(([name, value]) => [name, typeof value === 'number' ? 0 : value])),
  );
  await page.reload();
  await page.getByRole('heading', { level: 2, name: 'No systems yet' }).waitFor();
  await page.getByRole('button', { name: 'New system' }).last().click();
  await page.waitForURL('**/admin/system/settings');
  await page.context().close();
});

test('Watch counts the seconds while it waits for the alarms, and waiting can be stopped', async () => {
  const page = await open({ width: 390, height: 844 });
  await page.route(/\/api\/alarm\?/, () => new Promise(() => undefined));
  await page.goto('/');
  await page.getByRole('status').getByText('Loading').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Not known yet' }).waitFor();
  await page.getByRole('button', { name: 'Stop waiting' }).click({ timeout: 60_000 });
  await page.getByRole('heading', { level: 2, name: 'Could not load alarms' }).waitFor();
  await page.context().close();
});

test('first steps that did not load say so', async () => {
  const page = await open();
  await page.route(/\/api\/system\?/, fails);
  await page.goto('/getting-started');
  await page.getByRole('heading', { level: 2, name: 'Could not load systems' }).waitFor({ timeout: 60_000 });
  await page.context().close();
});

test.each(['/admin/organization/users', '/user/account'])('%s asks once more for what did not load', async (path) => {
  const page = await open({ width: 390, height: 844 });
  const asked = new Map<string, number>();
  await page.route(/\/api\/(?:organization|system|session|passkey|device)/, (route) => {
    const { pathname } = new URL(route.request().url());
    asked.set(pathname, (asked.get(pathname) ?? 0) + 1);
    return fails(route);
  });
  await page.goto(await routeAddress(stage.running.server, path));
  const again = page.getByRole('button', { name: 'Try again' });
  // It takes as long as the button stays: a page that asks by itself removes it meanwhile.
  await again.click();
  await again.click();
  expect(Math.max(...asked.values())).toBeLessThan(10);
  await page.context().close();
});

test('all open alarms are acknowledged from the lists that show them, not from those of one person', async () => {
  const page = await open();
  await page.goto('/admin/alarms');
  const all = page.getByRole('button', { name: 'Acknowledge all' });
  await all.waitFor();
  await page.getByRole('radio', { name: /^Mine/ }).click();
  await page.getByRole('heading', { level: 2, name: 'You have no alarms' }).waitFor();
  expect(await all.count()).toBe(0);
  expect(await page.getByText('next, previous').count()).toBe(0);
  await page.context().close();
});

test('the download of the open alarms has the order of the screen', async () => {
  const page = await open();
  await page.goto('/admin/alarms');
  const shown = page.locator('[data-rows] [data-row] [data-name]');
  await shown.first().waitFor();
  const names = await shown.allTextContents();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const [head = '', ...lines] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  const systems = lines.map((line) => line.split(',')[head.split(',').indexOf('system')] ?? '');
  // A row for many alarms of one cause has the name of its organization.
  const alone = names.filter((name) => systems.includes(name));
  expect(alone.length).toBeGreaterThan(3);
  expect(systems.filter((name) => alone.includes(name))).toEqual(alone);
  await page.context().close();
});

test('the places of the rail and the connection are in sight on a desk of 900 px', async () => {
  const page = await open();
  await page.goto('/admin/users');
  const rail = page.getByRole('navigation', { name: 'Main' });
  await rail.getByText('Live').waitFor();
  const server = await rail.getByRole('link', { name: 'Server' }).boundingBox();
  const foot = await rail.getByRole('link').nth(-2).boundingBox();
  const live = await rail.locator('[data-live]').boundingBox();
  expect(live!.y + live!.height).toBeLessThanOrEqual(900);
  expect(server!.y + server!.height).toBeLessThanOrEqual(foot!.y);
  await page.context().close();
});

test.each([
  ['Organizations', '/admin/organizations'],
  ['Systems', '/admin/systems'],
])('the rail counts what the list of %s has, paused ones too', async (label, path) => {
  const page = await open();
  await page.goto(path);
  const table = page.getByRole('table', { name: label });
  await table.locator('[data-row]').first().waitFor();
  const place = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: new RegExp(`^${label} \\d`) });
  const count = Number(/\d+/.exec(await place.innerText())?.[0]);
  expect(await table.getAttribute('aria-rowcount')).toBe(String(count + 1));
  await page.context().close();
});

test('a name of 200 characters leaves the page of its system the room', async () => {
  const page = await open({ width: 390, height: 844 });
  const name = 'Regional hospital of the northern counties, archives '.repeat(4).slice(0, 200);
  const { server } = stage.running;
  const address = await routeAddress(server, '/admin/system');
  const id = new URL(address, 'http://localhost').searchParams.get('id')!;
  await server.jobContext.write((unit) => unit.update('system', id, { name }));
  await page.goto(address);
  const title = page.getByRole('heading', { level: 1, name });
  await title.waitFor();
  const { height } = (await title.boundingBox())!;
  expect(height).toBeLessThanOrEqual(56);
  await title.getByRole('button').click();
  await expect.poll(async () => (await title.boundingBox())!.height).toBeGreaterThan(100);
  await page.context().close();
});

// Both wait until the connection counts as lost, and do so at the same time.
test.concurrent('a record that is opened without a connection says how old it is', async () => {
  const [schedule, orphan] = await Promise.all(
    ['/admin/schedule/settings', '/admin/orphan/view'].map((path) => routeAddress(stage.running.server, path)),
  );
  const losesConnection = async (address: string) => {
    const page = await open({ width: 390, height: 844 });
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], [data-skeleton]'));
    expect(await page.getByText(/^As of /).count()).toBe(0);
    await page.context().setOffline(true);
    await page.getByText(/^As of /).waitFor({ timeout: 60_000 });
    await page.context().close();
  };
  await Promise.all([schedule!, orphan!, '/user/account', '/more'].map(losesConnection));
});

test.concurrent('states are told in the past tense without a connection', async () => {
  const losesConnection = async ([address, ...texts]: readonly [string, ...(readonly [string, string])[]]) => {
    const page = await open({ width: 390, height: 844 });
    await page.goto(address);
    for (const [present] of texts) await page.getByText(present, { exact: true }).first().waitFor();
    await page.context().setOffline(true);
    for (const [present, past] of texts) {
      await page.getByText(past, { exact: true }).first().waitFor({ timeout: 60_000 });
      expect(await page.getByText(present, { exact: true }).count()).toBe(0);
    }
    await page.context().close();
  };
  await Promise.all([
    losesConnection(['/admin/alarms?view=mine', ['You have no alarms', 'You had no alarms']]),
    losesConnection([
      '/admin/manual_scans',
      ['Running', 'Was running'],
      ['Waiting for the client', 'Was waiting for the client'],
    ]),
  ]);
});

test('a page that a person may not see has no tab beside others, and a link to it says so once', async () => {
  const page = await open({ width: 390, height: 844 });
  await changePermissions(page, { system: ['read'], alarm: ['read'] });
  const address = await routeAddress(stage.running.server, '/admin/system');
  await page.goto(address.replace('/system', '/system/backups'));
  await page.getByRole('heading', { level: 2, name: 'You do not have permission to see this' }).waitFor();
  const tabs = page.getByRole('main').getByRole('navigation').last().getByRole('link');
  expect(await tabs.allTextContents()).toEqual(['Overview', 'Client', 'Settings']);
  await page.goto(await routeAddress(stage.running.server, '/admin/organization/users'));
  await page.getByRole('heading', { level: 2, name: 'You do not have permission to see organizations' }).waitFor();
  expect(await page.getByRole('main').getByRole('link', { name: 'Settings' }).count()).toBe(0);
  await page.context().close();
});

test('a system that does not exist leaves the table beside it, and can be closed', async () => {
  const page = await open();
  await page.goto('/admin/system?id=00000000-0000-7000-8000-000000000000');
  await page.getByText('Page not found').waitFor();
  await page.getByRole('table', { name: 'Systems' }).waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.waitForURL((url) => url.pathname === '/admin/systems');
  await page.context().close();
});

test('a link whose id was cut off leads to no record, and does not ask to try again', async () => {
  const page = await open();
  const records = ['system', 'organization/settings', 'group/settings', 'user/settings', 'schedule/settings'];
  for (const path of [
    ...records,
    'retention/settings',
    'orphan/view',
    'scanresult',
    'fileset/settings',
    'rpiclients',
  ]) {
    await page.goto(`/admin/${path}?id=0197e1a0-0000`);
    await page.getByText('Page not found').waitFor();
  }
  await page.context().close();
});

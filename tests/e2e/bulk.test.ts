// Bulk changes in a browser: a job of the server, a page that may be left, reasons, retry, undo, and the way back to the list.
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFaults } from './audits.ts';
import { openDemo, quiet, type DemoStage } from './demo-stage.ts';
import { bothHands, desk, keyboard, phone, touch, type Look } from './hands.ts';
import { allTables } from '#tests/all-tables.ts';
import { Line } from '#tests/test-clients.ts';

const keep = process.env.KEEP_PICTURES;

let stage: DemoStage;
const lines: Line[] = [];
beforeAll(async () => {
  stage = await openDemo();
});
afterAll(() => {
  for (const line of lines) line.close();
  return stage.end();
});

async function open(look: Look): Promise<Page> {
  const { browser, signedIn, running } = stage;
  const colorScheme = look.hasTouch ? 'dark' : 'light';
  const own = { ...look, colorScheme, storageState: signedIn, baseURL: running.origin } as const;
  const context = await browser.newContext({ ...own, ...quiet });
  const page = await context.newPage();
  await page.goto('/admin/systems');
  await rows(page).first().waitFor();
  return page;
}
async function picture(page: Page, name: string): Promise<void> {
  if (!keep) return;
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(keep, `${name}-${colorScheme}.png`) });
  }
}

const rows = (page: Page) => page.locator('[data-position] [data-row]');
const headline = (page: Page, text: string) => page.getByRole('heading', { level: 1, name: text, exact: true });
const bar = (page: Page) => page.getByRole('group', { name: 'Selected systems' });
const action = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });
const choice = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name });
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-position]')?.dataset['position']);

interface Listed {
  id: string;
  active: boolean;
  schedule: { name: string } | null;
}
const listed = async (page: Page, where: object): Promise<Listed[]> =>
  (await page.request.get(`/api/system?where=${JSON.stringify(where)}`)).json();
const paused = async (page: Page): Promise<number> => (await listed(page, { active: false })).length;

/** Connects a client to a system. */
async function connect(page: Page, system: string): Promise<Line> {
  const { key } = (await (await page.request.get(`/api/system/${system}/get-client-key`)).json()) as { key: string };
  const line = await Line.open(stage.running.origin, { key, instance: 'journey' });
  lines.push(line);
  const hello = {
    hostName: 'gate-01',
    version: '1.0.0',
    internalIp: '10.0.0.7',
    platform: 'linux',
    instance: 'journey',
  };
  expect((await line.ask('POST', '/api/client/hello', hello)).status).toBe(200);
  return line;
}

/** The server is at work on the job until it is released: another one has claimed it. */
async function hold<T>(begin: () => Promise<T>): Promise<() => Promise<void>> {
  const { jobContext, scheduler } = stage.running.server;
  const works = (values: object) =>
    jobContext.write(async (unit) => {
      const db = allTables(unit);
      await db.updateTable('job').set(values).where('nextAt', 'is not', null).execute();
    });
  const claim = setInterval(() => void works({ node: 'elsewhere', nextAt: '2999-01-01T00:00:00.000Z' }), 1);
  await begin();
  clearInterval(claim);
  return async () => {
    await works({ node: null, nextAt: jobContext.services.now() });
    scheduler.wake();
  };
}

test('several systems are paused on a phone and resumed by Undo; Back returns to the row', async () => {
  const page = await open(phone);
  const before = await paused(page);
  await touch.selectRows(page, 2);
  await expect.poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(2);
  expect(await axeFaults(page)).toEqual([]);
  await picture(page, 'bulk-bar');
  await action(page, 'Pause').tap();
  await choice(page, 'Pause 1 h').waitFor();
  await picture(page, 'bulk-pause');
  await choice(page, 'Pause 1 h').tap();
  await page.waitForURL(/\/admin\/systems\/bulk\?job=/);
  await headline(page, '2 of 2 done').waitFor();
  await expect.poll(() => paused(page)).toBe(before + 2);
  expect(await axeFaults(page)).toEqual([]);
  await picture(page, 'bulk-done');
  await page.getByRole('button', { name: 'Undo 2' }).tap();
  await page.getByText('Former values are restored').waitFor();
  await expect.poll(() => paused(page)).toBe(before);
  await picture(page, 'bulk-undone');
  await page.getByRole('button', { name: 'Back to the list' }).tap();
  await page.waitForURL((url) => url.pathname === '/admin/systems');
  await expect.poll(() => focused(page)).toBe('1');
  expect(await bar(page).count()).toBe(0);
  await page.context().close();
});

test('Back lets go of all selected rows, and a tap opens one again', async () => {
  const page = await open(phone);
  await touch.selectRows(page, 2);
  await page.goBack();
  await bar(page).waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/admin/systems');
  await rows(page).nth(1).tap();
  await page.waitForURL(/\/admin\/system\?id=/);
  await page.context().close();
});

test('a schedule or a retention is chosen only once the list of them is there', async () => {
  const page = await open(phone);
  await touch.selectRows(page, 2);
  for (const [noun, name] of [
    ['schedule', 'Schedule'],
    ['retention', 'Retention'],
  ] as const) {
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(
      ({ pathname }) => pathname === `/api/${noun}`,
      async (route) => void (await held, await route.continue()),
    );
    await action(page, name).tap();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('heading').first().waitFor();
    expect(await sheet.getByRole('radio').count()).toBe(0);
    answer();
    await sheet.getByRole('radio').nth(1).waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
  }
  await page.context().close();
});

test('Tab leads from the last selected row to the actions, past all other rows, and Shift+Tab back to it', async () => {
  const page = await open(desk);
  await keyboard.selectRows(page, 2);
  await page.keyboard.press('Tab');
  await expect.poll(() => action(page, 'Clear').evaluate((el) => el === document.activeElement)).toBe(true);
  await page.keyboard.press('Shift+Tab');
  expect(await focused(page)).toBe('1');
  await page.keyboard.press('Enter');
  const pane = page.getByRole('main');
  await pane.getByRole('link', { name: 'Backups', exact: true }).click();
  await pane.locator('[data-position] [data-row]').nth(1).waitFor();
  // The rows of the record beside the list are not of the selection.
  await pane.locator('[data-position] [data-row]').first().focus();
  await page.keyboard.press('Tab');
  expect(await pane.locator('[data-position] [data-row]:focus').count()).toBe(1);
  await page.context().close();
});

describe.each(bothHands)('$name', ({ look, press, selectRows }) => {
  test('a bulk change half fails: the rows say which and why, after a reload as well, and Watch says its end', async () => {
    const page = await open(look);
    const [, second = '', third = ''] = await rows(page).evaluateAll((all) =>
      all.map((one) => new URL((one as HTMLAnchorElement).href).searchParams.get('id') ?? ''),
    );
    const client = await connect(page, second);
    await selectRows(page, 3);
    await bar(page).getByText('3 selected').waitFor();
    await press(action(page, 'Restart'));
    const letGo = await hold(async () => {
      await press(choice(page, 'Restart 3 clients'));
      await headline(page, '0 of 3').waitFor();
    });
    await picture(page, 'bulk-running');
    expect(await axeFaults(page)).toEqual([]);
    await page.reload();
    await headline(page, '0 of 3').waitFor();
    await press(page.getByRole('link', { name: 'Watch' }));
    const card = page.getByRole('link', { name: /^Sending restart/ });
    await card.getByText('0 of 3').waitFor();
    await picture(page, 'bulk-on-watch');
    await letGo();
    await page.getByText('Restart sent: 1 of 3 done').first().waitFor();
    await card.waitFor({ state: 'detached' });
    await press(page.getByRole('button', { name: 'Show' }));
    await headline(page, '1 of 3 done').waitFor();
    const failed = page.getByRole('listitem').filter({ hasText: 'Its client is not connected.' });
    expect(await failed.count()).toBe(2);
    expect(await failed.evaluateAll((all) => all.map((one) => one.dataset['row']))).not.toContain(second);
    await press(page.locator('summary', { hasText: '1 done' }));
    await page.locator(`details [data-row="${second}"]`).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, 'bulk-failed');
    expect((await client.caughtUp()).filter(({ payload }) => payload.signal === 'restart').length).toBe(1);
    await connect(page, third);
    await press(page.getByRole('button', { name: 'Retry these 2' }));
    await headline(page, '2 of 3 done').waitFor();
    for (const line of lines.splice(0)) line.close();
    await page.context().close();
  });
});

test('Stop leaves the rest at a desk, Continue goes on with it, and what others edit is not overwritten by Undo', async () => {
  const page = await open(desk);
  await keyboard.selectRows(page, 3);
  await picture(page, 'bulk-bar-desk');
  await keyboard.press(action(page, 'Schedule'));
  const schedule = page.getByRole('radio', { name: /^Weekly/ });
  await schedule.waitFor();
  await picture(page, 'bulk-schedule-desk');
  const letGo = await hold(async () => {
    await keyboard.press(schedule);
    await headline(page, '0 of 3').waitFor();
  });
  await page.getByText('Setting the schedule to').waitFor();
  await keyboard.press(page.getByRole('button', { name: 'Stop after this one' }));
  await headline(page, '0 of 3 done').waitFor();
  await letGo();
  await picture(page, 'bulk-stopped-desk');
  await keyboard.press(page.getByRole('button', { name: 'Continue with 3' }));
  await headline(page, '3 of 3 done').waitFor();
  await keyboard.press(page.locator('summary', { hasText: '3 done' }));
  await expect.poll(() => page.locator('details li').count()).toBe(3);
  expect(await axeFaults(page)).toEqual([]);
  await picture(page, 'bulk-done-desk');
  const id = String(await page.locator('details li').first().getAttribute('data-row'));
  await stage.running.server.jobContext.write((unit) => unit.update('system', id, { notes: 'edited meanwhile' }));
  await keyboard.press(page.getByRole('button', { name: 'Undo 3' }));
  await headline(page, '2 of 3 done').waitFor();
  await page.getByText('It was changed meanwhile').waitFor();
  await picture(page, 'bulk-undo-failed-desk');
  await keyboard.press(page.getByRole('button', { name: /^Look at/ }));
  await page.waitForURL((url) => url.pathname === '/admin/system' && url.searchParams.get('id') === id);
  await page.context().close();
});

test('systems move with what fits the new organization, and are deleted after a hold', async () => {
  const page = await open(desk);
  await keyboard.selectRows(page, 2);
  await keyboard.press(action(page, 'Organization'));
  const dialog = page.getByRole('dialog').first();
  await keyboard.press(dialog.getByRole('button', { name: /^Organization/ }));
  await keyboard.press(page.getByRole('radio').first());
  await dialog.getByRole('button', { name: /^Retention/ }).waitFor();
  await picture(page, 'bulk-move-desk');
  await keyboard.press(page.getByRole('button', { name: 'Move 2 systems' }));
  await page.getByRole('heading', { level: 1, name: /of 2 done$/ }).waitFor();
  await page.getByText('Organization is now').waitFor();
  const [id] = await page
    .locator('[data-row]')
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['row']));
  expect(id === undefined || id.length > 0).toBe(true);
  await page.goBack();
  await rows(page).first().waitFor();
  await keyboard.selectRows(page, 1);
  const before = Number((await page.request.get('/api/system?limit=0')).headers()['x-total-count']);
  await keyboard.press(action(page, 'Delete'));
  await keyboard.press(page.getByRole('button', { name: 'Hold to delete 1 system' }));
  await picture(page, 'bulk-delete-desk');
  await keyboard.press(page.getByRole('button', { name: 'Yes, delete 1 system' }));
  await headline(page, '1 of 1 done').waitFor();
  expect(Number((await page.request.get('/api/system?limit=0')).headers()['x-total-count'])).toBe(before - 1);
  await page.context().close();
});

test('the address of a job that is gone says so', async () => {
  const page = await open(phone);
  await page.goto('/admin/systems/bulk?job=00000000-0000-7000-8000-000000000000');
  await page.getByRole('heading', { name: 'This action is over' }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Back to the list' }).tap();
  await page.waitForURL((url) => url.pathname === '/admin/systems');
  await page.context().close();
});

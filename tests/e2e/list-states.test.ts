// The states of a list, the same for every noun: not loaded, slow, stopped, cached, empty, nothing found, not allowed, too long.
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFaults } from './audits.ts';
import { changeAnswers, changePermissions } from './changed-answers.ts';
import { openDemo, openPage, type DemoStage } from './demo-stage.ts';

const keep = process.env.KEEP_PICTURES;
const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'light' } as const;
const desk = { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' } as const;

interface ListTexts {
  path: string;
  call: RegExp;
  notLoaded: string;
  none: string;
  add: string;
  noneFound: RegExp;
}
const lists: Record<string, ListTexts> = {
  systems: {
    path: '/admin/systems',
    call: /\/api\/system\?/,
    notLoaded: 'Could not load systems',
    none: 'No systems',
    add: 'New system',
    noneFound: /^No system called .nothing here.$/,
  },
  schedules: {
    path: '/admin/schedules',
    call: /\/api\/schedule\?/,
    notLoaded: 'Could not load schedules',
    none: 'No schedules yet',
    add: 'New schedule',
    noneFound: /^No schedule called .nothing here.$/,
  },
  retentions: {
    path: '/admin/retentions',
    call: /\/api\/retention\?/,
    notLoaded: 'Could not load retentions',
    none: 'No retentions yet',
    add: 'New retention',
    noneFound: /^No retention called .nothing here.$/,
  },
};

let stage: DemoStage;
beforeAll(async () => {
  stage = await openDemo();
});
afterAll(() => stage.end());

const open = (look: typeof phone | typeof desk = phone) => openPage(stage, look);
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 2, name });

async function look(page: Page, name: string): Promise<void> {
  expect(await axeFaults(page)).toEqual([]);
  if (keep) await page.screenshot({ path: join(keep, `state-${name}.png`) });
}

describe.each(Object.entries(lists))('%s', (noun, { path, call, notLoaded, none, add, noneFound }) => {
  test('that did not load name themselves, say why, and load at a press', async () => {
    const page = await open();
    await page.route(call, (route) =>
      route.fulfill({ status: 500, json: { code: 'E_SERVER', message: 'It failed.' } }),
    );
    await page.goto(path);
    await heading(page, notLoaded).waitFor({ timeout: 60_000 });
    await look(page, `${noun}-failed`);
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await page.unroute(call);
    // The live connection may have loaded it meanwhile.
    await again.click({ timeout: 5000 }).catch(() => undefined);
    await page.locator('[data-position], h2:text-is("No retentions yet")').first().waitFor();
    await page.context().close();
  });

  test('without a record offer to add one, and without a match to clear the search', async () => {
    const page = await open();
    await page.route(call, (route) => route.fulfill({ json: [], headers: { 'x-total-count': '0' } }));
    await page.goto(path);
    await heading(page, none).waitFor();
    await page.getByText(add, { exact: true }).waitFor();
    await look(page, `${noun}-none`);
    await page.goto(`${path}?find=nothing+here`);
    await heading(page, noneFound).waitFor();
    await look(page, `${noun}-none-found`);
    await page.getByRole('button', { name: 'Clear search' }).click();
    await page.waitForURL((url) => url.search === '');
    await page.context().close();
  });

  test('that the person may not see say so, and nothing is asked of the server', async () => {
    const page = await open(desk);
    let calls = 0;
    page.on('request', (request) => (calls += call.test(request.url()) ? 1 : 0));
    await changePermissions(page);
    await page.goto(path);
    await heading(page, `You do not have permission to see ${noun}`).waitFor();
    expect(await page.getByRole('searchbox').count()).toBe(0);
    expect(calls).toBe(0);
    await look(page, `${noun}-forbidden`);
    await page.context().close();
  });
});

test('the pane of a system that did not load can be closed, and stays an error while it is asked for again', async () => {
  const page = await open(desk);
  await page.goto('/admin/systems');
  await page.locator('[data-row]').first().waitFor();
  let calls = 0;
  await page.route(/\/api\/system\/[0-9a-f-]{36}/, (route) => {
    calls += 1;
    return calls > 1 ? undefined : route.fulfill({ status: 500, json: { code: 'E_INTERNAL', message: '' } });
  });
  await page.goto('/admin/system?id=019a0000-0000-7000-8000-000000000001');
  const failed = heading(page, 'Could not load this system');
  await failed.waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => calls).toBe(2);
  expect(await failed.count()).toBe(1);
  await look(page, 'system-failed');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.waitForURL((url) => url.pathname === '/admin/systems');
  await page.context().close();
});

test('the systems of a first visit are asked for once, by the route and the screen alike', async () => {
  const page = await open();
  // A live connection asks for everything again when it begins.
  await page.route(/\/socket\.io\//, (route) => route.abort());
  const urls: string[] = [];
  page.on('request', (request) => {
    if (lists['systems']!.call.test(request.url())) urls.push(request.url());
  });
  await page.goto('/admin/systems');
  await page.locator('[data-position] [data-row]').first().waitFor();
  expect(urls.length).toBe(3);
  expect(new Set(urls).size).toBe(3);
  await page.context().close();
});

test.each([
  ['/admin/systems', true],
  ['/admin/schedules', true],
  ['/', false],
  ['/auth/login', false],
])('a first visit to %s fetches the script of the lists beside those of the start: %s', async (path, beside) => {
  const page = await open();
  // The start cannot run without it: what is fetched nevertheless is fetched beside it.
  await page.route(/\/assets\/framework-/, () => new Promise(() => undefined));
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto(path);
  const isFetched = () => scripts.some((url) => url.includes('/assets/lists-'));
  await (beside ? expect.poll(isFetched).toBe(true) : expect(isFetched()).toBe(false));
  await page.context().close();
});

// Both wait for more than ten seconds, and do so at the same time.
test.concurrent('a slow list counts the seconds, and waiting for it can be stopped', async () => {
  const page = await open();
  await page.route(lists['schedules']!.call, () => new Promise(() => undefined));
  await page.goto('/admin/schedules');
  await heading(page, /^Still waiting, 1\d s$/).waitFor({ timeout: 60_000 });
  await look(page, 'slow');
  await page.getByRole('button', { name: 'Stop waiting' }).click();
  await heading(page, 'Could not load schedules').waitFor();
  await page.context().close();
});

test.concurrent('without a connection a list shows its last rows with their age, and one without rows says so', async () => {
  const page = await open();
  await page.goto('/admin/schedules');
  await page.locator('[data-position] [data-row]').first().waitFor();
  await page.context().setOffline(true);
  await page.getByText(/^As of /).waitFor({ timeout: 60_000 });
  expect(await page.locator('[data-position] [data-row]').count()).toBeGreaterThan(0);
  await look(page, 'cached');
  await page.getByRole('link', { name: 'Systems', exact: true }).click();
  await heading(page, 'Could not load systems').waitFor();
  await page.getByText('No connection.', { exact: true }).waitFor();
  await look(page, 'offline');
  await page.context().close();
});

test('a list of more than 10,000 rows ends there and asks to narrow it', async () => {
  const page = await open();
  await changeAnswers(page, lists['schedules']!.call, (rows) => rows, { 'x-total-count': '12345' });
  await page.goto('/admin/schedules');
  await page.locator('[data-position] [data-row]').first().waitFor();
  const scroller = page.locator('[data-scroll-restoration-id=schedules]');
  await scroller.evaluate((el) => el.scrollTo(0, el.scrollHeight));
  await page.getByText('Showing the first 10,000 of 12,345. Search or filter to narrow.').waitFor();
  await expect.poll(() => page.locator('[data-position="9999"]').count()).toBe(1);
  expect(await page.locator('[data-position="10000"]').count()).toBe(0);
  await look(page, 'limited');
  await page.context().close();
});

test('a list that is too long for its order says so, and is shown in the usual one at a press', async () => {
  const page = await open(desk);
  const issues = [{ path: 'sort', code: 'too_big', maximum: 10_000 }];
  await page.route(lists['systems']!.call, (route) =>
    route.request().url().includes('scheduleName')
      ? route.fulfill({ status: 400, json: { code: 'E_INVALID_CRITERIA', message: 'sort: no index', issues } })
      : route.fallback(),
  );
  await page.goto('/admin/systems?sort=scheduleName');
  await heading(page, 'Could not load systems').waitFor();
  await page.getByText(/^At most 10,000 rows can be sorted by this\. Search or filter/).waitFor();
  await look(page, 'limited-order');
  await page.getByRole('button', { name: 'Sort by: Worst first' }).click();
  await page.locator('[data-position] [data-row]').first().waitFor();
  await page.context().close();
});

test('the backups of a system that are too many for their order say so, and are shown by day at a press', async () => {
  const page = await open();
  const issues = [{ path: 'sort', code: 'too_big', maximum: 10_000 }];
  await page.route(/\/api\/backup\?.*size/, (route) =>
    route.fulfill({ status: 400, json: { code: 'E_INVALID_CRITERIA', message: 'sort: no index', issues } }),
  );
  await page.goto('/admin/systems');
  await page.locator('[data-position] [data-row]').first().click();
  await page
    .getByRole('tab', { name: /^Backups/ })
    .or(page.getByRole('link', { name: /^Backups/ }))
    .first()
    .click();
  await page.waitForURL(/system\/backups/);
  await page.goto(`${page.url()}&sort=largest`);
  await heading(page, 'Could not load backups').waitFor();
  await page.getByText(/^At most 10,000 rows can be sorted by this/).waitFor();
  await look(page, 'limited-backups');
  await page.getByRole('button', { name: /^Sort by: / }).click();
  await page.locator('[data-position] [data-row]').first().waitFor();
  await page.context().close();
});

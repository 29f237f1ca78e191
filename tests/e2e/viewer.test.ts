// A person who only reads: alarms need attention, not that person; no page has a control that changes anything, and the server
// rejects such requests.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { passwordOf } from '#server/demo/seed.ts';
import { openDemo, quiet, type DemoStage } from './demo-stage.ts';
import { bothHands, desk, type Look } from './hands.ts';
import { signInAs } from './login-form.ts';
import { isOpenRoute, routeAddress, routePaths } from './route-addresses.ts';

const viewer = 'layla@demo.example';
let stage: DemoStage;
let signedIn: Awaited<ReturnType<BrowserContext['storageState']>> | undefined;
beforeAll(async () => {
  stage = await openDemo();
  const page = await open(desk);
  await signInAs(page, viewer, passwordOf(stage.running.server.jobContext, viewer));
  signedIn = await page.context().storageState();
  await page.context().close();
});
afterAll(() => stage.end());

async function open(look: Look): Promise<Page> {
  const { browser, running } = stage;
  const own = { ...look, ...(signedIn && { storageState: signedIn }), baseURL: running.origin };
  return (await browser.newContext({ ...own, ...quiet })).newPage();
}

/** Every page but those of a stranger, and those of the viewer's own account and mails. */
const pages = routePaths.filter((path) => !isOpenRoute(path) && !/^\/(user\/|unsubscribe)/.test(path));

/** The names of controls that only read, or that change this device alone. A new control fails until it is judged. */
const reads = [
  /^Search/,
  /^(Sort|Columns|Download CSV|Close|Back|Back to the list|Show with more room|More actions|Live|Connecting)$/,
  /^(Previous|Next) (alarm|in the list)$/,
  /^What is “/,
  /^(Open|Mine|All)( \d+)?$/,
  // Leads from an alarm to its system.
  /^Open /,
  /^(Night|Auto|Day)$/,
  /^(Fleet, last 28 nights: .*|Last 28 days)$/,
  // The system whose due times a schedule shows is chosen.
  /^Next three for /,
  // The effect of a retention unfolds.
  /^\d+ backups? would be purged/,
  // Of a sheet.
  /^(Settings|Alarm)$/,
];

/** In the page: the names of the controls in sight, without rows, filters and the headers of a table. */
function controlNames(): string[] {
  const kinds = 'button, input, textarea, select, [role=switch], [role=slider], [role=menuitem]';
  return [...document.querySelectorAll<HTMLElement>(kinds)]
    .filter((one) => !one.matches('[data-row], [aria-pressed], [role=columnheader] *') && one.checkVisibility())
    .map((one) => one.ariaLabel ?? (one.textContent?.trim() || one.outerHTML));
}
const changing = async (page: Page): Promise<string[]> =>
  (await page.evaluate(controlNames)).filter((name) => !reads.some((one) => one.test(name)));

/** Opens what a page has in sheets, the actions of a record and the first of the rows that open one, and closes it again. */
async function changingInSheets(page: Page, press: (target: ReturnType<Page['locator']>) => Promise<void>) {
  const found: string[] = [];
  const openers = [page.getByRole('button', { name: 'More actions' }), page.locator('button[data-row]')];
  for (const opener of openers.map((all) => all.first())) {
    if ((await opener.count()) === 0) continue;
    await press(opener);
    const sheet = page.getByRole('dialog');
    if (
      !(await sheet.waitFor({ timeout: 2000 }).then(
        () => true,
        () => false,
      ))
    )
      continue;
    found.push(...(await changing(page)));
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
  }
  return found;
}

describe.each(bothHands)('$name', ({ look, press }) => {
  test('a viewer is told what needs attention, and no page or sheet has a control that changes anything', async () => {
    const page = await open(look);
    const found: string[] = [];
    for (const path of pages) {
      await page.goto(await routeAddress(stage.running.server, path));
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], [data-skeleton]'));
      const names = [...(await changing(page)), ...(await changingInSheets(page, press))];
      found.push(...names.map((name) => `${path}: ${name}`));
      expect(await page.getByText(/needs? you\b/i).count(), path).toBe(0);
    }
    expect(found).toEqual([]);
    await page.goto('/');
    await page.getByRole('heading', { level: 1, name: /^\d+ needs? attention$/ }).waitFor();
    await page.context().close();
  });
});

test('the server refuses what a viewer may not change, of records that the viewer sees', async () => {
  const page = await open(desk);
  await page.goto('/');
  const [token] = (await page.context().cookies()).filter(({ name }) => name === 'XSRF-TOKEN');
  const headers = { 'x-xsrf-token': decodeURIComponent(token?.value ?? '') };
  for (const noun of ['alarm', 'backup', 'fileset', 'organization', 'retention', 'schedule', 'system']) {
    const [seen] = (await (await page.request.get(`/api/${noun}?limit=1`)).json()) as { id: string }[];
    const record = `/api/${noun}/${seen?.id}`;
    expect((await page.request.get(record)).status(), noun).toBe(200);
    const answers = [
      await page.request.delete(record, { headers }),
      await page.request.patch(record, { headers, data: { name: 'x' } }),
      await page.request.post(`/api/${noun}`, { headers, data: { name: 'x' } }),
    ];
    for (const answer of answers) expect([403, 404], `${noun} ${answer.status()}`).toContain(answer.status());
  }
  await page.context().close();
});

test('Watch shows the organizations at every width of a desk, and a backup leads to those of its system', async () => {
  const page = await open(desk);
  await page.goto('/');
  const organization = page.getByRole('region', { name: 'Organizations' }).getByRole('link').first();
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    await organization.waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  const backup = page
    .getByRole('listitem')
    .getByRole('link', { name: /[KMG]B$/ })
    .first();
  const system = await backup.locator('bdi').textContent();
  await backup.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/admin/system/backups');
  await page
    .getByRole('main')
    .getByText(system ?? '')
    .first()
    .waitFor();
  // Beside a record that the person may not see, its list does not say so once more.
  await page.goto('/admin/group/settings?id=019a0000-0000-7000-8000-000000000000');
  const refusal = page.getByText(/^You do not have permission/);
  await refusal.first().waitFor();
  expect(await refusal.count()).toBe(1);
  await page.context().close();
});

// Every route of the app over the demonstration fleet, on a phone by night and on a desk by day: it renders its heading, axe
// faults nothing, the console and the policy of the page report nothing, no text is cut off and no word is broken, and nothing
// is wider than the screen.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFaults, complaintsOf, malpractice } from './audits.ts';
import { openDemo, quiet, type DemoStage } from './demo-stage.ts';
import { measureFaults } from '../pictures/measure.ts';
import { isOpenRoute, routeAddress, routePaths } from './route-addresses.ts';

/** A phone by night and a desk by day: each is checked for contrast in the other's colours as well. */
const looks = {
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'dark', other: 'light' },
  desk: { viewport: { width: 1440, height: 900 }, colorScheme: 'light', other: 'dark' },
} as const;

/** The call of a page that fails here: no provider of single sign-on is set. */
const refused: Record<string, string> = { '/auth/oauthCallback': '/api/auth/oauth-login' };
const isRefusal = (complaint: string, path: string): boolean =>
  complaint.endsWith(path) || complaint.includes('status of 409');

let stage: DemoStage;
beforeAll(async () => {
  stage = await openDemo();
}, 120_000);
afterAll(() => stage.end());

test('the route tree has every screen, and each screen of one record has a record', async () => {
  expect(routePaths.length).toBeGreaterThan(45);
  const ofRecords = routePaths.filter((path) =>
    /^\/admin\/(?:fileset|group|organization|orphan|system|user)\//.test(path),
  );
  expect(ofRecords.length).toBeGreaterThan(15);
  for (const path of ofRecords) expect(await routeAddress(stage.running.server, path)).toMatch(/\?(?:id=|new$)/);
});

interface Visitor {
  context: BrowserContext;
  page: Page;
  /** Reports of the browser since they were last taken. */
  complaints: string[];
}

describe.each(['phone', 'desk'] as const)('on a %s', (look) => {
  const { viewport, colorScheme, other } = looks[look];
  const visitors: Visitor[] = [];
  const visitor = async (isSignedIn: boolean): Promise<Visitor> => {
    const { browser, signedIn, running } = stage;
    const own = { viewport, colorScheme, baseURL: running.origin, ...quiet };
    const context = await browser.newContext({ ...own, ...(isSignedIn && { storageState: signedIn }) });
    const page = await context.newPage();
    const made = { context, page, complaints: await complaintsOf(page) };
    visitors.push(made);
    return made;
  };
  let member: Visitor;
  let stranger: Visitor;
  beforeAll(async () => {
    [member, stranger] = [await visitor(true), await visitor(false)];
  }, 60_000);
  afterAll(() => Promise.all(visitors.map(({ context }) => context.close())));

  test.each(routePaths)('%s passes the audits', { timeout: 60_000 }, async (path) => {
    const { page, complaints } = isOpenRoute(path) ? stranger : member;
    await page.emulateMedia({ colorScheme });
    const answer = await page.goto(await routeAddress(stage.running.server, path));
    const heading = page.getByRole('heading', { level: 1 }).first();
    await heading.waitFor();
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], [data-skeleton]'));
    expect((await heading.textContent())?.trim()).not.toBe('');
    expect(await page.getByText('Page not found').count()).toBe(path === '/nothing/here' ? 1 : 0);
    const faults = [...(await axeFaults(page)), ...(await malpractice(page, answer)), ...(await measureFaults(page))];
    await page.emulateMedia({ colorScheme: other });
    const contrast = await axeFaults(page, { runOnly: ['color-contrast'] });
    expect([...faults, ...contrast.map((fault) => `${other} ${fault}`)]).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    const unexpected = complaints.splice(0).filter((one) => !(refused[path] && isRefusal(one, refused[path])));
    expect(unexpected).toEqual([]);
  });
});

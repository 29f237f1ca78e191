// Screens of several answers keep their place while they load over a slow network, on a phone and on a desk.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDemo, type DemoStage } from './demo-stage.ts';
import { MOST_SHIFT, shiftOf } from './layout-shifts.ts';
import { routeAddress } from './route-addresses.ts';
import { desk, phone } from './hands.ts';

let stage: DemoStage;
beforeAll(async () => {
  stage = await openDemo();
}, 120_000);
afterAll(() => stage.end());

/** The routes with a part above others whose height an answer of its own decides. */
const routes = {
  phone: [
    '/admin/fileset/settings',
    '/admin/organization/settings',
    '/admin/retention/settings',
    '/admin/scanresult',
    '/admin/system',
    '/admin/system/purge',
    '/admin/user/groups',
    '/more',
  ],
  desk: ['/admin/alarms', '/admin/organization/client', '/admin/system', '/getting-started'],
};

describe.each(['phone', 'desk'] as const)('on a %s', (look) => {
  test.each(routes[look])('nothing on %s moves while it loads', { timeout: 30_000 }, async (path) => {
    const { browser, running, signedIn: storageState } = stage;
    const { viewport } = look === 'phone' ? phone : desk;
    const address = await routeAddress(running.server, path);
    const shift = await shiftOf(browser, { viewport, storageState, baseURL: running.origin }, address);
    expect(shift.total, shift.moved).toBeLessThanOrEqual(MOST_SHIFT);
  });
});

test.each([
  ['the row of numbers of Watch', '/', { call: /\/api\/system\/counts/, after: '[data-rows] [data-row]' }],
  [
    'the list of the latest backups',
    '/',
    { call: /\/api\/backup\/recent/, after: 'section[aria-label="Organizations"] li' },
  ],
  [
    'the button above all alarms',
    '/admin/alarms?view=all',
    { call: /\/api\/alarm\?(?!.*limit)/, after: '[data-rows] [data-row]' },
  ],
])('on a desk %s, drawn last, moves nothing', { timeout: 30_000 }, async (_what, address, late) => {
  const { browser, running, signedIn: storageState } = stage;
  const shift = await shiftOf(
    browser,
    { viewport: desk.viewport, storageState, baseURL: running.origin },
    address,
    late,
  );
  expect(shift.total, shift.moved).toBeLessThanOrEqual(MOST_SHIFT);
});

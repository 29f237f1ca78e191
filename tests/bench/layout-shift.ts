// How far each screen moves by itself while it loads over a slow network, on a phone and on a desk.
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Browser, type BrowserContextOptions } from 'playwright-core';
import { keysIn } from '#server/keys.ts';
import { unsubscribeToken } from '#server/entities/unsubscribe.ts';
import { makeFleet } from './fleet.ts';
import { dropFolder, made, makeFolder, signIn, startHouse } from './house.ts';
import { addSession, chrome, VIEWPORT } from './phone.ts';
import type { Figure } from './table.ts';

const GOAL = 0.001;
/** Long enough that every placeholder is painted before what it stands for. */
const LATENCY_MS = 100;
const LAST_SHIFT_MS = 1200;

interface Ids {
  system: string;
  schedule: string;
  retention: string;
  /** Of a link in a mail. */
  token: string;
}

/** Every screen that there is, by its address; those of `/auth/` are opened without a session. */
const routes: readonly ((ids: Ids) => string)[] = [
  () => '/',
  () => '/admin/alarms',
  () => '/admin/alarms?view=mine',
  () => '/admin/alarms?view=all',
  () => '/admin/systems',
  ({ system }) => `/admin/system?id=${system}`,
  ({ system }) => `/admin/system/backups?id=${system}`,
  () => '/more',
  () => '/user/account',
  () => '/user/alarms',
  () => '/admin/schedules',
  ({ schedule }) => `/admin/schedule/settings?id=${schedule}`,
  () => '/admin/retentions',
  ({ retention }) => `/admin/retention/settings?id=${retention}`,
  ({ token }) => `/unsubscribe?token=${token}`,
  () => '/nothing/here',
  () => '/auth/login',
  () => '/auth/forgot-password',
  () => '/auth/recover-password?token=none',
  () => '/auth/confirm-email?token=none',
  () => '/auth/oauthCallback',
  () => '/auth/set-up?token=any',
];

const viewports = {
  '390 x 844': { viewport: VIEWPORT, hasTouch: true, isMobile: true },
  '1440 x 900': { viewport: { width: 1440, height: 900 } },
} as const satisfies Record<string, BrowserContextOptions>;

interface Shift {
  route: string;
  /** The sum of all shifts since the navigation. */
  total: number;
  /** The element that was moved the most. */
  moved: string;
}

interface ShiftEntry extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

/** In the page, before anything else: adds up the shifts in `window.shifts`. */
function observeShifts(): void {
  const shifts = { total: 0, moved: {} as Record<string, number> };
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as ShiftEntry[]) {
      if (hadRecentInput) continue;
      shifts.total += value;
      for (const { node } of sources) {
        const element = node instanceof Element ? node : node?.parentElement;
        const named = element?.className ? element : element?.parentElement;
        const name = [named?.localName, ...(named?.classList ?? []), element === named ? '' : element?.localName];
        const key = name.filter(Boolean).slice(0, 4).join('.');
        shifts.moved[key] = (shifts.moved[key] ?? 0) + value;
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** In the page: what `observeShifts` found. */
function readShifts(): { total: number; moved: string } {
  const { total, moved } = (window as unknown as { shifts: { total: number; moved: Record<string, number> } }).shifts;
  const [most] = Object.entries(moved).toSorted(([, a], [, b]) => b - a);
  return { total, moved: most?.[0] ?? '' };
}

async function shiftOf(browser: Browser, options: BrowserContextOptions, route: string): Promise<Shift> {
  // A context of its own for each: nothing is in a cache.
  const context = await browser.newContext({ ...options, serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    await page.addInitScript(observeShifts);
    const cdp = await context.newCDPSession(page);
    const slow = { latency: LATENCY_MS, downloadThroughput: -1, uploadThroughput: -1, offline: false };
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', slow);
    await page.goto(route);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .skeleton, [data-skeleton]'));
    await wait(LAST_SHIFT_MS);
    return { route, ...(await page.evaluate(readShifts)) };
  } finally {
    await context.close();
  }
}

const shortOf = (route: string): string => route.replace(/=[^=]{9,}$/, '=...');
const wordsOf = ({ route, total, moved }: Shift): string => `${shortOf(route)} ${total.toFixed(4)} (${moved})`;

async function worstOf(browser: Browser, size: keyof typeof viewports, all: Opened): Promise<Figure> {
  const shifts: Shift[] = [];
  for (const route of all.routes) {
    const session = route.startsWith('/auth/') ? {} : { storageState: all.session };
    shifts.push(await shiftOf(browser, { ...viewports[size], ...session, baseURL: all.origin }, route));
  }
  const [worst, ...rest] = shifts.toSorted((a, b) => b.total - a.total);
  if (!worst) throw new Error('there are no routes');
  const others = rest.filter(({ total }) => total > GOAL).map(wordsOf);
  return {
    name: `layout shift while loading, worst of ${shifts.length}, ${size}`,
    how: `${wordsOf(worst)}; over ${GOAL} as well: ${others.join(', ') || 'none'}; latency ${LATENCY_MS} ms`,
    value: Math.max(worst.total, 0.0001),
    unit: '',
    goal: GOAL,
    sense: 'atMost',
  };
}

type Session = NonNullable<Exclude<BrowserContextOptions['storageState'], string>>;
interface Opened {
  origin: string;
  session: Session;
  routes: string[];
}

async function open(browser: Browser, folder: string): Promise<Opened & { stop: () => Promise<void> }> {
  const fleet = await makeFleet(folder, { organizations: 5, systems: 60, backups: 1800 });
  const { origin, stop } = await startHouse(folder);
  const alice = await signIn(origin);
  const schedules = await alice.ask('GET', '/api/schedule?limit=1');
  const me = await alice.ask('GET', '/api/auth/check-user');
  const ids: Ids = {
    system: fleet.system,
    schedule: String(schedules.body[0].id),
    retention: await made(alice, '/retention', { name: 'Two weeks', days: 14 }),
    token: unsubscribeToken(keysIn(folder).sign, {
      user: String(me.body.user.id),
      organizations: [],
      at: new Date().toISOString(),
    }),
  };
  const context = await browser.newContext();
  await addSession(context, origin, fleet.cookies);
  const session = await context.storageState();
  await context.close();
  return { origin, session, routes: routes.map((address) => address(ids)), stop };
}

/** The sum of all layout shifts of each route on a cold load; the worst route of each viewport is the figure. */
export async function layoutShift(): Promise<Figure[]> {
  const folder = await makeFolder();
  const browser = await chromium.launch(chrome);
  try {
    const opened = await open(browser, folder);
    try {
      return [await worstOf(browser, '390 x 844', opened), await worstOf(browser, '1440 x 900', opened)];
    } finally {
      await opened.stop();
    }
  } finally {
    await browser.close();
    await dropFolder(folder);
  }
}

// How far each screen moves by itself while it loads over a slow network, on a phone and on a desk. The routes are those of
// the route tree, over the demonstration fleet.
import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { openDemo, type DemoStage } from '../e2e/demo-stage.ts';
import { isOpenRoute, routeAddress, routePaths } from '../e2e/route-addresses.ts';
import { dist } from './server-process.ts';
import { DESK, VIEWPORT } from './phone.ts';
import { loaded } from './phone-stage.ts';
import type { Figure } from './table.ts';

const GOAL = 0.001;
/** Long enough that every placeholder is painted before what it stands for. */
const LATENCY_MS = 100;
const LAST_SHIFT_MS = 1200;

const viewports = {
  '390 x 844': { viewport: VIEWPORT, hasTouch: true, isMobile: true },
  '1440 x 900': { viewport: DESK },
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
    await loaded(page);
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
    const session = isOpenRoute(route) ? {} : { storageState: all.session };
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

interface Opened {
  origin: string;
  session: DemoStage['signedIn'];
  /** Addresses. */
  routes: readonly string[];
}

/** The sum of all layout shifts of each route on a cold load; the worst route of each viewport is the figure. */
export async function layoutShift(): Promise<Figure[]> {
  const stage = await openDemo(undefined, join(dist, 'app'));
  try {
    const { browser, signedIn: session, running } = stage;
    const routes: string[] = [];
    for (const path of routePaths) routes.push(await routeAddress(running.server, path));
    const opened = { origin: running.origin, session, routes };
    return [await worstOf(browser, '390 x 844', opened), await worstOf(browser, '1440 x 900', opened)];
  } finally {
    await stage.end();
  }
}

// How far each screen moves by itself while it loads over a slow network, on a phone and on a desk. The routes are those of
// the route tree, over the demonstration fleet.
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { openDemo, type DemoStage } from '../e2e/demo-stage.ts';
import { LATENCY_MS, MOST_SHIFT, type Shift, shiftOf } from '../e2e/layout-shifts.ts';
import { isOpenRoute, routeAddress, routePaths } from '../e2e/route-addresses.ts';
import { dist } from './server-process.ts';
import { DESK, VIEWPORT } from './phone.ts';
import type { Figure } from './table.ts';

const viewports = {
  '390 x 844': { viewport: VIEWPORT, hasTouch: true, isMobile: true },
  '1440 x 900': { viewport: DESK },
} as const satisfies Record<string, BrowserContextOptions>;

interface RouteShift extends Shift {
  route: string;
}

const shortOf = (route: string): string => route.replace(/=[^=]{9,}$/, '=...');
const wordsOf = ({ route, total, moved }: RouteShift): string => `${shortOf(route)} ${total.toFixed(4)} (${moved})`;

async function worstOf(browser: Browser, size: keyof typeof viewports, all: Opened): Promise<Figure> {
  const shifts: RouteShift[] = [];
  for (const route of all.routes) {
    const session = isOpenRoute(route) ? {} : { storageState: all.session };
    const options = { ...viewports[size], ...session, baseURL: all.origin };
    shifts.push({ route, ...(await shiftOf(browser, options, route)) });
  }
  const [worst, ...rest] = shifts.toSorted((a, b) => b.total - a.total);
  if (!worst) throw new Error('there are no routes');
  const others = rest.filter(({ total }) => total > MOST_SHIFT).map(wordsOf);
  return {
    name: `layout shift while loading, worst of ${shifts.length}, ${size}`,
    how: `${wordsOf(worst)}; over ${MOST_SHIFT} as well: ${others.join(', ') || 'none'}; latency ${LATENCY_MS} ms`,
    value: Math.max(worst.total, 0.0001),
    unit: '',
    goal: MOST_SHIFT,
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

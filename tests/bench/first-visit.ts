// How long a first visit takes to its largest content, over a slow network and on a slow phone.
import { chromium, type Browser } from 'playwright-core';
import { makeFleet, type Fleet } from './fleet.ts';
import { dropFolder, makeFolder, startServer } from './server-process.ts';
import { chrome } from '../browsers.ts';
import { addSession, SLOWER, VIEWPORT } from './phone.ts';
import { ROUNDS } from './phone-stage.ts';
import { median, type Figure } from './table.ts';

const GOAL = 2000;
/** Slow 4G: 150 ms there and back, 1.6 Mbit/s down, 0.75 Mbit/s up. */
const SLOW_4G = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, offline: false };
/** A larger paint would have come by then. */
const LAST_MS = 2500;

interface Visit {
  name: string;
  path: string;
  signedIn: boolean;
}

const visits: readonly Visit[] = [
  { name: 'login', path: '/auth/login', signedIn: false },
  { name: 'Watch with data', path: '/', signedIn: true },
];

interface Paint {
  /** The largest content, ms from the start of the navigation. */
  lcp: number;
  /** The first content. */
  fcp: number;
  /** The first data; 0 where there is none. */
  data: number;
  /** The largest element. */
  element: string;
}

/** In the page, before anything else: keeps the last candidate in `window.largest`. */
function observeLargest(): void {
  new PerformanceObserver((list) => {
    const last = list.getEntries().at(-1) as (PerformanceEntry & { element: Element | null }) | undefined;
    const element = [last?.element?.localName, ...(last?.element?.classList ?? [])].slice(0, 2).join('.');
    Object.assign(window, { largest: { lcp: last?.startTime ?? 0, element } });
  }).observe({ type: 'largest-contentful-paint', buffered: true });
}

/** Resolves with the `Paint` once everything has loaded and nothing larger was painted for `LAST_MS`. */
const SETTLED_PAINT = `new Promise((settled) => {
  const at = (name) => performance.getEntriesByName(name)[0]?.startTime ?? 0;
  const timer = setInterval(() => {
    const waits = !window.largest || performance.now() - window.largest.lcp < ${LAST_MS};
    if (waits || !document.querySelector('h1') || document.querySelector('[aria-busy="true"], [data-skeleton]')) return;
    clearInterval(timer);
    settled({ ...window.largest, fcp: at('first-contentful-paint'), data: at('data-painted') });
  }, 500);
})`;

async function visitOnce(browser: Browser, origin: string, fleet: Fleet, visit: Visit): Promise<Paint> {
  const context = await browser.newContext({ viewport: VIEWPORT, hasTouch: true, isMobile: true });
  try {
    if (visit.signedIn) await addSession(context, origin, fleet.cookies);
    const page = await context.newPage();
    await page.addInitScript(observeLargest);
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', SLOW_4G);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.goto(`${origin}${visit.path}`, { waitUntil: 'commit' });
    // Asked for past Playwright: the page would compile what that brings along, while it is timed.
    const asked = { expression: SETTLED_PAINT, awaitPromise: true, returnByValue: true };
    const { result } = await cdp.send('Runtime.evaluate', asked);
    return result.value as Paint;
  } finally {
    await context.close();
  }
}

function figureOf({ name }: Visit, paints: readonly Paint[]): Figure {
  const times = paints.map(({ lcp }) => lcp);
  const middle = (what: 'fcp' | 'data') => median(paints.map((paint) => paint[what])).toFixed(0);
  const data = middle('data') === '0' ? '' : `, first data ${middle('data')} ms`;
  const quickest = `quickest ${Math.min(...times).toFixed(0)} ms`;
  return {
    name: `first visit to its largest paint, ${name}`,
    how: `median of ${times.length}, ${quickest}; ${paints[0]?.element}; first paint ${middle('fcp')} ms${data}; slow 4G, processor x${SLOWER}`,
    value: median(times),
    unit: 'ms',
    goal: GOAL,
    sense: 'atMost',
  };
}

/** The largest contentful paint (LCP) of a browser that was never here before. */
export async function firstVisit(): Promise<Figure[]> {
  const folder = await makeFolder();
  const fleet = await makeFleet(folder, { organizations: 5, systems: 60, backups: 1800 });
  const server = await startServer(folder);
  const browser = await chromium.launch(chrome);
  try {
    const figures: Figure[] = [];
    for (const visit of visits) {
      const paints: Paint[] = [];
      for (let round = 0; round < ROUNDS; round += 1)
        paints.push(await visitOnce(browser, server.origin, fleet, visit));
      figures.push(figureOf(visit, paints));
    }
    return figures;
  } finally {
    await browser.close();
    await server.stop();
    await dropFolder(folder);
  }
}

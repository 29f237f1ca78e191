// The layout shift of a page while it loads over a slow network.
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { handleRequests } from './changed-answers.ts';

/** Long enough that every placeholder is painted before what it stands for. */
export const LATENCY_MS = 100;
/** More than this is seen. */
export const MOST_SHIFT = 0.001;

export interface Shift {
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

/** In the page: what `observeShifts` found, once two more frames are painted. */
async function readShifts(): Promise<Shift> {
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
  const { total, moved } = (window as unknown as { shifts: { total: number; moved: Record<string, number> } }).shifts;
  const [most] = Object.entries(moved).toSorted(([, a], [, b]) => b - a);
  return { total, moved: most?.[0] ?? '' };
}

/** Holds an answer back until something else is drawn. */
interface Late {
  call: RegExp;
  /** The selector of the element that is drawn first. */
  after: string;
}

/** Loads an address in a context of its own: nothing is in a cache. Ends when the network is at rest and nothing is loading. */
export async function shiftOf(
  browser: Browser,
  options: BrowserContextOptions,
  address: string,
  late?: Late,
): Promise<Shift> {
  const context = await browser.newContext({ ...options, serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    await page.addInitScript(observeShifts);
    if (late)
      await handleRequests(page, late.call, async (route) => {
        await page.locator(late.after).first().waitFor();
        await route.continue();
      });
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', {
      latency: LATENCY_MS,
      downloadThroughput: -1,
      uploadThroughput: -1,
      offline: false,
    });
    await page.goto(address, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], [data-skeleton]'));
    return await page.evaluate(readShifts);
  } finally {
    await context.close();
  }
}

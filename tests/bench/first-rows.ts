// How soon the first rows of a large list are painted after their data has arrived, on a slow phone and on a slow desk.
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { makeFleet } from './fleet.ts';
import { dropFolder, makeFolder, startServer } from './server-process.ts';
import { addSession, openDesk, openPhone, SLOWER } from './phone.ts';
import { ROUNDS } from './phone-stage.ts';
import { median, type Figure } from './table.ts';

const GOAL = 150;
const SYSTEMS = 5000;
const devices = { phone: openPhone, table: openDesk };
/**
 * The round-trip time in ms. The page requests its rows before it is drawn. With the 150 ms of slow 4G the answer arrives while
 * the slow page draws everything else, and that time would count too.
 */
const FAR = { latency: 600, downloadThroughput: -1, uploadThroughput: -1, offline: false };

/** Before anything else in the page: `window.rowsPainted` has the time of the first row, and that of its frame. */
const OBSERVE_ROWS = `window.rowsPainted = new Promise((painted) => {
  new MutationObserver((_, observer) => {
    if (!document.querySelector('[data-position] a')) return;
    observer.disconnect();
    const made = performance.now();
    // The first frame draws them, the second proves that they were drawn.
    requestAnimationFrame(() => requestAnimationFrame(() => painted({ made, at: performance.now() })));
  }).observe(document, { subtree: true, childList: true });
})`;
/** From the last answer with systems before the rows until their frame. */
const READ_ROWS = `window.rowsPainted.then(({ made, at }) => at - Math.max(
  ...performance.getEntriesByType('resource')
    .filter(({ name, responseEnd }) => /\\/api\\/system\\?/.test(name) && responseEnd < made)
    .map(({ responseEnd }) => responseEnd)))`;

async function rowsIn(context: BrowserContext, address: string): Promise<number> {
  const page = context.pages()[0] ?? (await context.newPage());
  await page.addInitScript(OBSERVE_ROWS);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await cdp.send('Network.emulateNetworkConditions', FAR);
  await page.goto(address, { waitUntil: 'commit' });
  // Asked for past Playwright: the page would compile what that brings along, while it is timed.
  const { result } = await cdp.send('Runtime.evaluate', { expression: READ_ROWS, awaitPromise: true });
  if (!Number.isFinite(result.value)) throw new Error('no answer with systems came before the rows');
  return Number(result.value);
}

/** A first visit each time: no cached rows are there before the data. */
export async function firstRows(): Promise<Figure[]> {
  const folder = await makeFolder();
  const { cookies } = await makeFleet(folder, { organizations: SYSTEMS / 20, systems: SYSTEMS, backups: SYSTEMS });
  const server = await startServer(folder);
  try {
    const figures: Figure[] = [];
    for (const [device, open] of Object.entries(devices)) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const context = await open(join(folder, `${device} ${round}`));
        try {
          await addSession(context, server.origin, cookies);
          times.push(await rowsIn(context, `${server.origin}/admin/systems`));
        } finally {
          await context.close();
        }
      }
      figures.push({
        name: `first rows after data, ${SYSTEMS.toLocaleString('en')} systems, ${device}`,
        how: `median of ${ROUNDS}, quickest ${Math.min(...times).toFixed(0)} ms, processor x${SLOWER}`,
        value: median(times),
        unit: 'ms',
        goal: GOAL,
        sense: 'atMost',
      });
    }
    return figures;
  } finally {
    await server.stop();
    await dropFolder(folder);
  }
}

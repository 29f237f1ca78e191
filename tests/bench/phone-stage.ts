// A server with a fleet, and a slow phone or desk whose administrator is signed in.
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { makeFleet, type Fleet, type Sizes } from './fleet.ts';
import { dropFolder, makeFolder, startServer, type ServerProcess } from './server-process.ts';
import { addSession, openPhone, SLOWER } from './phone.ts';
import type { CdpSession } from './trace.ts';

/** Rounds of a measurement that loads many pages. BENCH_ROUNDS sets fewer, to see whether a measurement works. */
export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);

export interface PhoneStage {
  server: ServerProcess;
  fleet: Fleet;
  context: BrowserContext;
  page: Page;
  cdp: CdpSession;
}

/** Runs `work` on a new phone, or on what `open` opens. */
export async function onPhone<T>(sizes: Sizes, work: (stage: PhoneStage) => Promise<T>, open = openPhone): Promise<T> {
  const folder = await makeFolder();
  const fleet = await makeFleet(folder, sizes);
  const server = await startServer(folder);
  const context = await open(join(folder, 'profile'));
  try {
    await addSession(context, server.origin, fleet.cookies);
    const page = context.pages()[0] ?? (await context.newPage());
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    return await work({ server, fleet, context, page, cdp });
  } finally {
    await context.close();
    await server.stop();
    await dropFolder(folder);
  }
}

/** Waits until no part of the page stands for what has not loaded. */
export const loaded = async (page: Page): Promise<void> =>
  void (await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .skeleton, [data-skeleton]')));

// How long the app takes to its first painted data where it was used before and the server cannot be reached.
import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';
import { makeFleet } from './fleet.ts';
import { dropFolder, makeFolder, startServer, type ServerProcess } from './server-process.ts';
import { addSession, openPhone, SLOWER } from './phone.ts';
import { openPlainPage } from './plain-page.ts';
import { median, type Figure } from './table.ts';

const COLD_RUNS = 5;

/** The app was used once, the worker holds it; then the server is gone, and the app is started anew each time. */
async function coldStartOf(systems: number): Promise<number[]> {
  const folder = await makeFolder();
  const profile = join(folder, 'profile');
  const { cookies } = await makeFleet(folder, { organizations: Math.ceil(systems / 20), systems, backups: systems });
  const server = await startServer(folder);
  try {
    const first = await openPhone(profile);
    await addSession(first, server.origin, cookies);
    const page = first.pages()[0] ?? (await first.newPage());
    await page.goto(`${server.origin}/admin/systems`);
    await page
      .getByText(/ \d{5}$/)
      .first()
      .waitFor();
    await page.goto(`${server.origin}/`);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await wait(4000);
    await first.close();
    await server.stop();
    const times: number[] = [];
    for (let run = 0; run < COLD_RUNS; run += 1) times.push(await paintedIn(profile, server));
    return times;
  } finally {
    await server.stop();
    await dropFolder(folder);
  }
}

/** When the mark was set, milliseconds from the start of the page. */
const PAINTED = `new Promise((painted) =>
  new PerformanceObserver((list) => {
    const [mark] = list.getEntriesByName('data-painted');
    if (mark) painted(mark.startTime);
  }).observe({ type: 'mark', buffered: true }))`;

async function paintedIn(profile: string, { origin }: ServerProcess): Promise<number> {
  const page = await openPlainPage(profile);
  try {
    await page.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.send('Page.navigate', { url: `${origin}/` });
    const { result } = await page.send('Runtime.evaluate', { expression: PAINTED, awaitPromise: true });
    return Number(result.value);
  } finally {
    await page.close();
  }
}

export async function coldStart(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const count of [60, 5000]) {
    const times = await coldStartOf(count);
    const name = `cold start to painted data, ${count.toLocaleString('en')} systems`;
    const how = `median of ${COLD_RUNS}, quickest ${Math.min(...times).toFixed(0)} ms, processor x${SLOWER}, server down`;
    figures.push({ name, how, value: median(times), unit: 'ms', goal: 1000, sense: 'atMost' });
  }
  return figures;
}

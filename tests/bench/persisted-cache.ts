// How long the persisted cache takes to be restored before the first page, and to be saved: the app's code and the library's.
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { makeFleet } from './fleet.ts';
import { dropFolder, makeFolder, startServer, type ServerProcess } from './server-process.ts';
import type { CachedAnswer, PersistedCachePage, Variant } from './persisted-cache-page.ts';
import { openPhone, SLOWER } from './phone.ts';
import { median, type Figure } from './table.ts';

declare const persistedCachePage: PersistedCachePage;

const SIZES = [60, 5000];
const RUNS = 15;
const variants: readonly Variant[] = ['own', 'library'];
const ORIGIN = 'http://localhost:1';
/** The first page of each group of the list of systems, in the orders and filters that somebody looked at. */
const orders = [{ attention: 2 }, { attention: 1 }, { attention: 0 }, {}];

const listOf = (path: string, where: object, rest: Record<string, string>): string =>
  `/api/${path}?${new URLSearchParams({ where: JSON.stringify(where), ...rest }).toString()}`;
/** The cached queries after a day with the app: Watch, the alarms, and the list of systems in several orders. */
const addresses: readonly string[] = [
  '/api/auth/check-user',
  '/api/system/counts',
  '/api/backup/recent',
  listOf('alarm', { resolvedAt: null }, {}),
  listOf('alarm', { resolvedAt: { '!=': null } }, { sort: 'resolvedAt DESC', limit: '1' }),
  listOf('alarm', {}, { sort: 'since DESC', limit: '100' }),
  ...orders.map((where) => listOf('system', where, { limit: '60' })),
  listOf('schedule', {}, { limit: '60' }),
  listOf('retention', {}, { limit: '60' }),
];

async function answersOf({ origin }: ServerProcess, cookie: string): Promise<CachedAnswer[]> {
  const answers = addresses.map(async (address) => {
    const answer = await fetch(`${origin}${address}`, { headers: { cookie: `bw_session=${cookie}` } });
    const body: unknown = await answer.json();
    if (!answer.ok) throw new Error(`${address}: ${JSON.stringify(body)}`);
    const total = answer.headers.get('x-total-count');
    return { key: address, data: Array.isArray(body) ? { rows: body, total: Number(total) } : body };
  });
  return Promise.all(answers);
}

/** The script of the page, built as the app is. */
async function scriptOf(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: resolve(import.meta.dirname, 'persisted-cache-page.ts'), formats: ['es'] },
    },
  });
  const [bundle] = Array.isArray(built) ? built : [built];
  const chunk = bundle && 'output' in bundle ? bundle.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error('the script of the page was not built');
  return chunk.code;
}

async function measure(page: Page, answers: readonly CachedAnswer[]) {
  const cdp = await page.context().newCDPSession(page);
  const times = {
    own: { save: [] as number[], restore: [] as number[] },
    library: { save: [] as number[], restore: [] as number[] },
  };
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  for (let run = 0; run < RUNS * 2; run += 1) {
    // In turn, so that a noisy machine is noisy for both.
    const variant = variants[(run + Math.floor(run / 2)) % 2] ?? 'own';
    await page.reload();
    const save = await page.evaluate(([one, all]) => persistedCachePage.save(one, all), [variant, answers] as const);
    // A new document: nothing is compiled or cached from the save.
    await page.reload();
    const { ms, queries } = await page.evaluate((one) => persistedCachePage.restore(one), variant);
    if (queries < 3) throw new Error(`${variant}: ${queries} queries were restored`);
    times[variant].save.push(save);
    times[variant].restore.push(ms);
  }
  return times;
}

async function figuresOf(systems: number, script: string): Promise<Figure[]> {
  const folder = await makeFolder();
  const { cookies } = await makeFleet(folder, { organizations: Math.ceil(systems / 20), systems, backups: systems });
  const server = await startServer(folder);
  const context = await openPhone(join(folder, 'profile'));
  try {
    const answers = await answersOf(server, cookies.watchers[0] ?? '');
    const page = context.pages()[0] ?? (await context.newPage());
    await page.route(`${ORIGIN}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: `<!doctype html><script type="module">${script}</script>` }),
    );
    await page.goto(ORIGIN);
    const { own, library } = await measure(page, answers);
    const size = Math.round(JSON.stringify(answers).length / 1000);
    const figure = (what: 'restore' | 'save'): Figure => ({
      name: `${what} of the persisted cache, ${systems.toLocaleString('en')} systems`,
      how: `median of ${RUNS}, of ${size} kB, processor x${SLOWER}; at most the library's`,
      value: median(own[what]),
      unit: 'ms',
      goal: Number(median(library[what]).toFixed(1)),
      sense: 'atMost',
    });
    return [figure('restore'), figure('save')];
  } finally {
    await context.close();
    await server.stop();
    await dropFolder(folder);
  }
}

/** The app's restore and save of the cache, against those of `@tanstack/query-persist-client-core`. */
export async function persistedCache(): Promise<Figure[]> {
  const script = await scriptOf();
  const figures: Figure[] = [];
  for (const systems of SIZES) figures.push(...(await figuresOf(systems, script)));
  return figures;
}

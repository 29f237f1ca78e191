// What a phone feels: the cold start without a server, and how soon a report changes an open page.
import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { Browser } from '../wire.ts';
import { makeFleet } from './fleet.ts';
import { dropFolder, made, makeFolder, signIn, startHouse, type House } from './house.ts';
import { median, type Figure } from './table.ts';

const COLD_RUNS = 5;
const LIVE_RUNS = 25;
const SLOWER = 4;
const admin = { email: 'alice@example.com', password: 'correct-horse-battery' };

async function openPhone(profile: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
}

async function signInAt(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/auth/login`);
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/'));
}

async function fill(origin: string, count: number): Promise<{ system: string; key: string }> {
  const alice = await signIn(origin);
  const organization = await made(alice, '/organization', { name: 'Acme', timeZone: 'UTC' });
  const schedule = await made(alice, '/schedule', { name: 'Nightly', alarmAfter: 2 });
  let system = '';
  for (let from = 0; from < count; from += 50) {
    const wave = Array.from({ length: Math.min(50, count - from) }, (_, index) => `bench-${from + index}`);
    const ids = await Promise.all(wave.map((name) => made(alice, '/system', { name, organization, schedule })));
    system = ids[0] ?? '';
  }
  const key = String((await alice.ask('GET', `/api/system/${system}/get-client-key`)).body.key);
  return { system, key };
}

/** The app was used once, the worker holds it; then the server is gone, and the app is started anew each time. */
async function coldStartOf(systems: number): Promise<number[]> {
  const folder = await makeFolder();
  const profile = join(folder, 'profile');
  const { cookies } = await makeFleet(folder, { organizations: Math.ceil(systems / 20), systems, backups: systems });
  const house = await startHouse(folder);
  try {
    const first = await openPhone(profile);
    const expires = Math.floor(Date.now() / 1000) + 86_400;
    await first.addCookies([
      { name: 'bw_session', value: cookies.watchers[0] ?? '', url: house.origin, httpOnly: true, expires },
    ]);
    const page = first.pages()[0] ?? (await first.newPage());
    await page.goto(`${house.origin}/admin/systems`);
    await page
      .getByText(/ \d{5}$/)
      .first()
      .waitFor();
    await page.goto(`${house.origin}/`);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await wait(4000);
    await first.close();
    await house.stop();
    const times: number[] = [];
    for (let run = 0; run < COLD_RUNS; run += 1) times.push(await paintedIn(profile, house));
    return times;
  } finally {
    await house.stop();
    await dropFolder(folder);
  }
}

/** When the mark was set, milliseconds from the start of the page. */
const PAINTED = `new Promise((painted) =>
  new PerformanceObserver((list) => {
    const [mark] = list.getEntriesByName('data-painted');
    if (mark) painted(mark.startTime);
  }).observe({ type: 'mark', buffered: true }))`;

async function paintedIn(profile: string, { origin }: House): Promise<number> {
  const context = await openPhone(profile);
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.goto(`${origin}/`, { waitUntil: 'commit' });
    // Asked for past Playwright: the page would compile what that brings along, while it is timed.
    const { result } = await cdp.send('Runtime.evaluate', { expression: PAINTED, awaitPromise: true });
    return Number(result.value);
  } finally {
    await context.close();
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

/** In the page: the clock's time of the next change of what it says. */
const nextChange = (): Promise<number> =>
  new Promise((changed) => {
    const seen = new MutationObserver(() => {
      seen.disconnect();
      changed(performance.timeOrigin + performance.now());
    });
    seen.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });

export async function liveChange(): Promise<Figure[]> {
  const folder = await makeFolder();
  const house = await startHouse(folder);
  const context = await openPhone(join(folder, 'profile'));
  try {
    const { system, key } = await fill(house.origin, 60);
    const page = context.pages()[0] ?? (await context.newPage());
    await signInAt(page, house.origin);
    await page.goto(`${house.origin}/admin/alarms`);
    await page.getByText('Live', { exact: true }).filter({ visible: true }).first().waitFor();
    const rosie = new Browser(house.origin, { authorization: `Bearer ${key}`, 'x-client-instance': key });
    const times: number[] = [];
    for (let run = 0; run < LIVE_RUNS; run += 1) {
      // Until what follows a report by itself, as the list of what came in lately, is over.
      await wait(1500);
      const changed = page.evaluate(nextChange);
      await wait(50);
      const sent = performance.timeOrigin + performance.now();
      const event = run % 2 === 0 ? 'failed' : 'success';
      await rosie.ask('POST', '/api/client/report', {
        system,
        event,
        at: new Date().toISOString(),
        text: `run ${run}`,
      });
      times.push((await changed) - sent);
    }
    const how = `median of ${LIVE_RUNS}, from sending the report to the change of the page`;
    return [
      { name: 'report to change on an open page', how, value: median(times), unit: 'ms', goal: 25, sense: 'atMost' },
    ];
  } finally {
    await context.close();
    await house.stop();
    await dropFolder(folder);
  }
}

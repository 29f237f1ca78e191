// `npm run pictures -- <folder>` takes a picture of every screen at six widths, by night and by day, over the
// demonstration fleet at a fixed time; ONLY=watch,alarms and WIDTHS=390,1024 take a part.
// `npm run pictures -- --compare <before> <after>` lists the share of changed pixels.
// `npm run pictures -- --screenshots` takes those of the README and of the manifest anew.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { chromium, devices, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { startDemo } from '#server/demo/demo.ts';
import { unsubscribeToken } from '#server/entities/alarm/unsubscribe.ts';
import { anyTables } from '#server/db/engine.ts';
import { chrome } from '../browsers.ts';
import { quiet, signIn } from '../e2e/demo-stage.ts';
import { Clock, makeGround } from '#tests/test-database.ts';
import { startServer, type Running } from '../world.ts';
import { allTables } from '#tests/all-tables.ts';

const NOW = '2026-11-20T03:12:00.000Z';
const place = { locale: 'en-GB', timezoneId: 'Europe/Berlin' };
// 844 is a phone on its side.
const sizes = { 390: 844, 820: 1180, 844: 390, 1024: 768, 1440: 900, 1920: 1080 };
const colors = { night: 'dark', day: 'light' } as const;

/** Name and address of every screen; those of `auth/` are visited without a session. */
async function screensOf({ server }: Running): Promise<Record<string, string>> {
  const { jobContext } = server;
  const find = (noun: string, column: string) =>
    jobContext.read((unit) =>
      anyTables(allTables(unit)).selectFrom(noun).select('id').orderBy(column).executeTakeFirst(),
    );
  const alarmed = await jobContext.read((unit) =>
    allTables(unit).selectFrom('system').select('id').where('alarmed', '=', 1).orderBy('name').executeTakeFirst(),
  );
  const [user, schedule] = [await find('user', 'id'), await find('schedule', 'name')];
  const retention = await jobContext.read((unit) =>
    allTables(unit).selectFrom('retention').select('id').where('name', '=', 'Standard').executeTakeFirst(),
  );
  const system = String(alarmed?.['id']);
  const token = unsubscribeToken(jobContext.services.secrets.sign, {
    user: String(user?.['id']),
    organizations: [],
    at: jobContext.services.now(),
  });
  return {
    watch: '/',
    alarms: '/admin/alarms',
    'alarms-mine': '/admin/alarms?view=mine',
    'alarms-all': '/admin/alarms?view=all',
    systems: '/admin/systems',
    system: `/admin/system?id=${system}`,
    backups: `/admin/system/backups?id=${system}`,
    more: '/more',
    account: '/user/account',
    'turn-on-alarms': '/user/alarms',
    'not-found': '/nothing/here',
    unsubscribe: `/unsubscribe?token=${token}`,
    schedules: '/admin/schedules',
    'schedule-settings': `/admin/schedule/settings?id=${String(schedule?.['id'])}`,
    retentions: '/admin/retentions',
    'retention-settings': `/admin/retention/settings?id=${String(retention?.['id'])}`,
    'retention-new': '/admin/retention/settings',
    'auth/login': '/auth/login',
    'auth/forgot-password': '/auth/forgot-password',
    'auth/recover-password': '/auth/recover-password?token=none',
    'auth/confirm-email': '/auth/confirm-email?token=none',
    'auth/callback': '/auth/oauthCallback',
    'auth/set-up': '/auth/set-up?token=any',
  };
}

async function open(browser: Browser, running: Running, width: number, more = {}): Promise<[BrowserContext, Page]> {
  const height = sizes[width as keyof typeof sizes];
  const options = { viewport: { width, height }, baseURL: running.origin, ...place, ...quiet, ...more };
  const context = await browser.newContext(options);
  await context.clock.setFixedTime(new Date(NOW));
  return [context, await context.newPage()];
}

async function settle(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .skeleton, [data-skeleton]'));
}

async function shoot(page: Page, path: string, file: string): Promise<void> {
  await settle(page, path);
  for (const [name, colorScheme] of Object.entries(colors)) {
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(150);
    await page.screenshot({ path: `${file}-${name}.jpeg`, type: 'jpeg', quality: 60 });
  }
}

/** The demonstration fleet at the fixed time, with the session of its first administrator. */
async function withDemo(
  use: (
    browser: Browser,
    running: Running,
    storageState: Awaited<ReturnType<BrowserContext['storageState']>>,
  ) => Promise<void>,
): Promise<void> {
  const ground = await makeGround('sqlite');
  const clock = new Clock(NOW);
  const running = await startServer(ground, { clock, appFolder: resolve(import.meta.dirname, '../../dist/app') });
  await startDemo(running.server.jobContext);
  const browser = await chromium.launch(chrome);
  try {
    const [context, page] = await open(browser, running, 390);
    await signIn(page, running);
    const storageState = await context.storageState();
    await context.close();
    await use(browser, running, storageState);
  } finally {
    await browser.close();
    await running.close();
    await ground.gone();
  }
}

const takeAll = (folder: string): Promise<void> =>
  withDemo(async (browser, running, storageState) => {
    const only = process.env.ONLY?.split(',');
    const widths = process.env.WIDTHS?.split(',') ?? Object.keys(sizes);
    for (const width of widths.map(Number)) {
      for (const [name, path] of Object.entries(await screensOf(running))) {
        if (only && !only.includes(name)) continue;
        const [own, screen] = await open(browser, running, width, name.startsWith('auth/') ? {} : { storageState });
        await mkdir(join(folder, String(width)), { recursive: true });
        await shoot(screen, path, join(folder, String(width), name.replace('/', '-')));
        await own.close();
      }
    }
  });

const phone = { deviceScaleFactor: 2, isMobile: true, hasTouch: true, userAgent: devices['Pixel 7'].userAgent };

/** The pictures of the README and the manifest. A phone has twice the pixels. */
const screenshots = [
  { name: 'watch-phone', system: null, width: 390, more: { ...phone, colorScheme: 'dark' } },
  { name: 'system-phone', system: 'File server', width: 390, more: { ...phone, colorScheme: 'light' } },
  { name: 'system-desk', system: 'File server', width: 1440, more: { colorScheme: 'dark' } },
] as const;

/** As wide as the fonts of phones, which the machine that takes the pictures may lack. */
const FONT = ':root { --sans: "Liberation Sans", Arial, system-ui, sans-serif !important }';

const takeScreenshots = (folder: string): Promise<void> =>
  withDemo(async (browser, running, storageState) => {
    await mkdir(folder, { recursive: true });
    const idOf = (name: string) =>
      running.server.jobContext.read((unit) =>
        allTables(unit).selectFrom('system').select('id').where('name', '=', name).executeTakeFirstOrThrow(),
      );
    for (const { name, system, width, more } of screenshots) {
      const [own, page] = await open(browser, running, width, { ...more, storageState });
      await settle(page, system === null ? '/' : `/admin/system?id=${(await idOf(system)).id}`);
      await page.addStyleTag({ content: FONT });
      await page.locator('[data-live][data-state="enrolled"]:visible').first().waitFor();
      await page.waitForTimeout(300);
      await page.screenshot({ path: join(folder, `${name}.png`) });
      await own.close();
    }
  });

/** In the page: the share of pixels whose colour differs by more than the noise of the compression. */
async function shareOfChange([before, after]: [string, string]): Promise<number> {
  const pixels = async (base64: string) => {
    const image = await createImageBitmap(await (await fetch(`data:image/jpeg;base64,${base64}`)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height).data;
  };
  const [a, b] = [await pixels(before), await pixels(after)];
  if (a.length !== b.length) return 1;
  let changed = 0;
  for (let at = 0; at < a.length; at += 4) {
    const far = [0, 1, 2].some((channel) => Math.abs((a[at + channel] ?? 0) - (b[at + channel] ?? 0)) > 24);
    if (far) changed += 1;
  }
  return changed / (a.length / 4);
}

async function compare(before: string, after: string): Promise<void> {
  const browser = await chromium.launch(chrome);
  const page = await browser.newPage();
  // The transpiler names functions with a helper that the page lacks.
  await page.addInitScript('globalThis.__name = (named) => named');
  await page.goto('about:blank');
  for (const width of await readdir(before)) {
    for (const file of (await readdir(join(before, width))).toSorted()) {
      const both = [before, after].map((folder) => readFile(join(folder, width, file), 'base64').catch(() => ''));
      const [old, fresh] = (await Promise.all(both)) as [string, string];
      const share = fresh === '' ? NaN : await page.evaluate(shareOfChange, [old, fresh] as [string, string]);
      console.log(`${(share * 100).toFixed(2).padStart(7)} %  ${width}/${file}`);
    }
  }
  await browser.close();
}

const [first, ...rest] = process.argv.slice(2);
if (first === '--compare' && rest[0] && rest[1]) await compare(rest[0], rest[1]);
else if (first === '--screenshots') await takeScreenshots(resolve(import.meta.dirname, '../../public/screenshots'));
else if (first) await takeAll(first);
else {
  await writeFile('/dev/stderr', 'Name a folder, --screenshots, or --compare <before> <after>.\n');
  process.exitCode = 2;
}

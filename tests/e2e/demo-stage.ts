// The demonstration fleet on a server of its own, a browser, and what a browser keeps of the first administrator's sign-in.
import { resolve } from 'node:path';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { startDemo } from '#server/demo/demo.ts';
import { passwordOf } from '#server/demo/seed.ts';
import { people } from '#server/demo/plan.ts';
import { Clock, makeGround, type Ground } from '#tests/test-database.ts';
import { headlessShell } from '../browsers.ts';
import { submitLogin } from './login-form.ts';
import { startServer, type Running } from '../world.ts';

/** Nothing moves, and nothing is served by a worker. */
export const quiet = { reducedMotion: 'reduce', serviceWorkers: 'block' } as const;

export interface DemoStage {
  ground: Ground;
  running: Running;
  browser: Browser;
  signedIn: Awaited<ReturnType<BrowserContext['storageState']>>;
  end(): Promise<void>;
}

const nobodyLooks = (_login: Page): Promise<void> => Promise.resolve();

/** Signs the first administrator in; `seen` is called with the page of the login before. */
export async function signIn(page: Page, { server }: Running, seen = nobodyLooks): Promise<void> {
  await page.goto('/auth/login');
  await page.getByLabel('Email').waitFor();
  await seen(page);
  const [{ email }] = people as unknown as [{ email: string }];
  await submitLogin(page, email, passwordOf(server.jobContext, email));
}

const BUILT = resolve(import.meta.dirname, '../../dist/app');

/**
 * @param seen called with the page of the login, before somebody signs in there
 * @param appFolder of the English pages; those of other languages are beside it
 */
export async function openDemo(seen = nobodyLooks, appFolder = BUILT): Promise<DemoStage> {
  const ground = await makeGround('sqlite');
  const clock = new Clock(new Date().toISOString());
  clock.run();
  const running = await startServer(ground, { clock, appFolder });
  await startDemo(running.server.jobContext);
  const browser = await chromium.launch(headlessShell);
  const context = await browser.newContext({ baseURL: running.origin, ...quiet });
  await signIn(await context.newPage(), running, seen);
  const signedIn = await context.storageState();
  await context.close();
  return {
    ground,
    running,
    browser,
    signedIn,
    async end() {
      await browser.close();
      await running.close();
      await ground.gone();
    },
  };
}

/** A new page of the administrator, at `path` if one is given. */
export async function openPage(
  { browser, signedIn, running }: DemoStage,
  look: BrowserContextOptions,
  path?: string,
): Promise<Page> {
  const context = await browser.newContext({ ...quiet, ...look, storageState: signedIn, baseURL: running.origin });
  const page = await context.newPage();
  if (path !== undefined) await page.goto(path);
  return page;
}

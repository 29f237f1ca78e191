// The stage of the end-to-end tests: a real server over real files, the built app, a push service, and phones to hold.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makeWebPush } from '#server/ports/push-web.ts';
import { keysIn } from '#server/keys.ts';
import { chromium, type Browser, type Locator, type Page } from 'playwright-core';
import { type chrome, headlessShell } from '../browsers.ts';
import { castOf, type Cast } from '../cast.ts';
import { Clock, makeGround, MINUTE } from '#tests/test-database.ts';
import { startPushService, type PushService } from '../push-service.ts';
import { startServer, type Running, type WorldOptions } from '../world.ts';
import { phone, type Look } from './hands.ts';
import { signInAs } from './login-form.ts';

export { PASSWORD } from '../cast.ts';

const root = resolve(import.meta.dirname, '../..');

/** Runs like real time, ahead of it by the offset of the test. */
class RunningClock extends Clock {
  #ahead = 0;

  constructor() {
    super(new Date().toISOString());
  }

  override readonly now = (): string => new Date(Date.now() + this.#ahead).toISOString();

  override in(ms: number): string {
    return new Date(Date.now() + this.#ahead + ms).toISOString();
  }

  override advance(ms: number): void {
    this.#ahead += ms;
  }
}

export interface Stage extends Omit<Running, 'close'>, Cast {
  pushService: PushService;
  browser: Browser;
  folder: string;
  /** A client process that backs up files below `folder`. */
  client(key: string): ChildProcess;
  /** Writes a file as it was written ten minutes ago, so that the client takes it for finished. */
  put(path: string, content: string): Promise<void>;
  /** Ends the server; nobody listens any more. */
  down(): Promise<void>;
  /** Starts it again where it was. */
  up(): Promise<void>;
  /** Ends everything; with a name, keeps pictures of what stood on the screens in test-results/. */
  close(failed: string | null): Promise<void>;
}

export const BUILT = join(root, 'dist/app');

/** Sets everything up; the app must have been built. `more` goes to its server; notifications need `chrome`. */
export async function setStage(
  appFolder = BUILT,
  more: WorldOptions = {},
  inBrowser: typeof chrome = headlessShell,
): Promise<Stage> {
  const ground = await makeGround('sqlite');
  const pushService = await startPushService();
  const { vapidPublic, vapidPrivate } = keysIn(ground.folder);
  const push = makeWebPush({
    vapid: { publicKey: vapidPublic, privateKey: vapidPrivate, subject: 'mailto:watch@acme.example' },
    clock: Date.now,
    allow: [pushService.host],
    agentOptions: { ca: pushService.ca },
  });
  const clock = new RunningClock();
  const options = { clock, push, pushHosts: [pushService.host], appFolder, ...more };
  let running = await startServer(ground, options);
  const port = Number(new URL(running.origin).port);
  const cast = await castOf(running);
  const browser = await chromium.launch(inBrowser);
  const files = join(ground.folder, 'files');
  const children: ChildProcess[] = [];
  const stage: Stage = {
    ...running,
    ...cast,
    pushService,
    browser,
    folder: files,
    client(key) {
      const args = ['--server', running.origin, '--key', key, '--root', files, '--state', join(ground.folder, 'state')];
      const child = spawn(process.execPath, [join(root, 'dist/agent/main.js'), ...args, '--scan-every', '1'], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      children.push(child);
      return child;
    },
    put: (path, content) => writeOld(join(files, path), content),
    down: () => running.close(),
    async up() {
      running = await startServer(ground, { ...options, port });
      const { close: _ends, ...rest } = running;
      Object.assign(stage, rest);
    },
    async close(failed) {
      if (failed !== null) await keepPictures(browser, failed);
      for (const child of children) child.kill('SIGKILL');
      await browser.close();
      cast.leave();
      await running.close();
      push.close();
      await pushService.close();
      await ground.gone();
    },
  };
  return stage;
}

async function keepPictures(browser: Browser, name: string): Promise<void> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  for (const [index, page] of pages.entries())
    await page.screenshot({ path: join(root, `test-results/${name}-${index}.png`) }).catch(() => undefined);
}

async function writeOld(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  const at = new Date(Date.now() - 10 * MINUTE);
  await utimes(path, at, at);
}

/** A system with one fileset, and the key of its client. */
export async function makeWatched(stage: Stage, name: string): Promise<{ id: string; key: string }> {
  const made = async (path: string, body: unknown) => {
    const answer = await stage.alice.ask('POST', path, body);
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return String(answer.body.id);
  };
  const { organization } = stage.acme;
  const id = await made('/system', { name, organization, schedule: stage.schedule });
  await made('/fileset', { system: id, glob: '*.zip', description: 'Books' });
  const key = String((await stage.alice.ask('GET', `/system/${id}/get-client-key`)).body.key);
  return { id, key };
}

/** True if an element lies between the two sides of another one. */
export async function isInSight(element: Locator, around: Locator): Promise<boolean> {
  const [own, outer] = await Promise.all([element.boundingBox(), around.boundingBox()]);
  return own !== null && outer !== null && own.x >= outer.x && own.x + own.width <= outer.x + outer.width;
}

/** A browser of its own, signed in, that is at the address `start`; by default a phone. */
export async function openAs(
  { browser, origin }: Stage,
  email: string,
  start: string,
  look: Look = phone,
): Promise<Page> {
  const options = { ...look, baseURL: origin, reducedMotion: 'reduce', serviceWorkers: 'block' } as const;
  const context = await browser.newContext({ ...options, permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await signInAs(page, email);
  await page.goto(start);
  return page;
}

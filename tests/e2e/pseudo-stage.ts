// The demonstration fleet with the pages of the pseudo-locale, in both directions, and the data that a page was answered with.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { anyTables } from '#server/db/engine.ts';
import { openDemo, quiet, type DemoStage } from './demo-stage.ts';
import { type Direction, markFormats, PAGES } from './pseudo-text.ts';
import { allTables } from '#tests/all-tables.ts';

const root = resolve(import.meta.dirname, '../..');

async function buildPages(folder: string): Promise<void> {
  // A test run's environment would switch the app's plugins off and build React for development.
  const env = { ...process.env, VITEST: undefined, NODE_ENV: 'production' };
  const script = join(import.meta.dirname, 'pseudo-build.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, folder], { cwd: root, env, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error('The pages of the pseudo-locale were not built, see above.');
}

/** English pages are beside them: somebody signs in there. */
export async function openPseudo(): Promise<DemoStage> {
  const folder = await mkdtemp(join(tmpdir(), 'backwatch-pseudo-'));
  await symlink(join(root, 'dist/app'), join(folder, 'app'), 'junction');
  for (const language of Object.values(PAGES)) await mkdir(join(folder, 'languages', language), { recursive: true });
  const [stage] = await Promise.all([openDemo(undefined, join(folder, 'app')), buildPages(join(folder, 'languages'))]);
  return {
    ...stage,
    async end() {
      await stage.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Every text in the database. */
export const textsIn = (stage: DemoStage): Promise<Set<string>> =>
  stage.running.server.jobContext.read(async (unit) => {
    const db = allTables(unit);
    const texts = new Set<string>();
    for (const { name } of await db.introspection.getTables())
      for (const row of await anyTables(db).selectFrom(name).selectAll().execute()) collect(row, texts);
    return texts;
  });

export interface Reader {
  page: Page;
  /** Every text of the database, and of the answers of the server so far. */
  data(): Promise<ReadonlySet<string>>;
}

/** A page in the direction, with or without the session of the first administrator. */
export async function openReader(
  stage: DemoStage,
  direction: Direction,
  isSignedIn: boolean,
  stored: ReadonlySet<string>,
): Promise<Reader> {
  const context = await stage.browser.newContext({
    baseURL: stage.running.origin,
    ...quiet,
    extraHTTPHeaders: { 'accept-language': PAGES[direction] },
    ...(isSignedIn && { storageState: stage.signedIn }),
  });
  await context.addInitScript(markFormats);
  const page = await context.newPage();
  const texts = new Set(stored);
  const read: Promise<void>[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/api/'))
      read.push(
        response.json().then(
          (value: unknown) => collect(value, texts),
          () => undefined,
        ),
      );
  });
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const text = String(payload);
      const from = text.search(/[[{]/);
      if (from >= 0 && /[\]}]$/.test(text)) collect(JSON.parse(text.slice(from)), texts);
    }),
  );
  return {
    page,
    async data() {
      await Promise.all(read.splice(0));
      return texts;
    },
  };
}

function collect(value: unknown, texts: Set<string>): void {
  if (typeof value === 'string' && /^[[{]/.test(value)) {
    texts.add(value);
    for (const [, text = ''] of value.matchAll(/"((?:[^"\\]|\\.)*)"/g)) texts.add(text);
  } else if (typeof value === 'string') texts.add(value);
  else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) collect(one, texts);
}

// The server as people run it: what was built, as a process of its own, that a test may end as it likes. The scripts of
// package.json too, in a copy of the checkout.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PASSWORD } from './cast.ts';
import { Browser } from './test-clients.ts';

const top = resolve(import.meta.dirname, '..');
/** A copy of what was built, within reach of the packages: a build that runs meanwhile takes dist/ away for a moment. */
const copy = join(top, `.cache/program-${process.pid}`);
const account = { email: 'alice@example.com', password: PASSWORD };

export const SERVER = join(copy, 'server/main.js');

function build(folder: string, wanted: string): void {
  runTool(folder, `import { buildApart, staleParts } from './src/tools/build.mjs'; buildApart(staleParts(${wanted}));`);
}

function runTool(folder: string, code: string): void {
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
}

/** Before all tests of a file that starts the program; `dropProgram` after them. */
export function buildProgram(): void {
  build(top, "['server']");
  cpSync(join(top, 'dist/server'), join(copy, 'server'), { recursive: true });
}

export const CLIENT = join(copy, 'agent/main.js');

/** The client too, where a test starts it as people do. */
export function buildClient(): void {
  build(top, "['agent']");
  cpSync(join(top, 'dist/agent'), join(copy, 'agent'), { recursive: true });
}

export const dropProgram = (): void => rmSync(copy, { recursive: true, force: true });

const NOT_COPIED = ['.git', '.cache', 'data', 'dist', 'docs', 'node_modules', 'tests', 'test-results'];

/** A copy of the checkout in which all is built: its scripts may build there, and its sources be written to. */
export function copyCheckout(): string {
  const made = mkdtempSync(join(tmpdir(), 'backwatch-checkout-'));
  // A script of the copy that installs packages would empty the folder behind the link.
  runTool(top, "import { ensurePackages } from './src/tools/build.mjs'; ensurePackages();");
  for (const name of readdirSync(top).filter((one) => !NOT_COPIED.includes(one)))
    cpSync(join(top, name), join(made, name), { recursive: true });
  symlinkSync(join(top, 'node_modules'), join(made, 'node_modules'), 'dir');
  try {
    cpSync(join(top, 'dist'), join(made, 'dist'), { recursive: true });
  } catch {
    // Another build took away what was just being copied: here it is missing, and built below.
  }
  build(made, '');
  return made;
}

export interface Way {
  /** The program and its words. */
  command: readonly string[];
  cwd: string;
  /** With a group of processes of its own, in which whatever it starts can be found. */
  grouped: boolean;
}

/** How `npm run` runs a script of package.json in a copy of the checkout. */
export function scriptOf(checkout: string, name: string): Way {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [program, ...words] = scripts[name]?.split(' ') ?? [];
  if (program !== 'node') throw new Error(`${name} is no script of Node's.`);
  return { command: [process.execPath, ...words], cwd: checkout, grouped: true };
}

export class Program {
  origin = '';
  /** The output of this run, of both streams. */
  output = '';
  #process: ChildProcess | null = null;
  /** Of the newest run, where it has one. */
  #group: number | null = null;
  readonly #environment: Record<string, string>;
  readonly #way: Way;

  constructor(
    { folder, databaseUrl = null }: { folder: string; databaseUrl?: string | null },
    more = {},
    way: Partial<Way> = {},
  ) {
    this.#way = { command: [process.execPath, SERVER], cwd: top, grouped: false, ...way };
    this.#environment = {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      BACKWATCH_DATA: folder,
      ADMIN_EMAIL: account.email,
      ADMIN_PASSWORD: account.password,
      LOG_LEVEL: 'error',
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      ...more,
    };
  }

  /** Resolves when it listens; rejects with its output when it ended instead. */
  async start(): Promise<void> {
    const { command, cwd, grouped } = this.#way;
    const [file = '', ...words] = command;
    const started = spawn(file, words, {
      cwd,
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: grouped,
    });
    this.#process = started;
    this.#group = grouped ? (started.pid ?? null) : null;
    this.output = '';
    started.stderr.on('data', (chunk) => (this.output += String(chunk)));
    this.origin = await new Promise<string>((listening, failed) => {
      started.on('error', failed);
      started.stdout.on('data', (chunk) => {
        this.output += String(chunk);
        const [, address] = /listens on (\S+)/.exec(this.output) ?? [];
        if (address) listening(address);
      });
      started.on('close', (code) => failed(new Error(`the server ended (${code}): ${this.output}`)));
    });
  }

  /** Resolves when it is gone, with the code that it ended with; null where the signal ended it, or it does not run. */
  end(signal: NodeJS.Signals): Promise<number | null> {
    const victim = this.#process;
    if (!victim || victim.exitCode !== null || victim.signalCode !== null) return Promise.resolve(null);
    return new Promise((gone) => {
      victim.on('close', (code) => gone(code));
      victim.kill(signal);
    });
  }

  /** Whether anything that it started still runs. */
  lingers(): boolean {
    return this.#toGroup(0);
  }

  /** Ends it, and whatever it started, without a word. */
  async kill(): Promise<void> {
    this.#toGroup('SIGKILL');
    await this.end('SIGKILL');
  }

  #toGroup(signal: NodeJS.Signals | 0): boolean {
    try {
      return this.#group !== null && process.kill(-this.#group, signal);
    } catch {
      return false;
    }
  }
}

/** The programs and the folders of one test, which end with it. */
export class Stage {
  readonly #ends: (() => unknown)[] = [];

  folder(): string {
    const made = mkdtempSync(join(tmpdir(), 'backwatch-program-'));
    this.leave(() => rmSync(made, { recursive: true, force: true }));
    return made;
  }

  program(folder: string, more: Record<string, string> = {}, way: Partial<Way> = {}): Program {
    const program = new Program({ folder }, more, way);
    this.leave(() => program.kill());
    return program;
  }

  leave(end: () => unknown): void {
    this.#ends.push(end);
  }

  async clear(): Promise<void> {
    for (const end of this.#ends.splice(0).toReversed()) await end();
  }
}

/** A browser in which somebody signed in: the first administrator, where nobody else is named. */
export async function signedIn({ origin }: Program, who: { email: string; password: string } = account) {
  const browser = new Browser(origin);
  await browser.ask('GET', '/api/auth/check-user');
  const { status, body } = await browser.ask('POST', '/api/auth/login', { email: who.email, password: who.password });
  if (status !== 200) throw new Error(`${who.email}: ${JSON.stringify(body)}`);
  return browser;
}

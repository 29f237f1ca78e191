// The server as people run it: what was built, as a process of its own, that a test may end as it likes.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PASSWORD } from './cast.ts';

const top = resolve(import.meta.dirname, '..');
/** A copy of what was built, within reach of the packages: a build that runs meanwhile takes dist/ away for a moment. */
const copy = join(top, `.cache/program-${process.pid}`);
const BUILD = `import { buildApart, staleParts } from './src/tools/build.mjs'; buildApart(staleParts(['server']));`;

/** Before all tests of a file that starts the program; `dropProgram` after them. */
export function buildProgram(): void {
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', BUILD], {
    cwd: top,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  cpSync(join(top, 'dist/server'), join(copy, 'server'), { recursive: true });
}

export const dropProgram = (): void => rmSync(copy, { recursive: true, force: true });

export class Program {
  origin = '';
  /** What this run of it printed, to both ends. */
  said = '';
  #process: ChildProcess | null = null;
  readonly #environment: Record<string, string>;

  constructor({ folder, databaseUrl }: { folder: string; databaseUrl: string | null }, more = {}) {
    this.#environment = {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      BACKWATCH_DATA: folder,
      ADMIN_EMAIL: 'alice@example.com',
      ADMIN_PASSWORD: PASSWORD,
      LOG_LEVEL: 'error',
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      ...more,
    };
  }

  /** Resolves when it listens; rejects with what it said when it ended instead. */
  async start(): Promise<void> {
    const started = spawn(process.execPath, [join(copy, 'server/main.js')], {
      cwd: top,
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = started;
    this.said = '';
    started.stderr.on('data', (chunk) => (this.said += String(chunk)));
    this.origin = await new Promise<string>((listening, failed) => {
      started.stdout.on('data', (chunk) => {
        this.said += String(chunk);
        const [, address] = /listens on (\S+)/.exec(this.said) ?? [];
        if (address) listening(address);
      });
      started.on('close', (code) => failed(new Error(`the server ended (${code}): ${this.said}`)));
    });
  }

  /** Resolves when it is gone, with the code that it ended with; null where the signal ended it, or it does not run. */
  end(signal: NodeJS.Signals): Promise<number | null> {
    const victim = this.#process;
    this.#process = null;
    if (!victim || victim.exitCode !== null || victim.signalCode !== null) return Promise.resolve(null);
    return new Promise((gone) => {
      victim.removeAllListeners('close');
      victim.on('close', (code) => gone(code));
      victim.kill(signal);
    });
  }
}

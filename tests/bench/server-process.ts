// A server as its users run it: the built one, in a process of its own, on a real disk.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Browser } from '#tests/test-clients.ts';

/** BENCH_DIST names the `dist` folder of another checkout, to measure that instead of this one. */
export const dist = resolve(import.meta.dirname, '../..', process.env.BENCH_DIST ?? 'dist');
const main = join(dist, 'server/main.js');
const admin = { email: 'alice@example.com', password: 'correct-horse-battery' };

/** Clock ticks of /proc are of this many milliseconds on every Linux. */
const TICK_MS = 10;

export interface ServerProcess {
  origin: string;
  folder: string;
  child: ChildProcess;
  /** From the start of the process to its address, milliseconds. */
  startedInMs: number;
  /** Resident memory of the process, megabytes of 10^6 bytes. */
  residentMb(): Promise<number>;
  /** The most that it ever was. */
  peakMb(): Promise<number>;
  /** Processor time that the process took so far, milliseconds, exact to ten. */
  cpuMs(): Promise<number>;
  /** Ends the process, keeps its folder. */
  stop(): Promise<void>;
}

export const makeFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'backwatch-bench-'));
export const dropFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

/** Starts the server on that folder; an empty one gets an administrator, or the demonstration fleet. */
export async function startServer(folder: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const begun = performance.now();
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      PORT: '0',
      BACKWATCH_DATA: folder,
      LOG_LEVEL: 'error',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const gone = new Promise<void>((ended) => child.once('exit', () => ended()));
  const origin = await new Promise<string>((listening, failed) => {
    child.once('message', (message: { address: string }) => listening(message.address));
    child.once('exit', () => failed(new Error('the server ended before it listened')));
  });
  const memory = async (line: RegExp) =>
    (Number(line.exec(await readFile(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) * 1024) / 1e6;
  return {
    origin,
    folder,
    child,
    startedInMs: performance.now() - begun,
    residentMb: () => memory(/VmRSS:\s+(\d+)/),
    peakMb: () => memory(/VmHWM:\s+(\d+)/),
    async cpuMs() {
      const fields = (await readFile(`/proc/${child.pid}/stat`, 'utf8')).replace(/^.*\) /s, '').split(' ');
      return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
    },
    async stop() {
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** The administrator's browser, signed in. */
export async function signIn(origin: string): Promise<Browser> {
  const browser = new Browser(origin);
  await browser.ask('GET', '/api/auth/check-user');
  const answer = await browser.ask('POST', '/api/auth/login', admin);
  if (answer.status !== 200) throw new Error(`the login was refused: ${JSON.stringify(answer.body)}`);
  await browser.ask('GET', '/api/auth/check-user');
  return browser;
}

/** Makes one record; answers its id. */
export async function made(browser: Browser, path: string, body: unknown): Promise<string> {
  const answer = await browser.ask('POST', `/api${path}`, body);
  if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return String(answer.body.id);
}

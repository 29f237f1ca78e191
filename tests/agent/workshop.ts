// Shared parts of the client's tests: temporary folders, a clock that the test owns, the client in this process and as
// one of its own.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Clock } from '#agent/clock.ts';
import { runClient, type Ended, type RunOptions } from '#agent/run.ts';
import { HonestServer, KEY } from './honest-server.ts';

/** A folder that goes when the test ends. */
export async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'backwatch-agent-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

export async function server(): Promise<HonestServer> {
  const honest = await new HonestServer().start();
  onTestFinished(() => honest.stop());
  return honest;
}

/** Writes a file as it was written a while ago (`minutes`). */
export async function put(path: string, content: string | Buffer, minutes = 10): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  const at = new Date(Date.now() - minutes * 60_000);
  await utimes(path, at, at);
}

export type TestClock = Clock & { tick: () => void };

/** Waits of a minute or more end when the test ticks; shorter ones (a rest, a retry) as soon as others had a turn. */
export function testClock(): TestClock {
  let ahead = 0;
  const parked = new Set<() => void>();
  return {
    now: () => Date.now() + ahead,
    tick: () => [...parked].forEach((end) => end()),
    wait: (ms, signal) =>
      new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          parked.delete(end);
          signal?.removeEventListener('abort', end);
          if (!signal?.aborted) ahead += ms;
          resolve();
        };
        const timer = ms < 60_000 ? setTimeout(end, Math.min(20, ms)) : undefined;
        if (!timer) parked.add(end);
        signal?.addEventListener('abort', end, { once: true });
      }),
  };
}

export type Here = {
  ended: Promise<Ended>;
  end: () => Promise<Ended>;
  clock: TestClock;
  lines: string[];
  state: string;
};

/** Runs the client in this process; ended with the test. */
export async function here(
  honest: Pick<HonestServer, 'url'>,
  root: string,
  over: Partial<RunOptions> = {},
): Promise<Here> {
  const clock = testClock();
  const ending = new AbortController();
  const lines: string[] = [];
  const state = over.state ?? join(await folder(), 'state');
  const ended = runClient({
    servers: [honest.url],
    key: KEY,
    state,
    roots: [root],
    once: false,
    scanEveryMs: 60_000,
    giveUpMs: 60_000,
    clock,
    signal: ending.signal,
    write: (line) => lines.push(line),
    terminal: false,
    led: '',
    ...over,
  });
  const end = () => {
    ending.abort();
    return ended;
  };
  onTestFinished(async () => void (await end()));
  return { ended, end, clock, lines, state };
}

export type Process = {
  child: ChildProcess;
  /** The output so far. */
  output: { out: string; err: string };
  ended: Promise<{ code: number | null; out: string; err: string }>;
};

const SOURCE = ['--import', 'tsx', 'src/agent/main.ts'];

/** Runs the client as a process of its own; killed with the test. */
export function clientProcess(args: string[], env: Record<string, string> = {}, program = SOURCE): Process {
  const child = spawn(process.execPath, [...program, ...args], {
    env: { ...process.env, BACKWATCH_SERVER: '', BACKWATCH_KEY: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { out: '', err: '' };
  child.stdout?.on('data', (chunk: Buffer) => (output.out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output.err += chunk.toString()));
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, ...output }));
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, output, ended };
}

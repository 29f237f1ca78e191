// The client's life: connect, hear the rules, scan, send, obey signals, end cleanly.
import { hostname, networkInterfaces } from 'node:os';
import type { Settings } from './args.ts';
import { makeNotifier, type Notifier, type Clock } from './clock.ts';
import { openConnection, type Connection } from './connection.ts';
import { blink } from './identify.ts';
import { readInstance } from './instance.ts';
import { openLedger, type Ledger } from './ledger.ts';
import { makeLog, type Log } from './log.ts';
import { makeQueue, type Queue } from './queue.ts';
import { makeReport, newRunId, type Report } from './report.ts';
import { makeScanLoop, type Assignment, type ScanLoop } from './scan-loop.ts';
import { fail, sendAll, type SendOptions } from './send.ts';
import { VERSION } from './version.ts';
import type { ServerMessage, HelloResponse } from './protocol.ts';

export type RunOptions = Settings & {
  clock: Clock;
  signal: AbortSignal;
  /** Where log lines go, and whether a person reads them there. */
  write: (line: string) => void;
  terminal: boolean;
  /** The light to blink on "identify", or empty. */
  led: string;
};
/**
 * 0 ended as asked, 1 something could not be stored (`once`), 2 the key was refused, 3 the server was not reached (`once`).
 * `sentence` says why for 2 and 3.
 */
export type Ended = { code: 0 | 1 | 2 | 3; sentence: string };
type Life = RunOptions & {
  log: Log;
  ledger: Ledger;
  queue: Queue;
  assignment: Assignment;
  /** Rung when a scan is wanted. */
  wanted: Notifier;
};
type Parts = Life & { connection: Connection; report: Report; scanLoop: ScanLoop };

/** Runs until the signal aborts, the key is refused or, with `once`, all is sent. Throws BadState. */
export async function runClient(options: RunOptions): Promise<Ended> {
  const instance = await readInstance(options.state);
  const log = makeLog({ ...options, secrets: [options.key, instance] });
  const ledger = await openLedger(options.state, (aside) =>
    log('warn', `The ledger was damaged and lies at ${aside}; every file is checked with the server again`),
  );
  const ending = new AbortController();
  const signal = AbortSignal.any([options.signal, ending.signal]);
  const assignment: Assignment = { timeZone: 'UTC', systems: [], asked: new Set() };
  const life: Life = { ...options, signal, log, ledger, queue: makeQueue(), assignment, wanted: makeNotifier() };
  log(
    'info',
    `backwatch-client ${VERSION} for ${options.servers.join(', ')}; reads files in ${options.roots.join(', ')}`,
  );
  const { connection, work } = start(life, instance);
  const gaveUp = life.once ? untilUnreachable(life, connection) : new Promise<never>(() => {});
  const first = await Promise.race([connection.over, work, gaveUp]);
  ending.abort();
  const failed = await work;
  await connection.over;
  if (first === UNREACHABLE) {
    const seconds = Math.round(options.giveUpMs / 1000);
    return { code: 3, sentence: `The server could not be reached for ${seconds} s. ${connection.failure()}`.trim() };
  }
  if (typeof first === 'string') return { code: 2, sentence: first };
  log('info', 'Ended');
  return { code: options.once && failed > 0 ? 1 : 0, sentence: '' };
}

const LOOK_MS = 1000;
const UNREACHABLE = Symbol('unreachable');

/** Resolves when the connection was down for `giveUpMs` without a break; never if the client ends before. */
async function untilUnreachable({ clock, signal, giveUpMs }: Life, { isUp }: Connection): Promise<typeof UNREACHABLE> {
  let since = clock.now();
  while (clock.now() - since < giveUpMs) {
    await clock.wait(LOOK_MS, signal);
    if (signal.aborted) return new Promise<never>(() => {});
    if (isUp()) since = clock.now();
  }
  return UNREACHABLE;
}

function start(life: Life, instance: string): { connection: Connection; work: Promise<number> } {
  const { clock, log, queue, signal, ledger } = life;
  const found = makeNotifier();
  const connection: Connection = openConnection({
    ...life,
    instance,
    about: () => ({ hostName: hostname(), version: VERSION, internalIp: internalIp(), platform: platform(), instance }),
    onHello: (hello) => handleHello(hello, parts),
    onServerMessage: (received) => handleMessage(received, parts),
  });
  const report = makeReport(connection.ask, clock, log);
  const sending: SendOptions = {
    ...life,
    ask: connection.ask,
    server: connection.server,
    report,
    notifier: found,
    queue,
    ledger,
    signal,
  };
  const lost = (item: Parameters<typeof fail>[0]) =>
    void fail(item, 'The file is gone before it could be stored.', sending);
  const scanLoop = makeScanLoop({ ...life, report, found, lost, isUp: connection.isUp });
  const parts: Parts = { ...life, connection, report, scanLoop };
  return { connection, work: life.once ? workOnce(parts, sending) : workOn(parts, sending) };
}

async function workOn({ wanted, scanLoop, clock, signal, scanEveryMs }: Parts, sending: SendOptions): Promise<number> {
  const sent = sendAll(sending, false);
  await wanted.wait(clock, null, signal);
  while (!signal.aborted) {
    await scanLoop.scan();
    await wanted.wait(clock, scanEveryMs, signal);
  }
  return sent;
}

async function workOnce({ wanted, scanLoop, clock, signal }: Parts, sending: SendOptions): Promise<number> {
  await wanted.wait(clock, null, signal);
  let unusable: number | null = null;
  while (unusable === null && !signal.aborted) unusable = await scanLoop.scan();
  return (unusable ?? 0) + (await sendAll(sending, true));
}

function handleHello({ organization, systems }: HelloResponse, { assignment, queue, scanLoop, wanted }: Parts): void {
  assignment.timeZone = organization.timeZone;
  takeRules(systems, assignment);
  scanLoop.reportAgain();
  queue.hurry(null);
  wanted.notify();
}

function takeRules(systems: HelloResponse['systems'], assignment: Assignment): void {
  assignment.systems = systems;
  for (const { id, forceDue } of systems) if (forceDue) assignment.asked.add(id);
}

function handleMessage(received: ServerMessage, parts: Parts): void {
  const { assignment, wanted, log } = parts;
  if (received.verb === 'signal') return obey(received.signal, received.system, parts);
  log('info', 'The filesets have changed');
  takeRules(received.systems, assignment);
  wanted.notify();
}

function obey(signal: string, system: string | null, parts: Parts): void {
  const { assignment, queue, wanted, connection, clock, log, led } = parts;
  const meant = assignment.systems.filter(({ id }) => system === null || id === system).map(({ id }) => id);
  const say = (text: string) => {
    log('info', text);
    for (const id of meant) void parts.report(id, 'log', text, newRunId(clock.now()));
  };
  if (signal === 'backup' || signal === 'scan') {
    for (const id of meant) assignment.asked.add(id);
    queue.hurry(system);
    wanted.notify();
  } else if (signal === 'restart') {
    say('Starting again as asked: a new connection and a new scan.');
    connection.restart();
  } else if (signal === 'upgrade') {
    say(`Not upgraded: this build (${VERSION}) is upgraded through its package manager.`);
  } else if (signal === 'identify') {
    // Without the time a second answer would be the same line, and nobody would see it.
    const time = new Date(clock.now()).toISOString();
    say(`Here I am: ${hostname()}, ${internalIp() || 'no address'}, ${platform()}, ${time}.`);
    if (led !== '') void blink(led, parts);
  } else {
    log('warn', `A signal that this version does not know: ${signal.slice(0, 40)}`);
  }
}

const platform = () => `${process.platform} ${process.arch}`;

/** This machine's own first address, or an empty text. */
function internalIp(): string {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const outer = all.filter(({ internal }) => !internal);
  return (outer.find(({ family }) => family === 'IPv4') ?? outer[0])?.address ?? '';
}

// Takes the queue's oldest backup, sends it, and decides what its fate means: stored, later, or failed.
import type { Notifier, Clock } from './clock.ts';
import { retryDelay } from './clock.ts';
import type { Ledger } from './ledger.ts';
import { bytes, reasonOf, type Log } from './log.ts';
import { Changed } from './http-upload.ts';
import type { Item, Queue } from './queue.ts';
import { newRunId, type Report } from './report.ts';
import { upload, type Stored, type UploadOptions } from './upload.ts';
import { Broken, Stopped } from './protocol.ts';

/** Times in a row that a file may change under our hands before that is a failure. */
const CHANGES_MAX = 3;
const HOUR = 3_600_000;
/** At most this often (ms) is the ledger written while much is sent: what it lacks after a crash the server knows. */
const LEDGER_EVERY = 1000;

export type SendOptions = UploadOptions & {
  queue: Queue;
  notifier: Notifier;
  ledger: Ledger;
  report: Report;
  log: Log;
  clock: Clock;
  scanEveryMs: number;
  /** Look once and end: what fails is not tried again. */
  once: boolean;
};

/** Sends until the client ends; with `drain`, until nothing is left. Answers how many backups failed. */
export async function sendAll(options: SendOptions, drain: boolean): Promise<number> {
  const { queue, notifier, clock, signal } = options;
  let failed = 0;
  let written = clock.now();
  while (!signal.aborted) {
    const next = queue.next(clock.now());
    if (next !== null && typeof next === 'object') {
      if (!(await sendOne(next, options))) failed++;
      if (clock.now() - written < LEDGER_EVERY) continue;
    }
    await keepLedger(options);
    written = clock.now();
    if (next === null && drain) return failed;
    if (next === null || typeof next === 'number') await notifier.wait(clock, next, signal);
  }
  await keepLedger(options);
  return failed;
}

async function keepLedger({ ledger, log }: SendOptions): Promise<void> {
  await ledger.flush().catch((error: unknown) => log('error', `The ledger cannot be written: ${reasonOf(error)}`));
}

/** False when the backup failed. Never rejects. */
async function sendOne(item: Item, options: SendOptions): Promise<boolean> {
  const { report, clock, log } = options;
  const began = clock.now();
  item.busy = true;
  if (item.runId === null) {
    item.runId = newRunId(began);
    log('info', `Storing ${item.path}, ${bytes(item.size)}`, facts(item));
    await report(item.system, 'start', `Storing ${item.path}, ${bytes(item.size)}, dated ${item.date}.`, item.runId);
  }
  try {
    const stored = await upload(item, options);
    await settleStored(item, stored, clock.now() - began, options);
    return true;
  } catch (error) {
    if (error instanceof Stopped) return true;
    if (error instanceof Broken) return putOff(item, error, options);
    if (error instanceof Changed && ++item.changes < CHANGES_MAX && !options.once) return leave(item, error, options);
    await fail(item, reasonOf(error), options);
    return false;
  } finally {
    item.busy = false;
  }
}

async function settleStored(item: Item, stored: Stored, tookMs: number, options: SendOptions): Promise<void> {
  options.ledger.add(item.fileset, item.path, { size: item.size, mtimeMs: item.mtimeMs, sha256: stored.sha256 });
  options.queue.remove(item);
  const how = stored.sent ? `in ${(tookMs / 1000).toFixed(1)} s` : 'it was there already';
  const text = `Stored ${item.name} of ${item.date}, ${bytes(item.size)}: ${how}.`;
  options.log('info', text, facts(item));
  await options.report(item.system, 'log', text, item.runId ?? '');
}

/** The network is at fault: the same run goes on when it is back. */
function putOff(item: Item, error: Broken, { clock, log }: SendOptions): true {
  const wait = retryDelay(item.breaks++);
  item.notBefore = clock.now() + wait;
  log('warn', `${error.message} ${item.path} is tried again in ${Math.ceil(wait / 1000)} s`, facts(item));
  return true;
}

/** The file is at work: the next scan finds it as it then is, and its run goes on. */
function leave(item: Item, error: Changed, { log }: SendOptions): true {
  item.left = true;
  log('info', `${error.message} ${item.path} is left until it rests`, facts(item));
  return true;
}

/** Ends a run as failed and says so; the file is tried again later, at longer and longer intervals. */
export async function fail(item: Item, reason: string, options: SendOptions): Promise<void> {
  const { queue, clock, log, report, once, scanEveryMs } = options;
  const runId = item.runId ?? newRunId(clock.now());
  log('error', `Not stored: ${item.path}: ${reason}`, facts(item));
  item.notBefore = clock.now() + Math.min(HOUR, scanEveryMs * 2 ** Math.min(item.fails++, 12));
  Object.assign(item, { runId: null, sha256: null, changes: 0, breaks: 0 });
  if (once) queue.remove(item);
  await report(item.system, 'failed', `${item.path}: ${reason}`, runId, item.date);
}

const facts = ({ system, fileset }: Item) => ({ system, fileset });

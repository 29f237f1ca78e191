// Scans: all filesets at a time, again and again, and at once when asked. What is found goes to the queue.
import type { Notifier, Clock } from './clock.ts';
import type { Ledger } from './ledger.ts';
import type { Log } from './log.ts';
import type { Item, Queue } from './queue.ts';
import { newRunId, type Report } from './report.ts';
import { scanFileset, waitUntilStable, type FilesetScan } from './scan.ts';
import type { SystemRule } from './protocol.ts';

/** The same problem of a fileset is reported again after this long (ms). */
const AGAIN_MS = 3_600_000;

/** The current work of the client, replaced whenever the server sends it. */
export type Assignment = {
  timeZone: string;
  systems: SystemRule[];
  /** Systems whose scan a person asked for, and wants an answer about. */
  asked: Set<string>;
};
export type ScanLoopOptions = {
  assignment: Assignment;
  roots: readonly string[];
  queue: Queue;
  ledger: Ledger;
  report: Report;
  isUp: () => boolean;
  /** Rung when there is something to send. */
  found: Notifier;
  /** Ends the run of an item whose file is gone. */
  lost: (item: Item) => void;
  log: Log;
  clock: Clock;
  signal: AbortSignal;
};
export type ScanLoop = {
  /** One scan of everything; answers how many filesets could not be stored as a whole, or null when the rules changed meanwhile. */
  scan: () => Promise<number | null>;
  /** Lets known problems be reported again, as after a connect. */
  reportAgain: () => void;
};

export function makeScanLoop(options: ScanLoopOptions): ScanLoop {
  const reported = new Map<string, { text: string; at: number }>();
  return {
    reportAgain: () => reported.clear(),
    async scan() {
      const { assignment, queue, lost, found, signal } = options;
      const { systems, timeZone } = assignment;
      const asked = new Set(assignment.asked);
      assignment.asked.clear();
      const scans: FilesetScan[] = [];
      for (const system of systems) {
        for (const rule of system.filesets) scans.push(await scanFileset(system, rule, { ...options, timeZone }));
      }
      await waitUntilStable(scans, options);
      if (signal.aborted || assignment.systems !== systems) {
        for (const id of asked) assignment.asked.add(id);
        return null;
      }
      queue.keepOnly(new Set(scans.map(({ fileset }) => fileset))).forEach(lost);
      for (const seen of scans) takeOver(seen, options, reported);
      for (const id of asked) answer(id, scans, options);
      found.notify();
      return scans.filter(({ problem, unstorable }) => problem !== null || unstorable !== null).length;
    },
  };
}

function takeOver(
  seen: FilesetScan,
  options: ScanLoopOptions,
  reported: Map<string, { text: string; at: number }>,
): void {
  const { queue, ledger, lost } = options;
  const failure = seen.problem ?? seen.unstorable;
  if (failure !== null) reportProblem(seen, 'failed', failure, options, reported);
  if (seen.notes.length > 0) reportProblem(seen, 'log', seen.notes.join(' '), options, reported);
  if (seen.problem !== null) return;
  const fresh = seen.fresh.filter((each) => !ledger.has(each.fileset, each.path, each.size, each.mtimeMs));
  const there = seen.whole ? seen.matched : null;
  if (there) ledger.keepOnly(seen.fileset, there);
  queue.offer(seen.fileset, fresh, there).forEach(lost);
}

function reportProblem(
  { system, fileset }: FilesetScan,
  event: 'failed' | 'log',
  text: string,
  { report, isUp, clock, log }: ScanLoopOptions,
  reported: Map<string, { text: string; at: number }>,
): void {
  const key = `${event} ${fileset}`;
  const last = reported.get(key);
  const now = clock.now();
  if (!isUp() || (last?.text === text && now - last.at < AGAIN_MS)) return;
  reported.set(key, { text, at: now });
  log(event === 'failed' ? 'error' : 'warn', text, { system, fileset });
  void report(system, event, text, newRunId(now));
}

function answer(system: string, scans: FilesetScan[], { report, log, clock }: ScanLoopOptions): void {
  const own = scans.filter((seen) => seen.system === system);
  const sum = (count: (seen: FilesetScan) => number) => own.reduce((total, seen) => total + count(seen), 0);
  const [matched, fresh] = [sum((seen) => seen.matched.size), sum((seen) => seen.fresh.length)];
  const text = `Looked as asked: ${matched} file(s) match, ${fresh} new, ${sum((seen) => seen.changing)} still being written.`;
  log('info', text, { system });
  void report(system, 'log', text, newRunId(clock.now()));
}

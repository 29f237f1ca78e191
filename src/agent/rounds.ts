// Scans: all filesets at a time, again and again, and at once when asked. What is found goes to the queue.
import type { Bell, Clock } from './clock.ts';
import type { Ledger } from './ledger.ts';
import type { Log } from './log.ts';
import type { Item, Queue } from './queue.ts';
import { newRunId, type Report } from './report.ts';
import { look, settle, type Looked } from './scan.ts';
import type { SystemRule } from './wire.ts';

/** The same trouble of a fileset is told again after this long (ms). */
const AGAIN_MS = 3_600_000;

/** What is known of the work now: replaced as the server tells it. */
export type Duty = {
  timeZone: string;
  systems: SystemRule[];
  /** Systems whose scan a person asked for, and wants an answer about. */
  asked: Set<string>;
};
export type RoundOptions = {
  duty: Duty;
  roots: readonly string[];
  queue: Queue;
  ledger: Ledger;
  report: Report;
  isUp: () => boolean;
  /** Rung when there is something to send. */
  found: Bell;
  /** Ends the run of an item whose file is gone. */
  lost: (item: Item) => void;
  log: Log;
  clock: Clock;
  signal: AbortSignal;
};
export type Rounds = {
  /** One scan of everything; answers how many filesets could not be stored as a whole, or null when the rules changed meanwhile. */
  scan: () => Promise<number | null>;
  /** Lets the troubles be told anew, as after a connect. */
  tellAnew: () => void;
};

export function makeRounds(options: RoundOptions): Rounds {
  const told = new Map<string, { text: string; at: number }>();
  return {
    tellAnew: () => told.clear(),
    async scan() {
      const { duty, queue, lost, found, signal } = options;
      const { systems, timeZone } = duty;
      const asked = new Set(duty.asked);
      duty.asked.clear();
      const looked: Looked[] = [];
      for (const system of systems) {
        for (const rule of system.filesets) looked.push(await look(system, rule, { ...options, timeZone }));
      }
      await settle(looked, options);
      if (signal.aborted || duty.systems !== systems) {
        for (const id of asked) duty.asked.add(id);
        return null;
      }
      queue.keepOnly(new Set(looked.map(({ fileset }) => fileset))).forEach(lost);
      for (const seen of looked) takeOver(seen, options, told);
      for (const id of asked) answer(id, looked, options);
      found.ring();
      return looked.filter(({ problem, unstorable }) => problem !== null || unstorable !== null).length;
    },
  };
}

function takeOver(seen: Looked, options: RoundOptions, told: Map<string, { text: string; at: number }>): void {
  const { queue, ledger, lost } = options;
  const failure = seen.problem ?? seen.unstorable;
  if (failure !== null) tell(seen, 'failed', failure, options, told);
  if (seen.notes.length > 0) tell(seen, 'log', seen.notes.join(' '), options, told);
  if (seen.problem !== null) return;
  const fresh = seen.fresh.filter((each) => !ledger.has(each.fileset, each.path, each.size, each.mtimeMs));
  const there = seen.whole ? seen.matched : null;
  if (there) ledger.keepOnly(seen.fileset, there);
  queue.offer(seen.fileset, fresh, there).forEach(lost);
}

function tell(
  { system, fileset }: Looked,
  event: 'failed' | 'log',
  text: string,
  { report, isUp, clock, log }: RoundOptions,
  told: Map<string, { text: string; at: number }>,
): void {
  const key = `${event} ${fileset}`;
  const last = told.get(key);
  const now = clock.now();
  if (!isUp() || (last?.text === text && now - last.at < AGAIN_MS)) return;
  told.set(key, { text, at: now });
  log(event === 'failed' ? 'error' : 'warn', text, { system, fileset });
  void report(system, event, text, newRunId(now));
}

function answer(system: string, looked: Looked[], { report, log, clock }: RoundOptions): void {
  const own = looked.filter((seen) => seen.system === system);
  const sum = (count: (seen: Looked) => number) => own.reduce((total, seen) => total + count(seen), 0);
  const [matched, fresh] = [sum((seen) => seen.matched.size), sum((seen) => seen.fresh.length)];
  const text = `Looked as asked: ${matched} file(s) match, ${fresh} new, ${sum((seen) => seen.changing)} still being written.`;
  log('info', text, { system });
  void report(system, 'log', text, newRunId(clock.now()));
}

// A timer for the nearest thing due of each kind; waiting costs the same for ten systems or a hundred thousand.
import type { Log } from '#server/pipeline/logger.ts';

/** A kind of thing that comes due: when the nearest one is, and the work on all that are. */
export interface Job {
  name: string;
  /** The nearest instant, or null; indexed. */
  nearest(): Promise<string | null>;
  /** Does what is due now; answers how much it did. What it only began is `working` until it calls `wake` at its end. */
  run(wake: () => void): Promise<number>;
  /** Called at the start and when the clock was put back: what was set by the clock of before may lie too far ahead. */
  clockSet?(): Promise<void>;
  /** Returns the work that was started and is not finished, or null. */
  working?(): Promise<unknown> | null;
  /** Breaks off what may hang. */
  stop?(): void;
  /** How long (ms) one look may take before it counts as hanging, where it waits for the services of others. */
  patienceMs?: number;
}

/** A timer set for longer overflows; and a machine that slept wakes at the next of these at the latest. */
const LONGEST_MS = 30_000;
const RETRY_MS = 5_000;
/** The database answers, or refuses, sooner than this. */
const PATIENCE_MS = 60_000;

/** One job and its timer. Jobs do not wait for each other: a push service that hangs must not hold an alarm up. */
class JobRunner {
  readonly job: Job;
  readonly #now: () => string;
  readonly #log: Log;
  #timer: NodeJS.Timeout | null = null;
  /** When the timer fires, by this process's own clock. */
  #firesAt = 0;
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = true;
  #failed = false;
  /** When the look that has not ended yet began. */
  #lookingSince: string | null = null;
  #lookedAt: string | null = null;

  constructor(job: Job, now: () => string, log: Log) {
    this.job = job;
    this.#now = now;
    this.#log = log;
  }

  start(): void {
    this.#stopped = false;
    this.wake();
  }

  /** As `wake`, but where nothing runs and the timer is set for no later than that, it is soon enough. */
  wakeWithin(milliseconds: number): void {
    if (this.#running || this.#firesAt > performance.now() + milliseconds) this.wake();
  }

  wake(): void {
    if (this.#stopped) return;
    this.#again = true;
    this.#running ??= this.#loop().finally(() => {
      this.#running = null;
      if (this.#again) this.wake();
    });
  }

  /** Whether the last look did its work, and the one that goes on has not gone on for too long. */
  healthy(): boolean {
    if (this.#lookingSince === null) return !this.#failed;
    // A clock that was put back would else hide for as long that nothing moves.
    const took = Math.abs(Date.parse(this.#now()) - Date.parse(this.#lookingSince));
    return !this.#failed && took <= (this.job.patienceMs ?? PATIENCE_MS);
  }

  /** The current run, or null. */
  running(): Promise<unknown> | null {
    return this.#running ?? this.job.working?.() ?? null;
  }

  stop(): void {
    this.#stopped = true;
    this.#again = false;
    if (this.#timer) clearTimeout(this.#timer);
    this.job.stop?.();
  }

  async #loop(): Promise<void> {
    while (this.#again && !this.#stopped) {
      this.#again = false;
      if (this.#timer) clearTimeout(this.#timer);
      this.#lookingSince = this.#now();
      try {
        await this.#lookAtClock();
        await this.job.run(() => this.wake());
        this.#arm(await this.#wait());
        this.#failed = false;
      } catch (error) {
        this.#failed = true;
        this.#log.failure(`the scheduler failed and tries again: ${this.job.name}`, error);
        this.#arm(RETRY_MS);
      }
      this.#lookingSince = null;
    }
  }

  async #lookAtClock(): Promise<void> {
    const now = this.#now();
    if (this.#lookedAt === null || now < this.#lookedAt) await this.job.clockSet?.();
    this.#lookedAt = now;
  }

  async #wait(): Promise<number> {
    const moment = await this.job.nearest();
    if (moment === null) return LONGEST_MS;
    return Math.min(LONGEST_MS, millisecondsUntil(moment, this.#now()));
  }

  #arm(milliseconds: number): void {
    if (this.#stopped) return;
    this.#firesAt = performance.now() + milliseconds;
    this.#timer = setTimeout(() => this.wake(), milliseconds);
  }
}

const millisecondsUntil = (moment: string, now: string): number =>
  Math.max(1, Date.parse(moment) - Date.parse(now) + 1);

export class Scheduler {
  readonly #runners: JobRunner[] = [];
  readonly #now: () => string;
  readonly #log: Log;
  #started = false;

  constructor(now: () => string, log: Log) {
    this.#now = now;
    this.#log = log;
  }

  /** Call it before the start. */
  add(...jobs: readonly Job[]): void {
    this.#runners.push(...jobs.map((job) => new JobRunner(job, this.#now, this.#log)));
  }

  /** Work that came due while the process was down is done first. */
  start(): void {
    this.#started = true;
    for (const runner of this.#runners) runner.start();
  }

  /** Looks now, whatever the timers wait for. Cheap: many calls make one look. */
  wake(): void {
    for (const runner of this.#runners) runner.wake();
  }

  /** Something is due at that moment. Costs nothing where the timers look by then anyway, as after nearly every check-in. `only`: of that job. */
  wakeBy(moment: string, only?: Job): void {
    const milliseconds = millisecondsUntil(moment, this.#now());
    for (const runner of this.#runners) if (!only || runner.job === only) runner.wakeWithin(milliseconds);
  }

  /** True while the last look of every job did its work without a failure, and none hangs. */
  runs(): boolean {
    return this.#started && this.failingJobs().length === 0;
  }

  /** The names of the jobs whose last look failed, or hangs. */
  failingJobs(): string[] {
    return this.#runners.filter((runner) => !runner.healthy()).map(({ job }) => job.name);
  }

  async idle(): Promise<void> {
    for (;;) {
      const running = this.#runners.map((runner) => runner.running()).filter((one) => one !== null);
      if (running.length === 0) return;
      await Promise.all(running);
    }
  }

  async stop(): Promise<void> {
    this.#started = false;
    for (const runner of this.#runners) runner.stop();
    await this.idle();
  }
}

// One timer for the nearest thing due, whatever it is; waiting costs the same for ten systems or a hundred thousand.
import type { Log } from '#server/kernel/log.ts';

/** A kind of thing that comes due: when the nearest one is, and the work on all that are. */
export interface Source {
  name: string;
  /** The nearest instant, or null; indexed. */
  nearest(): Promise<string | null>;
  /** Does what is due now; answers how much it did. */
  run(): Promise<number>;
}

/** A timer set for longer overflows; and a machine that slept wakes at the next of these at the latest. */
const LONGEST_MS = 30_000;

export class Scheduler {
  readonly #sources: readonly Source[];
  readonly #now: () => string;
  readonly #log: Log;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = true;
  #healthy = true;

  constructor(sources: readonly Source[], now: () => string, log: Log) {
    this.#sources = sources;
    this.#now = now;
    this.#log = log;
  }

  /** What came due while the process was down is done first. */
  start(): void {
    this.#stopped = false;
    this.wake();
  }

  /** Something may be due earlier than the timer waits for. Cheap: many calls make one look. */
  wake(): void {
    if (this.#stopped) return;
    this.#again = true;
    this.#running ??= this.#loop().finally(() => {
      this.#running = null;
      if (this.#again) this.wake();
    });
  }

  /** True while the last look did its work without a failure. */
  runs(): boolean {
    return !this.#stopped && this.#healthy;
  }

  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#again = false;
    if (this.#timer) clearTimeout(this.#timer);
    await this.idle();
  }

  async #loop(): Promise<void> {
    while (this.#again && !this.#stopped) {
      this.#again = false;
      if (this.#timer) clearTimeout(this.#timer);
      try {
        for (const source of this.#sources) await source.run();
        this.#healthy = true;
        this.#arm(await this.#nearest());
      } catch (error) {
        this.#healthy = false;
        this.#log.failure('the scheduler failed and tries again', error);
        this.#arm(5_000);
      }
    }
  }

  async #nearest(): Promise<number> {
    const moments = await Promise.all(this.#sources.map((source) => source.nearest()));
    const waits = moments
      .filter((moment) => moment !== null)
      .map((moment) => Date.parse(moment) - Date.parse(this.#now()) + 1);
    return Math.min(LONGEST_MS, ...waits.map((wait) => Math.max(1, wait)));
  }

  #arm(milliseconds: number): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => this.wake(), milliseconds);
  }
}

// Work that an answer must not wait for, nor tell of by how long it took.
import type { Log } from './logger.ts';

/** Runs work after the answer. Failures are logged; `idle` resolves when all work has ended. */
export class BackgroundTasks {
  readonly #running = new Set<Promise<void>>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Runs it after the answer has gone; `what` names it in the log when it fails. */
  run(what: string, work: () => Promise<unknown>): void {
    const done = new Promise((resolve) => setImmediate(resolve))
      .then(work)
      .then(
        () => undefined,
        (error: unknown) => void this.#log.failure(what, error),
      )
      .finally(() => this.#running.delete(done));
    this.#running.add(done);
  }

  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}

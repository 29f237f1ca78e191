// Group commit for one writing connection: what queued while the last batch ran goes into the next transaction.
import type { Db } from '#server/kernel/store.ts';

type Say = (statement: string) => void;

interface Job {
  run(db: Db): Promise<unknown>;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

/** More would make the first caller of a batch wait too long for its answer. */
const BATCH = 256;

/** Serializes writes on one connection; each job has its own savepoint, so that one that fails undoes only itself. */
export class GroupCommit {
  #queue: Job[] = [];
  #running: Promise<void> | null = null;

  readonly #writer: Db;
  readonly #say: Say;

  /** `say` runs a statement without an answer on the very connection of `writer`. */
  constructor(writer: Db, say: Say) {
    this.#writer = writer;
    this.#say = say;
  }

  /** Resolves after the commit (and its fsync) that holds the work. */
  enqueue<T>(run: (db: Db) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ run, resolve: resolve as (value: unknown) => void, reject });
      this.#running ??= this.#drain();
    });
  }

  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #drain(): Promise<void> {
    // A turn of the event loop lets the requests that arrived together share one fsync.
    await new Promise((resolve) => setImmediate(resolve));
    try {
      while (this.#queue.length > 0) await this.#commit(this.#queue.splice(0, BATCH));
    } finally {
      this.#running = null;
      if (this.#queue.length > 0) this.#running = this.#drain();
    }
  }

  async #commit(jobs: Job[]): Promise<void> {
    const done: (() => void)[] = [];
    try {
      this.#say('begin immediate');
      for (const job of jobs) done.push(await this.#runInSavepoint(job));
      this.#say('commit');
    } catch (error) {
      this.#rollBack();
      for (const job of jobs) job.reject(error);
      return;
    }
    for (const settle of done) settle();
  }

  async #runInSavepoint(job: Job): Promise<() => void> {
    this.#say('savepoint job');
    try {
      const value = await job.run(this.#writer);
      this.#say('release job');
      return () => job.resolve(value);
    } catch (error) {
      this.#say('rollback to job');
      this.#say('release job');
      return () => job.reject(error);
    }
  }

  /** A full disk may have ended the transaction already. */
  #rollBack(): void {
    try {
      this.#say('rollback');
    } catch {
      // There was nothing left to roll back.
    }
  }
}

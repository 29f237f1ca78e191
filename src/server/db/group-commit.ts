// Group commit for one writing connection: what queued while the last batch ran goes into the next transaction.
import type { Db } from '#server/kernel/store.ts';

/** The very connection of the writer. */
interface Line {
  /** Runs a statement without an answer. */
  say(statement: string): void;
  /** Resolves when all is on the disk; until then nothing else may be said. Meanwhile the process reads on. */
  commit(): Promise<unknown>;
}

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
  readonly #line: Line;

  constructor(writer: Db, line: Line) {
    this.#writer = writer;
    this.#line = line;
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
      this.#line.say('begin immediate');
      for (const job of jobs) done.push(await this.#runInSavepoint(job));
      await this.#line.commit();
    } catch (error) {
      this.#rollBack();
      for (const job of jobs) job.reject(error);
      return;
    }
    for (const settle of done) settle();
  }

  async #runInSavepoint(job: Job): Promise<() => void> {
    this.#line.say('savepoint job');
    try {
      const value = await job.run(this.#writer);
      this.#line.say('release job');
      return () => job.resolve(value);
    } catch (error) {
      this.#line.say('rollback to job');
      this.#line.say('release job');
      return () => job.reject(error);
    }
  }

  /** A full disk may have ended the transaction already. */
  #rollBack(): void {
    try {
      this.#line.say('rollback');
    } catch {
      // There was nothing left to roll back.
    }
  }
}

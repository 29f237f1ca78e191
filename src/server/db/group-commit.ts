// Group commit for one writing connection: what queued while the last batch ran goes into the next transaction.
import { sql, type Kysely } from 'kysely';
import type { Db, Tables } from '#server/kernel/store.ts';

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

  readonly #writer: Kysely<Tables>;

  constructor(writer: Kysely<Tables>) {
    this.#writer = writer;
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
      await this.#writer.connection().execute(async (db) => {
        await sql`begin immediate`.execute(db);
        try {
          for (const job of jobs) done.push(await runInSavepoint(db, job));
          await sql`commit`.execute(db);
        } catch (error) {
          await sql`rollback`.execute(db).catch(() => undefined);
          throw error;
        }
      });
    } catch (error) {
      for (const job of jobs) job.reject(error);
      return;
    }
    for (const settle of done) settle();
  }
}

async function runInSavepoint(db: Kysely<Tables>, job: Job): Promise<() => void> {
  await sql`savepoint job`.execute(db);
  try {
    const value = await job.run(db);
    await sql`release job`.execute(db);
    return () => job.resolve(value);
  } catch (error) {
    await sql`rollback to job`.execute(db);
    await sql`release job`.execute(db);
    return () => job.reject(error);
  }
}

// Group commit for one writing connection: while one transaction is on its way to the disk, what arrives is prepared for the
// next, which sets off as soon as the first is there.
import { setTimeout as wait } from 'node:timers/promises';
import type { Db, RowName } from '#server/kernel/store.ts';
import type { Flight, Job, Together } from './together.ts';

/** Two, so that one can be prepared while the other is on its way. Both write by the same connection. */
export interface Lane {
  db: Db;
  together: Together;
}

/** More would make the first caller of a batch wait too long for its answer. */
const BATCH = 256;

/** How long (ms) a write waits for a lock that another process holds, and how often it tries meanwhile. */
const LOCK_MS = 5000;
const TRY_MS = 25;

const isLocked = (error: unknown): boolean => String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY');

/** A turn of the event loop: requests that arrive together are heard within one. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Serializes writes on one connection; a job that fails undoes only itself. */
export class GroupCommit {
  readonly #queue: Job[] = [];
  #running: Promise<void> | null = null;
  #flight: Flight | null = null;
  #arrived: () => void = () => undefined;
  #turn = 0;

  readonly #lanes: readonly Lane[];
  /** Runs these statements, and a commit. Resolves when all is on the disk; until then nothing else may be said. */
  readonly #commit: (statements: string) => Promise<unknown>;

  constructor(lanes: readonly Lane[], commit: (statements: string) => Promise<unknown>) {
    this.#lanes = lanes;
    this.#commit = commit;
  }

  /** Resolves after the commit (and its fsync) that holds the work. */
  enqueue<T>(run: (db: Db) => Promise<T>, first: readonly RowName[] = []): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const since = performance.now();
      this.#queue.push({ first, run, since, resolve: resolve as (value: unknown) => void, reject });
      this.#arrived();
      this.#running ??= this.#drain();
    });
  }

  async idle(): Promise<void> {
    while (this.#running || this.#flight?.isOver === false) await (this.#running ?? this.#flight?.over);
  }

  async #drain(): Promise<void> {
    await turn();
    try {
      while (this.#queue.length > 0) await this.#next();
    } finally {
      this.#running = null;
      if (this.#queue.length > 0) this.#running = this.#drain();
    }
  }

  /** Prepares the next transaction, and sends it off as soon as that before it is over. */
  async #next(): Promise<void> {
    const lane = this.#lanes[(this.#turn += 1) % this.#lanes.length] as Lane;
    const ahead = this.#flight?.isOver === false ? this.#flight : null;
    const jobs: Job[] = [];
    const flight: Flight = { over: Promise.resolve(true), isOver: false, rows: null };
    try {
      lane.together.open(ahead);
      const done = await this.#prepare(lane, jobs, ahead);
      const { statements, rows } = await lane.together.take();
      flight.rows = rows;
      flight.over = this.#send(lane, jobs, statements, done);
    } catch {
      await ahead?.over;
      flight.over = this.#oneByOne(lane, jobs);
    }
    this.#flight = flight;
    void flight.over.finally(() => (flight.isOver = true));
  }

  /** Runs what is queued, and what arrives as long as the transaction could not set off anyway. */
  async #prepare(lane: Lane, jobs: Job[], ahead: Flight | null): Promise<(() => void)[]> {
    const done: (() => void)[] = [];
    for (;;) {
      const more = this.#queue.splice(0, BATCH - jobs.length);
      jobs.push(...more);
      lane.together.fetch(more);
      for (const job of more) done.push(await lane.together.job(job, lane.db));
      if (!ahead || ahead.isOver || jobs.length >= BATCH) return done;
      const arrival = new Promise<void>((arrived) => (this.#arrived = arrived));
      if (this.#queue.length === 0) await Promise.race([ahead.over, arrival]);
      await turn();
    }
  }

  async #send(lane: Lane, jobs: Job[], statements: string, done: (() => void)[]): Promise<boolean> {
    try {
      await this.#commit(statements);
    } catch {
      return this.#oneByOne(lane, jobs);
    }
    lane.together.over();
    for (const settle of done) settle();
    return true;
  }

  /** What could not be written together: whose fault it was, only each by itself can tell. */
  async #oneByOne({ together, db }: Lane, given: Job[]): Promise<false> {
    const done: (() => void)[] = [];
    let jobs = given;
    try {
      jobs = await this.#begin(together, given);
      if (jobs.length === 0) return false;
      for (const job of jobs) done.push(await together.job(job, db));
      await this.#commit('');
      together.over();
      for (const settle of done) settle();
    } catch (error) {
      together.rollBack();
      for (const job of jobs) job.reject(error);
    }
    return false;
  }

  /**
   * Begins a transaction; resolves to the jobs that still wait. The driver would wait for a lock on the thread that answers
   * requests: nothing else would be answered meanwhile.
   */
  async #begin(together: Together, given: Job[]): Promise<Job[]> {
    let jobs = given;
    for (;;) {
      try {
        together.again();
        return jobs;
      } catch (error) {
        if (!isLocked(error)) throw error;
        const isLate = ({ since }: Job) => performance.now() - since >= LOCK_MS;
        for (const job of jobs.filter(isLate)) job.reject(error);
        jobs = jobs.filter((job) => !isLate(job));
        if (jobs.length === 0) return jobs;
        await wait(TRY_MS);
      }
    }
  }
}

// Group commit for one writing connection: the writes that arrive while a transaction is committed share the next one.
// `npm run bench -- check-ins`: one fsync for up to 256 reports instead of one for each; see decision 0041.
import { setTimeout as wait } from 'node:timers/promises';
import { nextTurn } from '#server/pipeline/event-loop.ts';
import { errorCode } from '#server/unknown.ts';
import type { Db } from '#server/db/engine.ts';

/** The writing connection. */
export interface Connection {
  exec(statement: string): void;
  /** Commits on a thread of the driver. Resolves when all is on the disk; until then nothing else may be executed. */
  commit(): Promise<unknown>;
}

/** Work on the writing connection, and its caller. */
interface Job {
  run(db: Db): Promise<unknown>;
  /** When it arrived, by `performance.now()`. */
  since: number;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

/** More would make the first caller of a batch wait too long for its answer. */
const BATCH = 256;

/** How long (ms) a write waits for a lock that another process holds, and the time between two attempts. */
const LOCK_MS = 5000;
const RETRY_MS = 25;

const isLocked = (error: unknown): boolean => errorCode(error)?.startsWith('SQLITE_BUSY') ?? false;

/** Serializes writes on one connection; a job that fails undoes only itself. */
export class GroupCommit {
  readonly #queue: Job[] = [];
  #running: Promise<void> | null = null;
  readonly #db: Db;
  readonly #connection: Connection;

  constructor(db: Db, connection: Connection) {
    this.#db = db;
    this.#connection = connection;
  }

  /** Resolves after the commit (and its fsync) that contains the work. */
  enqueue<T>(run: (db: Db) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const since = performance.now();
      // The queue holds writes of every result: `resolve` only gets what `run` of the same entry returned.
      this.#queue.push({ run, since, resolve: resolve as (value: unknown) => void, reject });
      this.#running ??= this.#drain();
    });
  }

  async idle(): Promise<void> {
    await this.#running;
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      // Requests that arrive together are read within one turn.
      await nextTurn();
      await this.#runBatch(await this.#begin(this.#queue.splice(0, BATCH)));
    }
    this.#running = null;
  }

  /** Runs the jobs in one transaction; where it cannot be committed all of them fail. */
  async #runBatch(jobs: Job[]): Promise<void> {
    if (jobs.length === 0) return;
    try {
      const settles: (() => void)[] = [];
      for (const job of jobs) settles.push(await this.#runJob(job));
      await this.#connection.commit();
      for (const settle of settles) settle();
    } catch (error) {
      this.#rollBack();
      for (const { reject } of jobs) reject(error);
    }
  }

  /** @returns what settles the job after the commit. @throws where SQLite ended the whole transaction, as on a full disk */
  async #runJob({ run, resolve, reject }: Job): Promise<() => void> {
    this.#connection.exec('savepoint job');
    try {
      const value = await run(this.#db);
      this.#connection.exec('release job');
      return () => resolve(value);
    } catch (error) {
      if (!this.#undoJob()) throw error;
      return () => reject(error);
    }
  }

  #undoJob(): boolean {
    try {
      this.#connection.exec('rollback to job; release job');
      return true;
    } catch {
      return false;
    }
  }

  #rollBack(): void {
    try {
      this.#connection.exec('rollback');
    } catch {
      // Nothing is left to roll back: SQLite ends the transaction itself on a full disk.
    }
  }

  /**
   * Begins a transaction; resolves to the jobs that are still waiting. The driver would wait for a lock on the thread that
   * answers requests, and block every other request.
   */
  async #begin(given: Job[]): Promise<Job[]> {
    let jobs = given;
    while (jobs.length > 0) {
      try {
        this.#connection.exec('begin immediate');
        return jobs;
      } catch (error) {
        const isLate = ({ since }: Job) => !isLocked(error) || performance.now() - since >= LOCK_MS;
        for (const { reject } of jobs.filter(isLate)) reject(error);
        jobs = jobs.filter((job) => !isLate(job));
        if (jobs.length > 0) await wait(RETRY_MS);
      }
    }
    return jobs;
  }
}

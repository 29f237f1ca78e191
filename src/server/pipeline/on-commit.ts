// One durable unit of work, and the subscribers to what it committed.
import type { Db, Store } from '#server/db/engine.ts';
import type { ExcludedSocket } from './answered-record.ts';
import { merged, type RecordChange } from './changes.ts';
import type { Log } from './logger.ts';
import type { Unit } from './unit-of-work.ts';

/** The changes of one committed unit of work. */
export interface Commit {
  /** Each changed record once, in the order in which they were first changed. */
  changes: readonly RecordChange[];
  /** The socket that gets no event of the record that is answered to it. */
  excluded: ExcludedSocket | null;
  /** True where the server changed them by itself, at no request. */
  job: boolean;
}

/** Called after each commit with changes, in the order of the commits. */
export type Subscriber = (commit: Commit) => void;

/** The subscribers of one server. One that fails is logged: the commit stands, and the other subscribers and the answer get it. */
export class CommitSubscribers {
  readonly #subscribers = new Map<string, Subscriber>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  /** @param name stands in the log where the subscriber fails */
  subscribe(name: string, subscriber: Subscriber): void {
    this.#subscribers.set(name, subscriber);
  }

  /** Publishes the changes of a committed unit, then runs its `afterCommit`. */
  publish({ changes, origin, afterCommit }: Unit, excluded: ExcludedSocket | null): void {
    if (changes.length > 0) {
      const commit = { changes: merged(changes), excluded, job: origin.by.kind === 'server' };
      for (const [name, subscriber] of this.#subscribers) this.#attempt(name, () => subscriber(commit));
    }
    for (const work of afterCommit) this.#attempt('work', work);
  }

  #attempt(name: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#log.failure(`${name} failed after a commit`, error);
    }
  }
}

/** How units are written durably. */
export interface UnitOfWorkOptions {
  store: Store;
  /** Called within the transaction, at the end of each unit in which something was done. */
  beforeCommit(unit: Unit): Promise<void>;
  subscribers: CommitSubscribers;
}

/**
 * Writes one durable unit and publishes it after the commit, or never.
 *
 * @param excluded returns the socket that gets no event of the record in the result
 */
export async function writeUnit<T>(
  { store, beforeCommit, subscribers }: UnitOfWorkOptions,
  open: (db: Db) => Unit,
  work: (unit: Unit) => Promise<T>,
  excluded: (result: T) => ExcludedSocket | null,
): Promise<T> {
  const { unit, result } = await store.write(async (db) => {
    const unit = open(db);
    const result = await work(unit);
    if (unit.changes.length > 0 || unit.acts.length > 0) await beforeCommit(unit);
    return { unit, result };
  });
  subscribers.publish(unit, excluded(result));
  return result;
}

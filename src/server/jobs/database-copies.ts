// Every night: the file of the embedded database is checked, and copied. After an unclean end it is checked at the start too.
import type { Cause } from '#contract/cause.ts';
import { shifted } from '#contract/time/calendar.ts';
import type { Log } from '#server/pipeline/logger.ts';
import type { DatabaseFile } from '#server/ports/database-file.ts';
import type { CopiesState, DatabaseCheck } from '#server/services.ts';
import { errorMessage } from '#server/unknown.ts';
import type { Job } from './scheduler.ts';

const HOUR_MS = 3_600_000;
/** By the clock of the machine. */
const NIGHT = { hour: 2, minute: 30 };
/** A machine that was off at night makes up for it a while after its start. */
const AFTER_START_MS = HOUR_MS / 6;
const RETRY_MS = HOUR_MS;
const MAX_COPIES = 7;
const MOST_REASON = 200;
/** Of what would be free without any copy. */
const SHARE = 1 / 4;
/** A large database is read for minutes. */
const PATIENCE_MS = HOUR_MS;

/** The status that `/readyz` reports: the errors themselves are in the log. */
export const statusOf = ({ checkedAt, faults }: DatabaseCheck): { checkedAt: string | null; check: string } => ({
  checkedAt,
  check: checkedAt === null ? 'none yet' : faults.length > 0 ? 'damaged' : 'ok',
});

/** The most copies that may be stored. */
export function copiesThatFit(room: { bytes: number; free: number }, copies: readonly { bytes: number }[]): number {
  const free = copies.reduce((sum, { bytes }) => sum + bytes, room.free);
  return Math.min(MAX_COPIES, Math.floor((free * SHARE) / Math.max(1, room.bytes)));
}

/** The last moment before `now` at which copies are made, and the next one. */
function nightsAround(now: string): { last: string; next: string } {
  const at = new Date(now);
  at.setHours(NIGHT.hour, NIGHT.minute, 0, 0);
  const other = new Date(at);
  const isPast = at.getTime() <= Date.parse(now);
  other.setDate(at.getDate() + (isPast ? 1 : -1));
  const [last, next] = isPast ? [at, other] : [other, at];
  return { last: last.toISOString(), next: next.toISOString() };
}

const nameOf = (now: string): string => {
  const at = new Date(now);
  const [month, day] = [at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0'));
  return `backwatch-${at.getFullYear()}-${month}-${day}.db`;
};

class CopyTooLarge extends Error {
  readonly bytes: number;
  constructor(bytes: number) {
    super(`A copy of ${bytes} bytes takes over a quarter of the free space.`);
    this.bytes = bytes;
  }
}

interface CopiesOptions {
  now: () => string;
  log: Log;
  /** Raises the alarm of a copy that failed; null ends it. */
  notifyAdministrators(cause: Cause | null): Promise<void>;
}

/** The nightly work on the file of the embedded database. */
export class DatabaseCopies {
  readonly job: Job;
  lastCheck: DatabaseCheck = { checkedAt: null, faults: [] };

  readonly #file: DatabaseFile;
  readonly #now: () => string;
  readonly #log: Log;
  readonly #notifyAdministrators: CopiesOptions['notifyAdministrators'];
  #mustCheck: boolean;
  #copyAt: string | null = null;
  #isRunning = false;
  #failure: Cause | null = null;

  constructor(file: DatabaseFile, { now, log, notifyAdministrators }: CopiesOptions) {
    this.#file = file;
    this.#notifyAdministrators = notifyAdministrators;
    this.#now = now;
    this.#log = log;
    this.#mustCheck = file.endedUncleanly;
    this.job = {
      name: 'database copies',
      patienceMs: PATIENCE_MS,
      nearest: async () => (this.#mustCheck ? now() : this.#nextCopyAt()),
      run: () => this.#runOnce(),
      stop: () => file.close(),
    };
  }

  /** Makes a copy due now. The caller wakes the scheduler. */
  request(): void {
    this.#copyAt = this.#now();
  }

  /** The copies that there are, newest first, and whether one is being made. */
  async state(): Promise<CopiesState> {
    const nextAt = await this.#nextCopyAt();
    const copies = await this.#file.copies();
    return { isRunning: this.#isRunning || nextAt <= this.#now(), nextAt, failure: this.#failure, copies };
  }

  async #runOnce(): Promise<number> {
    this.#isRunning = true;
    try {
      return await this.#run();
    } catch (error) {
      return await this.#fail(error);
    } finally {
      this.#isRunning = false;
    }
  }

  async #nextCopyAt(): Promise<string> {
    if (this.#copyAt !== null) return this.#copyAt;
    const { last, next } = nightsAround(this.#now());
    const [newest] = await this.#file.copies();
    return (this.#copyAt = newest && newest.at >= Date.parse(last) ? next : shifted(this.#now(), AFTER_START_MS));
  }

  async #run(): Promise<number> {
    const isNight = this.#now() >= (await this.#nextCopyAt());
    if (!isNight && !this.#mustCheck) return 0;
    // A copy of what is damaged must not take the place of one that is sound.
    const isSound = await this.#check();
    if (!isNight) return 1;
    if (isSound) await this.#copy();
    this.#failure = isSound ? null : { code: 'databaseDamaged' };
    await this.#notifyAdministrators(this.#failure);
    this.#copyAt = nightsAround(this.#now()).next;
    return 1;
  }

  /** Throwing would make the server unready for a copy that it can do without for an hour. */
  async #fail(error: unknown): Promise<number> {
    this.#mustCheck = false;
    this.#copyAt = shifted(this.#now(), RETRY_MS);
    this.#log.failure('the database could not be copied', error);
    const text = errorMessage(error).split('\n')[0]?.slice(0, MOST_REASON) ?? '';
    this.#failure =
      error instanceof CopyTooLarge ? { code: 'copyTooLarge', bytes: error.bytes } : { code: 'foreign', text };
    try {
      await this.#notifyAdministrators(this.#failure);
    } catch (why) {
      this.#log.failure('the alarm of a copy that failed could not be raised', why);
    }
    return 0;
  }

  async #check(): Promise<boolean> {
    const faults = await this.#file.check();
    this.lastCheck = { checkedAt: this.#now(), faults };
    this.#mustCheck = false;
    if (faults.length > 0) this.#log.failure('the database is damaged', new Error(faults.join('; ')));
    return faults.length === 0;
  }

  async #copy(): Promise<void> {
    const room = await this.#file.room();
    const fit = copiesThatFit(room, await this.#file.copies());
    if (fit < 1) throw new CopyTooLarge(room.bytes);
    // The newest stays until there is another.
    await this.#prune(Math.max(1, fit - 1));
    await this.#file.copy(nameOf(this.#now()));
    await this.#prune(fit);
    const instead = `${fit} nightly copies are kept instead of ${MAX_COPIES}: more would take over a quarter of the free space`;
    if (fit < MAX_COPIES) this.#log.warn(instead, { ...room });
  }

  async #prune(count: number): Promise<void> {
    for (const { name } of (await this.#file.copies()).slice(count)) await this.#file.remove(name);
  }
}

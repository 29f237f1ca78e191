// The server's own problems: an outside watcher gets a heartbeat while there are none, administrators a push while
// there are.
import { hasAlarm, ownTroubles, type OwnTrouble } from '#contract/notifications/own-trouble.ts';
import type { Log } from '#server/pipeline/logger.ts';

const EVERY_MS = 60_000;
/** One bad minute may be a restart of the database. */
const BAD_MINUTES = 2;
/** As instants differ by a little from minute to minute. */
const PUSH_EVERY_MS = 3_600_000 - 1000;

export interface MonitorParts {
  /** Returns the current problems, in any order. */
  troubles(): Promise<OwnTrouble[]>;
  /** Reads the administrators while the database is available; they stay in memory for when it is not. */
  remember(): Promise<void>;
  /** Notifies them, without writing anything. */
  notifyAdministrators(troubles: readonly OwnTrouble[]): Promise<void>;
  /** Sends the heartbeat to the outside watcher; null where there is none. */
  beat: (() => Promise<void>) | null;
  /** Milliseconds since 1970. */
  clock(): number;
  log: Log;
}

export class SelfMonitor {
  readonly #parts: MonitorParts;
  #timer: NodeJS.Timeout | null = null;
  #badMinutes = 0;
  #notifiedAt = -Infinity;
  #running: Promise<void> | null = null;

  constructor(parts: MonitorParts) {
    this.#parts = parts;
  }

  start(): void {
    void this.look();
    this.#timer = setInterval(() => void this.look(), EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#running;
  }

  /** Runs each minute; never two at once, never rejects. */
  look(): Promise<void> {
    return (this.#running ??= this.#look()
      .catch((error: unknown) => void this.#parts.log.failure('the server could not look after itself', error))
      .finally(() => (this.#running = null)));
  }

  async #look(): Promise<void> {
    const { troubles, remember, notifyAdministrators, beat, clock, log } = this.#parts;
    const found = await troubles();
    const current = ownTroubles.filter((one) => found.includes(one));
    const unalarmed = current.filter((one) => !hasAlarm(one));
    if (unalarmed.length === 0) await remember();
    if (current.length === 0) await beat?.();
    this.#badMinutes = unalarmed.length === 0 ? 0 : this.#badMinutes + 1;
    if (this.#badMinutes < BAD_MINUTES || Math.abs(clock() - this.#notifiedAt) < PUSH_EVERY_MS) return;
    this.#notifiedAt = clock();
    log.warn('administrators are told of trouble of this server', { troubles: unalarmed });
    await notifyAdministrators(unalarmed);
  }
}

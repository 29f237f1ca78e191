// Errors of the database or the disk, not of the request: recognized here, and counted by the self-monitor.
import { errorCode, errorMessage } from '#server/unknown.ts';
import type { Log } from './logger.ts';

/** `disk`: no room left. `database`: cannot be reached, or locked by another process. */
export type Outage = 'disk' | 'database';

/** How the engines and the disk say that there is no room. */
const FULL = new Set(['SQLITE_FULL', '53100', 'ENOSPC', 'E_DISK_FULL']);

/** How a connection says that there is no database behind it, or that it is held by another process. */
const AWAY = new Set(
  'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENOTFOUND EAI_AGAIN 57P01 57P02 57P03 53300 SQLITE_BUSY SQLITE_BUSY_SNAPSHOT'.split(
    ' ',
  ),
);

/** pg gives no code where the connection ended under a query, or none came to be. */
const LOST =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;

/** Which of them an error means, or null. */
export function outageOf(thrown: unknown): Outage | null {
  const code = errorCode(thrown) ?? '';
  if (FULL.has(code)) return 'disk';
  return AWAY.has(code) || code.startsWith('08') || LOST.test(errorMessage(thrown)) ? 'database' : null;
}

/** An outage counts this long (ms) after it was last seen: every server writes each half minute. */
const FELT_MS = 90_000;

/** Remembers outages for 90 seconds after they were last seen, for readiness and the server’s own alarms. */
export class Outages {
  readonly #seen = new Map<Outage, number>();
  readonly #clock: () => number;

  /** @param clock milliseconds since 1970 */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  note(error: unknown): void {
    const outage = outageOf(error);
    if (outage) this.#seen.set(outage, this.#clock());
  }

  current(): Outage[] {
    return [...this.#seen].filter(([, at]) => Math.abs(this.#clock() - at) <= FELT_MS).map(([outage]) => outage);
  }
}

/** The same log; what is logged as a failure is noted as well. */
export const notingLog = (log: Log, outages: Outages): Log => ({
  ...log,
  failure(message, error, id) {
    outages.note(error);
    return log.failure(message, error, id);
  },
});

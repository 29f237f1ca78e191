// UUIDv7: ids that sort by the moment they were made.
import { randomFillSync, randomUUID } from 'node:crypto';
import { v7 } from 'uuid';

const SIZE = 16;
/** Asking the system for sixteen bytes costs as much as asking it for a page of them. */
const pool = new Uint8Array(256 * SIZE);
let used = pool.length;

function random(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += SIZE;
  return pool.slice(used - SIZE, used);
}

/** The id of one request, under which a failure is found in the log: short enough to be read out. */
export const requestId = (): string => randomUUID().slice(-12);

/** @param msecs epoch milliseconds of the clock that the caller owns */
export const uuidv7 = (msecs: number): string => v7({ msecs, random: random() });

const TIME_DIGITS = 12;

/** Returns a text that sorts before every id made at `msecs` or later, and after every earlier id. */
export function firstIdAt(msecs: number): string {
  const time = Math.max(0, msecs).toString(16).padStart(TIME_DIGITS, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-`;
}

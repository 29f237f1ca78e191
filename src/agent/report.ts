// Reports the progress of a run to the server, as text. A report that fails stops nothing.
import { randomBytes } from 'node:crypto';
import type { Clock } from './clock.ts';
import { reasonOf, type Log } from './log.ts';
import { Stopped, type Ask } from './protocol.ts';

const TEXT_MAX = 10_000;

/** Never rejects; resolves true when the server took it. */
export type Report = (
  system: string,
  event: 'start' | 'failed' | 'log',
  text: string,
  runId: string,
  /** Of a failure: the date of the backup that was not stored. */
  date?: string,
) => Promise<boolean>;

export function makeReport(ask: Ask, clock: Clock, log: Log): Report {
  return async (system, event, text, runId, date) => {
    const at = new Date(clock.now()).toISOString();
    try {
      await ask('report', { system, event, at, sentAt: at, text: clip(text), runId, ...(date && { date }) });
      return true;
    } catch (error) {
      if (!(error instanceof Stopped)) log('warn', `A report was not taken: ${reasonOf(error)}`, { system, event });
      return false;
    }
  };
}

/** At most 10,000 characters: of a longer text its head and its tail. */
export function clip(text: string): string {
  if (text.length <= TEXT_MAX) return text;
  const gap = '\n[...]\n';
  const half = (TEXT_MAX - gap.length) / 2;
  return text.slice(0, Math.ceil(half)) + gap + text.slice(-Math.floor(half));
}

/** A UUIDv7. */
export function newRunId(now: number): string {
  const hex = now.toString(16).padStart(12, '0').slice(-12) + randomBytes(10).toString('hex');
  const variant = '89ab'[Number.parseInt(hex.slice(16, 17), 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

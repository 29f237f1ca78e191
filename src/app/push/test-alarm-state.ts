// The stage of a test alarm, derived from its status on the server. Pure.
import type { Answer } from '#app/api/types.ts';

export type TestStatus = Answer<'push', 'status'>;

/**
 * - leaving: on its way to the push service.
 * - accepted: the push service has it, this device has not shown it yet.
 * - late: so for longer than a waking phone needs.
 * - shown: the device showed it; only the user knows whether it made a sound.
 * - rang, silent: the user's answer.
 * - gone: the push service does not know this device any more.
 * - failed: rejected, or given up.
 */
export type TestStage = 'leaving' | 'accepted' | 'late' | 'shown' | 'rang' | 'silent' | 'gone' | 'failed';

/** A running test alarm. */
export interface TestAlarm {
  pushId: string;
  /** ISO instant, of the server. */
  askedAt: string;
  /** By this device's clock, epoch ms. */
  begunAt: number;
  status: TestStatus | null;
  /** The user's answer; null before one. */
  rang: boolean | null;
  /** The server could not be asked how far it got. */
  unanswered: boolean;
}

const LATE_MS = 20_000;
const WATCHED_MS = 10 * 60_000;

/** The current stage; `now` by the clock that `begunAt` was read from. */
export function stageOf({ status, rang, begunAt }: TestAlarm, now: number): TestStage {
  if (rang === true || (status?.rangAt ?? null) !== null) return 'rang';
  if (rang === false) return 'silent';
  if (status?.shownAt) return 'shown';
  if (status?.status === 'gone') return 'gone';
  if (status?.status === 'refused' || status?.status === 'failed') return 'failed';
  if (now - begunAt > LATE_MS) return 'late';
  return status?.status === 'sent' ? 'accepted' : 'leaving';
}

/** Time until the next status request, ms; null when the stage is final. */
export function askAgainIn(testAlarm: TestAlarm, now: number): number | null {
  const stage = stageOf(testAlarm, now);
  if (stage === 'rang' || stage === 'silent' || stage === 'gone' || stage === 'failed') return null;
  if (now - testAlarm.begunAt > WATCHED_MS) return null;
  // Shown, it may still be touched on the lock screen; late, it may still come.
  return stage === 'shown' || stage === 'late' ? 3000 : 700;
}

/** Whole seconds from leaving the server to being shown, 1 at least; null while not shown. */
export function roundTripSeconds({ status, askedAt }: TestAlarm): number | null {
  if (!status?.shownAt) return null;
  return Math.max(1, Math.round((Date.parse(status.shownAt) - Date.parse(askedAt)) / 1000));
}

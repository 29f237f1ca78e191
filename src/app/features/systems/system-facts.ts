// Short texts about a system: its schedule, its platform, and the numbers of its strip.
import { reader } from '#app/device/reader.ts';
import type { Tense } from '#app/realtime/tense.ts';
import { daysBetween, formatTime } from '#text/format.ts';
import * as m from '#text/messages.js';
import { dayTick, stripDayAt } from './system-days.ts';
import type { System } from './system-format.ts';

type Schedule = NonNullable<System['schedule']>;

/** "Every day", "Every 2 weeks". */
export const scheduleLabel = ({ intervalUnit, intervalValue }: Schedule): string =>
  m.systems_every({ count: intervalValue, unit: intervalUnit });

/** The same inside a line: "every 2 weeks". */
export const scheduleInRow = ({ intervalUnit, intervalValue }: Schedule): string =>
  m.systems_every_in_row({ count: intervalValue, unit: intervalUnit });

const runs: Record<System['lastBackupStatus'], (inputs: { tense: Tense }) => string> = {
  ok: m.systems_run_ok,
  failed: m.systems_state_failed,
  running: m.systems_status_running,
  never: m.systems_never,
};

/** The result of the last run: "Stored", "Failed", "Running", or "Was running". */
export const lastRunLabel = ({ lastBackupStatus }: Pick<System, 'lastBackupStatus'>, tense: Tense): string =>
  runs[lastBackupStatus]({ tense });

const platforms: readonly (readonly [RegExp, () => string])[] = [
  [/^win/i, () => 'Windows'],
  [/^(?:darwin|mac)/i, () => 'macOS'],
  [/raspberry|^rpi/i, m.systems_platform_raspberry_pi],
  [/^linux/i, () => 'Linux'],
];

/** The usual name of a platform; an unknown one as its client reports it. */
export const platformLabel = (reported: string | null): string =>
  platforms.find(([pattern]) => pattern.test(reported ?? ''))?.[1]() ?? reported ?? '';

/** The strip in numbers: "25 ok, 1 late, 1 missed". `missedOn`: the day of the newest missed one, for a text without the drawing. */
export function stripCounts(strip: string, missedOn?: string): string {
  const count = (letter: string) => strip.split(letter).length - 1;
  const [ok, late, missed] = [count('o'), count('l'), count('m')];
  const all = [m.systems_strip_ok({ count: ok })];
  if (late > 0) all.push(m.systems_strip_late({ count: late }));
  if (missed > 0)
    all.push(
      missedOn === undefined
        ? m.systems_strip_missed({ count: missed })
        : m.systems_strip_missed_on({ count: missed, date: missedOn }),
    );
  return all.join(', ');
}

type StripOwner = Pick<System, 'strip' | 'stripDay' | 'dueAt'>;

/** The time of a backup that is still to come today, as the reader counts days. */
function dueToday(dueAt: string | null, now: number): string | undefined {
  if (dueAt === null || Date.parse(dueAt) <= now) return undefined;
  return daysBetween(dueAt, now, reader()) === 0 ? formatTime(dueAt, reader()) : undefined;
}

/** The strip in words: "25 ok, 1 late, 1 missed on 20 Nov, today due 18:00". */
export function stripSentence(owner: StripOwner, now: number): string {
  const { strip } = owner;
  const counts = stripCounts(strip, dayTick(stripDayAt(owner, strip.lastIndexOf('m'))));
  const time = dueToday(owner.dueAt, now);
  return time === undefined ? counts : `${counts}, ${m.systems_strip_due({ time })}`;
}

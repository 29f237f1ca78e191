// The days of a strip in the time zone of the organization: the date and the text of each cell.
import { reader } from '#app/device/reader.ts';
import { dayOf, instantOf } from '#app/device/zone-days.ts';
import { tenseOf } from '#app/realtime/tense.ts';
import { formatBytes, formatDate, formatDay, formatMoment, formatTime } from '#text/format.ts';
import * as m from '#text/messages.js';
import type { Answer } from '#app/api/types.ts';
import type { System } from './system-format.ts';

export type Backup = Answer<'backup', 'list'>['rows'][number];

const DAY_MS = 24 * 3600_000;
/** A day some days before another: ("2026-11-20", 1) is "2026-11-19". */
export const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) - days * DAY_MS).toISOString().slice(0, 10);

const noonOf = (day: string): string => `${day}T12:00:00.000Z`;
// A day has no zone: its noon in UTC is formatted in UTC.
const dayReader = () => ({ ...reader(), timeZone: 'UTC' });

/** "Thu 20 Nov". */
export const dayTitle = (day: string): string => formatDay(noonOf(day), dayReader());

/** "20 Nov". */
export const dayTick = (day: string): string => formatDate(noonOf(day), Date.parse(noonOf(day)), dayReader());

type DatedStrip = Pick<System, 'strip' | 'stripDay'>;

/** The day of a cell by its index. Counted from the day of the answer: a cached strip does not end today. */
export const stripDayAt = ({ strip, stripDay }: DatedStrip, index: number): string =>
  dayBefore(stripDay, strip.length - 1 - index);

/** The days of a strip, oldest first. */
export const stripDays = (dated: DatedStrip): string[] => [...dated.strip].map((_, index) => stripDayAt(dated, index));

/** The index of the day to select first: the newest missed one, else the newest one with a backup. */
export function firstRead(strip: string): number {
  const missed = strip.lastIndexOf('m');
  if (missed >= 0) return missed;
  const came = Math.max(strip.lastIndexOf('o'), strip.lastIndexOf('l'), strip.lastIndexOf('r'));
  return came >= 0 ? came : strip.length - 1;
}

/** The day of a moment as customer and reader count it: "Fri 20 Nov", or both where they differ. */
function titleAt(iso: string, day: string): string {
  const own = dayOf(iso, reader().timeZone);
  return own === day ? dayTitle(day) : m.systems_day_both({ there: dayTitle(day), here: dayTitle(own) });
}

/** The newest backups, which a strip is read with. */
export const NEWEST = 40;

/** Without the day at which the limit cut them off: its first backup may not be among them. */
function wholeDays(backups: readonly Backup[], timeZone: string): readonly Backup[] {
  const oldest = backups[NEWEST - 1];
  if (!oldest) return backups;
  const cut = dayOf(oldest.date, timeZone);
  return backups.filter(({ date }) => dayOf(date, timeZone) !== cut);
}

/**
 * Title and text of a cell: ["Thu 20 Nov", "missed, due 18:00"]. The day is the organization's, the time the reader's; the
 * title has both dates where they differ. `backups`: the newest ones, of which those with a fault are ignored; `past`: the
 * system is only cached.
 */
export function readDay(
  system: DatedStrip & Pick<System, 'dueAt' | 'organization'>,
  backups: readonly Backup[],
  index: number,
  now: number,
  past = false,
): [day: string, text: string] {
  const { dueAt, organization } = system;
  const { timeZone } = organization;
  const day = stripDayAt(system, index);
  const cell = system.strip[index] ?? '.';
  const due = dueAt !== null && dayOf(dueAt, timeZone) === day ? dueAt : null;
  const backup = wholeDays(backups, timeZone).findLast(({ date, fault }) => !fault && dayOf(date, timeZone) === day);
  if (backup !== undefined && cell !== 'm') {
    const size = formatBytes(backup.size, reader());
    const time = formatTime(backup.date, reader());
    return [titleAt(backup.date, day), m.systems_day_came({ cell, time, size })];
  }
  if (due === null || (cell !== '.' && cell !== 'm'))
    return [dayTitle(day), m.systems_day({ cell, tense: tenseOf(past) })];
  const time = formatTime(due, reader());
  const text =
    cell === 'm'
      ? m.systems_day_missed_due({ time })
      : m.systems_day_due({ time, tense: tenseOf(Date.parse(due) <= now) });
  return [titleAt(due, day), text];
}

/** A time under the title of a day; with its weekday where the reader's day is another: "Fri 00:30". */
export const timeOn = (iso: string, day: string): string =>
  formatMoment(iso, instantOf(day, 12, reader().timeZone), reader());

const USUAL_OF = 10;
const MAX_SHARE = 2;
const MIN_SHARE = 0.5;

/** The median size of up to ten backups without a fault, bytes; null for fewer than three. */
export function usualSize(backups: readonly Pick<Backup, 'size' | 'fault'>[]): number | null {
  const sizes = backups
    .filter(({ fault }) => !fault)
    .slice(0, USUAL_OF)
    .map(({ size }) => size)
    .toSorted((a, b) => a - b);
  if (sizes.length < 3) return null;
  const middle = Math.floor(sizes.length / 2);
  const [low = 0, high = 0] = [sizes[middle - 1], sizes[middle]];
  return sizes.length % 2 === 1 ? high : (low + high) / 2;
}

/** The least and the largest size (bytes) that count as usual: 50 to 200 % of the usual one. */
export const usualRange = (usual: number): readonly [number, number] => [usual * MIN_SHARE, usual * MAX_SHARE];

/** The direction in which a size is outside the usual range. */
export function unusualSize(size: number, usual: number | null): 'small' | 'large' | null {
  if (usual === null || usual === 0) return null;
  const [least, most] = usualRange(usual);
  if (size < least) return 'small';
  return size > most ? 'large' : null;
}

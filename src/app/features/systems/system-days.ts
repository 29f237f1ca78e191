// The days of a strip: which day each cell is, in the time zone of the organization, and what is said of it.
import { bytesWords, clockWords, dayWords } from '#app/ui/format.ts';
import type { Answer } from '#app/api/types.ts';
import { type System, cellFact } from './system-format.ts';

export type Backup = Answer<'backup', 'list'>['rows'][number];

const DAY_MS = 24 * 3600_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** The day of an instant in a zone: "2026-11-20". */
export function dayOf(instant: string | number, timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(timeZone, format);
  }
  return format.format(typeof instant === 'string' ? Date.parse(instant) : instant);
}

/** A day some days before another: ("2026-11-20", 1) is "2026-11-19". */
export const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) - days * DAY_MS).toISOString().slice(0, 10);

/** "Thu 20 Nov". */
export const dayTitle = (day: string): string => dayWords(`${day}T12:00:00`);

/** The days of a strip, oldest first, the last one being today. */
export function stripDays(strip: string, now: number, timeZone: string): string[] {
  const today = dayOf(now, timeZone);
  return [...strip].map((_, index) => dayBefore(today, strip.length - 1 - index));
}

/** The day to read first: the newest one that was missed, else the newest on which something came. */
export function firstRead(strip: string): number {
  const missed = strip.lastIndexOf('m');
  if (missed >= 0) return missed;
  const came = Math.max(strip.lastIndexOf('o'), strip.lastIndexOf('l'), strip.lastIndexOf('r'));
  return came >= 0 ? came : strip.length - 1;
}

/** Day and fact of a cell: ["Thu 20 Nov", "missed, due 18:00"]. `backups`: those that are at hand. */
export function readDay(
  { strip, dueAt, organization: { timeZone } }: Pick<System, 'strip' | 'dueAt' | 'organization'>,
  backups: readonly Backup[],
  index: number,
  now: number,
): [day: string, fact: string] {
  const day = stripDays(strip, now, timeZone)[index] ?? dayOf(now, timeZone);
  const cell = strip[index] ?? '.';
  const due = dueAt !== null && dayOf(dueAt, timeZone) === day ? clockOn(dueAt, day) : null;
  const came = backups.filter((backup) => dayOf(backup.date, timeZone) === day).at(-1);
  if (came !== undefined && cell !== 'm')
    return [dayTitle(day), `${cellFact(cell)} ${clockOn(came.date, day)}, ${bytesWords(came.size)}`];
  if (due !== null && cell === '.')
    return [dayTitle(day), Date.parse(dueAt ?? '') > now ? `due ${due}` : `was due ${due}`];
  return [dayTitle(day), due === null || cell !== 'm' ? cellFact(cell) : `missed, due ${due}`];
}

/** The reader's time of something under the title of a day; with its weekday where the reader's day is another: "Fri 00:30". */
export const clockOn = (iso: string, day: string): string => clockWords(iso, new Date(`${day}T12:00:00`).getTime());

const USUAL_OF = 10;
const MOST = 2;
const LEAST = 0.5;

/** The median size of up to ten backups, bytes; null when there are fewer than three to judge by. */
export function usualSize(backups: readonly Pick<Backup, 'size'>[]): number | null {
  const sizes = backups
    .slice(0, USUAL_OF)
    .map(({ size }) => size)
    .toSorted((a, b) => a - b);
  if (sizes.length < 3) return null;
  const middle = Math.floor(sizes.length / 2);
  const [low = 0, high = 0] = [sizes[middle - 1], sizes[middle]];
  return sizes.length % 2 === 1 ? high : (low + high) / 2;
}

/** Whether a size lies outside 50 to 200 % of what is usual, and which way. */
export function oddSize(size: number, usual: number | null): 'small' | 'large' | null {
  if (usual === null || usual === 0) return null;
  if (size < usual * LEAST) return 'small';
  return size > usual * MOST ? 'large' : null;
}

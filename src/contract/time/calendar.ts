// Calendar arithmetic in a time zone: adds intervals to instants, counts local days and days on which a backup was due.

/** The unit of an interval. Months are those of the calendar. */
export type IntervalUnit = 'Days' | 'Weeks' | 'Months';

/** A period of `intervalValue` (an integer >= 1) days, weeks or months of the calendar. */
export interface Interval {
  intervalUnit: IntervalUnit;
  intervalValue: number;
}

const DAY = 86_400_000;
// The limits keep every instant and local day at a four-digit year, so that they sort as text.
const FIRST = Date.parse('0100-01-02T00:00:00.000Z');
const LAST = Date.parse('9999-12-30T00:00:00.000Z');
// Twelve days are shorter than the shortest summer time: a range holds at most one clock change.
// A binary search over it ends on a whole second.
const STRETCH = 2 ** 20 * 1000;
const ISO = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const MAX_ZONES = 1000;
const MAX_STRETCHES = 4000;

interface Stretch {
  before: number;
  change: number;
  after: number;
}

interface Zone {
  format: Intl.DateTimeFormat;
  stretches: Map<number, Stretch>;
}

const zones = new Map<string, Zone>();

function zoneOf(timeZone: string): Zone {
  let zone = zones.get(timeZone);
  if (!zone) {
    if (zones.size >= MAX_ZONES) zones.clear();
    const number = 'numeric';
    const date = { year: number, month: number, day: number } as const;
    const time = { hour: number, minute: number, second: number, hourCycle: 'h23' } as const;
    zone = { format: new Intl.DateTimeFormat('en-US', { timeZone, ...date, ...time }), stretches: new Map() };
    zones.set(timeZone, zone);
  }
  return zone;
}

function askOffset(zone: Zone, ms: number): number {
  const fields = Array.from(zone.format.format(ms).matchAll(/\d+/g), Number);
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = fields;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000;
}

/** Returns the first whole second after `low` whose offset differs from `before`; `high` must be such a second. */
function findChange(zone: Zone, before: number, low: number, high: number): number {
  while (high - low > 1000) {
    const middle = low + Math.floor((high - low) / 2000) * 1000;
    if (askOffset(zone, middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

function readStretch(zone: Zone, index: number): Stretch {
  const start = index * STRETCH;
  const end = start + STRETCH;
  const before = zone.stretches.get(index - 1)?.after ?? askOffset(zone, start);
  const after = zone.stretches.get(index + 1)?.before ?? askOffset(zone, end);
  return { before, change: before === after ? end : findChange(zone, before, start, end), after };
}

function offsetAt(zone: Zone, ms: number): number {
  const index = Math.floor(ms / STRETCH);
  let stretch = zone.stretches.get(index);
  if (!stretch) {
    if (zone.stretches.size >= MAX_STRETCHES) zone.stretches.clear();
    stretch = readStretch(zone, index);
    zone.stretches.set(index, stretch);
  }
  return ms < stretch.change ? stretch.before : stretch.after;
}

/** A local time that occurs twice resolves to the first; one that never occurs is `skipped`. */
function fromLocal(zone: Zone, local: number, skipped: (before: number) => number): number {
  const before = offsetAt(zone, local - DAY);
  if (offsetAt(zone, local - before) === before) return local - before;
  const after = offsetAt(zone, local + DAY);
  if (offsetAt(zone, local - after) === after) return local - after;
  return skipped(before);
}

/** Cache of parsed instants: the same few are parsed many times. */
const read = new Map<string, number>();
const MAX_READ = 1000;

function toMs(at: string): number {
  const known = read.get(at);
  if (known !== undefined) return known;
  // Date.parse alone would accept '20 Nov' and times without Z, in the zone of the machine.
  const ms = ISO.test(at) ? Date.parse(at) : Number.NaN;
  if (!(ms >= FIRST && ms <= LAST)) throw new RangeError(`not an instant of the years 100 to 9999: ${at}`);
  if (read.size >= MAX_READ) read.clear();
  read.set(at, ms);
  return ms;
}

/** Most days that one interval may have; days and weeks have no other number. */
function mostDays({ intervalUnit, intervalValue }: Interval): number {
  if (!Number.isInteger(intervalValue) || intervalValue < 1) throw new RangeError(`not an interval: ${intervalValue}`);
  if (intervalUnit === 'Months') return intervalValue * 31;
  return intervalUnit === 'Weeks' ? intervalValue * 7 : intervalValue;
}

function addMonths(local: number, months: number): number {
  const date = new Date(local);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth() + Math.min(months, 120_000);
  const monthEnd = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const timeOfDay = local - Math.floor(local / DAY) * DAY;
  return Date.UTC(year, month, Math.min(date.getUTCDate(), monthEnd)) + timeOfDay;
}

function shift(zone: Zone, ms: number, interval: Interval, times: number): number {
  if (times === 0) return ms;
  const local = ms + offsetAt(zone, ms);
  const months = interval.intervalUnit === 'Months';
  const moved = months ? addMonths(local, interval.intervalValue * times) : local + mostDays(interval) * times * DAY;
  // One day past the limit, so that the limit holds in every zone.
  const wall = Math.min(LAST + DAY, moved);
  return Math.min(
    LAST,
    fromLocal(zone, wall, (before) => wall - before),
  );
}

/**
 * Adds `times` (an integer >= 0) intervals to `at`, by the wall clock of the zone; never past 9999-12-30.
 * A skipped local time moves later; a month that is too short ends on its last day.
 * Throws RangeError for an invalid instant, zone or interval.
 */
export function addInterval(at: string, interval: Interval, timeZone: string, times = 1): string {
  mostDays(interval);
  return new Date(shift(zoneOf(timeZone), toMs(at), interval, times)).toISOString();
}

/**
 * Returns the day numbers, ascending, on which `at` + 1, 2, 3... intervals fell, from day `first` until the instant
 * `until`. The cost depends on the number of days in that range, not on the age of `at`.
 */
export function dueDays(at: string, interval: Interval, timeZone: string, first: number, until: string): number[] {
  const zone = zoneOf(timeZone);
  const start = toMs(at);
  const end = toMs(until);
  const days: number[] = [];
  let times = Math.max(1, Math.floor((first - start / DAY) / mostDays(interval)) - 1);
  for (let due = shift(zone, start, interval, times); due < end; due = shift(zone, start, interval, ++times)) {
    const day = Math.floor((due + offsetAt(zone, due)) / DAY);
    if (day >= first) days.push(day);
  }
  return days;
}

/** Returns the number of a 'YYYY-MM-DD' day, with 1970-01-01 = 0. Throws RangeError for any other text. */
export function dayNumber(day: string): number {
  return toMs(`${day}T00:00:00.000Z`) / DAY;
}

/** Returns the number of the local day of an instant. */
export function localDayNumber(at: string, timeZone: string): number {
  const ms = toMs(at);
  return Math.floor((ms + offsetAt(zoneOf(timeZone), ms)) / DAY);
}

/** Returns 'YYYY-MM-DD' for the number of a day. */
export function dayName(number: number): string {
  return new Date(number * DAY).toISOString().slice(0, 10);
}

/** Returns the local day 'YYYY-MM-DD' of an instant. */
export function localDay(at: string, timeZone: string): string {
  return dayName(localDayNumber(at, timeZone));
}

/** Adds `n` days, which may be negative, to a 'YYYY-MM-DD'. */
export function addDays(day: string, n: number): string {
  return dayName(dayNumber(day) + n);
}

/** Returns the first instant of a local day, or the first one after a day that the zone skipped. */
export function dayStart(day: string, timeZone: string): string {
  const zone = zoneOf(timeZone);
  const local = dayNumber(day) * DAY;
  const ms = fromLocal(zone, local, (before) => findChange(zone, before, local - DAY, local - before));
  return new Date(ms).toISOString();
}

/** Returns whether the name is an IANA time zone; an offset such as '+01:00' is not. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }));
  } catch {
    return false;
  }
}

/** Adds milliseconds, which may be negative, to an instant. */
export const shifted = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString();

// Ages, times, sizes and numbers for readers, by Intl in their language and time zone. Pure but for the default of `now`.
import * as m from '#text/messages.js';
import { type Language, languageOf } from './language.ts';

/** The formats of a reader: a BCP 47 locale such as `en-GB`, and an IANA zone such as `Europe/Berlin`. */
export interface Reader {
  locale: string;
  timeZone: string;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const inLanguage = ({ locale }: Pick<Reader, 'locale'>): { locale: Language } => ({ locale: languageOf(locale) });

/** An age or a duration, in ms: "12 s", "41 min", "3 h 12 min", "33 h", "9 days". A negative one reads "0 s". */
export function formatAge(ms: number, reader: Pick<Reader, 'locale'>): string {
  const age = Math.max(0, ms);
  const options = inLanguage(reader);
  if (age < MINUTE_MS) return m.format_seconds({ count: Math.floor(age / 1000) }, options);
  if (age < HOUR_MS) return m.format_minutes({ count: Math.floor(age / MINUTE_MS) }, options);
  const hours = Math.floor(age / HOUR_MS);
  if (age >= 2 * DAY_MS) return m.format_days({ count: Math.floor(age / DAY_MS) }, options);
  const minutes = Math.floor((age % HOUR_MS) / MINUTE_MS);
  return age >= DAY_MS || minutes === 0
    ? m.format_hours({ count: hours }, options)
    : m.format_hours_minutes({ hours, minutes }, options);
}

const fields = {
  time: { timeStyle: 'short' },
  seconds: { timeStyle: 'medium' },
  weekday: { weekday: 'short' },
  weekdayTime: { weekday: 'short', hour: 'numeric', minute: '2-digit' },
  date: { day: 'numeric', month: 'short' },
  dateYear: { day: 'numeric', month: 'short', year: 'numeric' },
  weekdayDate: { weekday: 'short', day: 'numeric', month: 'short' },
  weekdayDateYear: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  calendar: { year: 'numeric', month: 'numeric', day: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Building a formatter takes about 0.4 ms, using one 5 us: each is built once. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(name: keyof typeof fields, { locale, timeZone }: Reader): Intl.DateTimeFormat {
  const key = `${name} ${locale} ${timeZone}`;
  const known = formatters.get(key);
  if (known) return known;
  // A zone that this device does not know costs the local hour, not the screen.
  const make = (zone: string) => new Intl.DateTimeFormat(locale, { ...fields[name], timeZone: zone });
  let made: Intl.DateTimeFormat;
  try {
    made = make(timeZone);
  } catch {
    made = make('UTC');
  }
  formatters.set(key, made);
  return made;
}

const write = (name: keyof typeof fields, iso: string, reader: Reader): string =>
  formatterOf(name, reader).format(Date.parse(iso));

/** The calendar day of a moment in the reader's zone, as a count of days, and its year. */
function calendarDay(ms: number, { timeZone }: Reader): { day: number; year: number } {
  const parts = formatterOf('calendar', { locale: 'en-US', timeZone }).formatToParts(ms);
  const part = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((one) => one.type === type)?.value);
  const year = part('year');
  return { day: Date.UTC(year, part('month') - 1, part('day')) / DAY_MS, year };
}

/** Calendar days from an instant to `now` (epoch ms), in the reader's zone; negative for a later instant. */
export const daysBetween = (iso: string, now: number, reader: Reader): number =>
  calendarDay(now, reader).day - calendarDay(Date.parse(iso), reader).day;

function writeMoment(iso: string, now: number, reader: Reader, withinWeek: 'weekday' | 'weekdayTime'): string {
  const apart = Math.abs(daysBetween(iso, now, reader));
  if (apart === 0) return write('time', iso, reader);
  if (apart < 7) return write(withinWeek, iso, reader);
  return formatDate(iso, now, reader);
}

/** A moment: today "18:00", within six days "Thu 18:00", else "12 Nov", with the year where it is another one. */
export const formatMoment = (iso: string, now: number, reader: Reader): string =>
  writeMoment(iso, now, reader, 'weekdayTime');

/** A moment where room is short: today "18:00", within six days "Thu", else "12 Nov". `now` in epoch ms. */
export const formatShortMoment = (iso: string, now: number, reader: Reader): string =>
  writeMoment(iso, now, reader, 'weekday');

/** A time of day: "18:00" or "6:00 PM". */
export const formatTime = (iso: string, reader: Reader): string => write('time', iso, reader);

/** A time to the second: "03:12:40". */
export const formatSeconds = (iso: string, reader: Reader): string => write('seconds', iso, reader);

/** A day: "Thu 20 Nov", with the year where `now` (epoch ms) is in another one. */
export const formatDay = (iso: string, reader: Reader, now = Date.now()): string =>
  formatDate(iso, now, reader, 'weekdayDate');

/** A date: "20 Nov", with the year where `now` (epoch ms) is in another one. */
export const formatDate = (iso: string, now: number, reader: Reader, name: 'date' | 'weekdayDate' = 'date'): string =>
  write(
    calendarDay(Date.parse(iso), reader).year === calendarDay(now, reader).year ? name : `${name}Year`,
    iso,
    reader,
  );

/** A date with its time: "19 Nov 18:00", with the year where `now` (epoch ms) is in another one. */
export const formatDateTime = (iso: string, reader: Reader, now = Date.now()): string =>
  m.format_date_time({ date: formatDate(iso, now, reader), time: write('time', iso, reader) }, inLanguage(reader));

const numbers = new Map<string, Intl.NumberFormat>();

function numberFormat(key: string, locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const known = numbers.get(`${key} ${locale}`);
  if (known) return known;
  const made = new Intl.NumberFormat(locale, options);
  numbers.set(`${key} ${locale}`, made);
  return made;
}

/** A count with the grouping of the language: "12,480". */
export const formatNumber = (value: number, { locale }: Pick<Reader, 'locale'>): string =>
  numberFormat('number', locale, {}).format(value);

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const;

/** A size in decimal units: "812 MB", "412.6 GB", "1.9 TB". One decimal from GB up. */
export function formatBytes(bytes: number, { locale }: Pick<Reader, 'locale'>): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  const digits = () => (unit >= 3 ? 1 : 0);
  while (unit < units.length - 1 && Number(value.toFixed(digits())) >= 1000) {
    value /= 1000;
    unit += 1;
  }
  const name = units[unit] ?? 'byte';
  const short = { style: 'unit', unit: name, unitDisplay: 'short', maximumFractionDigits: digits() } as const;
  // The short form of "byte" is the word itself.
  if (name === 'byte') return `${formatNumber(value, { locale })} B`;
  return numberFormat(name, locale, short).format(value);
}

/** A share (0 to 1) as "82%". What is not whole never reads "100%", what is not nothing never "0%". */
export function formatPercent(share: number, { locale }: Pick<Reader, 'locale'>): string {
  const rounded = Math.round(share * 100) / 100;
  const shown = rounded === 1 && share < 1 ? 0.99 : rounded === 0 && share > 0 ? 0.01 : rounded;
  return numberFormat('percent', locale, { style: 'percent' }).format(shown);
}

/** Names as an enumeration of the language: "Acme, Birch, and Cedar". */
export const formatList = (names: readonly string[], { locale }: Pick<Reader, 'locale'>): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);

/** A name inside a sentence: an Arabic or Hebrew one keeps its order, and moves no number or reason beside it. */
export const isolate = (name: string): string =>
  /[\u0590-\u08ff\ufb1d-\ufefc]/.test(name) ? `\u2068${name}\u2069` : name;

/** A line of a client without its last full stop: the client ends it as a sentence or not, and more may follow it here. */
export const withoutStop = (line: string): string => line.replace(/[.\s]+$/, '');

/** The first name of a person, for sentences with little room. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name;

// How the words of a notification are fitted: titles, bodies, moments, sizes. Pure; counts code points, not UTF-16 units.
const TITLE_LENGTH = 32;
export const BODY_LENGTH = 90;
/** With fewer characters a name cannot be told from its neighbours. */
const NAME_ROOM = 9;
/** Kept free for the customer's name, however long the reason. */
const OWNER_ROOM = 20;

/** In code points. */
export const length = (text: string): number => Array.from(text).length;

/** One line without control characters and without the ones that turn the reading order of what follows. */
export const clean = (text: string): string => text.replace(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();

export function cutEnd(text: string, room: number): string {
  const points = Array.from(text);
  return points.length <= room
    ? text
    : `${points
        .slice(0, room - 1)
        .join('')
        .trimEnd()}…`;
}

export function cutMiddle(text: string, room: number): string {
  const points = Array.from(text);
  if (points.length <= room) return text;
  const head = Math.ceil((room - 1) / 2);
  const tail = Math.max(0, room - 1 - head);
  return `${points.slice(0, head).join('')}…${points.slice(points.length - tail).join('')}`;
}

/** The first shape that leaves the name whole, else the first that leaves it readable; what is around it is never cut. */
export function titleOf(name: string, shapes: readonly (readonly [before: string, after: string])[]): string {
  const named = clean(name) || 'A system';
  const rooms = shapes.map(([before, after]) => ({ before, after, room: TITLE_LENGTH - length(before + after) }));
  const shape =
    rooms.find(({ room }) => room >= length(named)) ?? rooms.find(({ room }) => room >= NAME_ROOM) ?? rooms.at(-1);
  return shape ? `${shape.before}${cutMiddle(named, shape.room)}${shape.after}` : cutMiddle(named, TITLE_LENGTH);
}

/** Sentences in falling order of use, then the organization: the first is cut to fit, a later one that does not is left out. */
export function bodyOf(sentences: readonly string[], organization: string): string {
  const owner = clean(organization);
  const room = BODY_LENGTH - 1 - Math.min(OWNER_ROOM, length(owner));
  let body = '';
  for (const sentence of sentences) {
    const next = body === '' ? cutEnd(`${sentence}.`, room) : `${body} ${sentence}.`;
    if (length(next) <= room) body = next;
  }
  return body === ''
    ? cutEnd(owner, BODY_LENGTH)
    : `${body} ${cutEnd(owner, BODY_LENGTH - 1 - length(body))}`.trimEnd();
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const DAY_MS = 86_400_000;

/** Making one costs far more than using it, and a storm tells thousands of moments of few zones. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit' } as const;
  try {
    const made = new Intl.DateTimeFormat('en-GB', { ...fields, hourCycle: 'h23', timeZone });
    formatters.set(timeZone, made);
    return made;
  } catch {
    // A zone that this machine does not know costs the local hour, not the alarm.
    return formatterOf('UTC');
  }
}

function calendarOf(
  instant: string,
  timeZone: string,
): { clock: string; weekday: string; date: string; day: number; year: number } {
  const parts = formatterOf(timeZone).formatToParts(new Date(instant));
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((one) => one.type === type)?.value ?? '';
  const [year, month, dayOfMonth] = [Number(part('year')), Number(part('month')), Number(part('day'))];
  const midnight = new Date(Date.UTC(year, month - 1, dayOfMonth));
  return {
    clock: `${part('hour')}:${part('minute')}`,
    weekday: WEEKDAYS[midnight.getUTCDay()] ?? '',
    date: `${dayOfMonth} ${MONTHS[month - 1] ?? ''}`,
    day: midnight.getTime() / DAY_MS,
    year,
  };
}

/** Whose clock on the wall a moment is told by, and what it shows now (ISO). */
export interface Clock {
  timeZone: string;
  now: string;
}

/** Calendar days from an instant to now. */
export function daysBetween(from: string, facts: Clock): number {
  return calendarOf(facts.now, facts.timeZone).day - calendarOf(from, facts.timeZone).day;
}

/** `12 Nov`, and the year where the same date of another one could be meant. */
export function dateOf(instant: string, facts: Clock): string {
  const { date, year } = calendarOf(instant, facts.timeZone);
  return Math.abs(daysBetween(instant, facts)) > 300 ? `${date} ${year}` : date;
}

/** `18:00` today, `Thu 18:00` within six days either way, `12 Nov` beyond. */
export function momentOf(instant: string, facts: Clock): string {
  const { clock, weekday } = calendarOf(instant, facts.timeZone);
  const days = Math.abs(daysBetween(instant, facts));
  if (days === 0) return clock;
  return days <= 6 ? `${weekday} ${clock}` : dateOf(instant, facts);
}

/** `15 min`, `3 h 12 min`. */
export function spanOf(minutes: number): string {
  const whole = Math.max(1, Math.round(minutes));
  if (whole < 60) return `${whole} min`;
  const rest = whole % 60;
  return rest === 0 ? `${whole / 60} h` : `${Math.floor(whole / 60)} h ${rest} min`;
}

/** `412.6 GB`: decimal units, one digit at most. */
export function bytesOf(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
  let [size, unit] = [bytes, 0];
  while (unit < units.length - 1 && Number(size.toFixed(1)) >= 1000) [size, unit] = [size / 1000, unit + 1];
  return `${Number(size.toFixed(1))} ${units[unit] ?? ''}`;
}

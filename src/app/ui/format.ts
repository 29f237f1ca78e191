// Ages, clock times, sizes and percents in the app's few plain words.

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** An age: "12 s", "41 min", "3 h 12 min", "33 h", "9 days". Negative ages read as "0 s". */
export function ageWords(ms: number): string {
  const age = Math.max(0, ms);
  if (age < minute) return `${Math.floor(age / 1000)} s`;
  if (age < hour) return `${Math.floor(age / minute)} min`;
  if (age < day) {
    const rest = Math.floor((age % hour) / minute);
    return rest === 0 ? `${Math.floor(age / hour)} h` : `${Math.floor(age / hour)} h ${rest} min`;
  }
  if (age < 2 * day) return `${Math.floor(age / hour)} h`;
  return `${Math.floor(age / day)} days`;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const two = (number: number): string => String(number).padStart(2, '0');

/** By the device's own clock and zone; `Intl` would cost a start of the app a tenth of a second on a slow phone. */
function local(ms: number) {
  const at = new Date(ms);
  const [year, date] = [at.getFullYear(), at.getDate()];
  const clock = `${two(at.getHours())}:${two(at.getMinutes())}`;
  const dayNumber = Math.round(Date.UTC(year, at.getMonth(), date) / day);
  const [weekday, month] = [weekdays[at.getDay()] ?? '', months[at.getMonth()] ?? ''];
  return { year, month, date, weekday, clock, seconds: `${clock}:${two(at.getSeconds())}`, dayNumber };
}

/** When: today "18:00", within a week "Thu 18:00", else "12 Nov" or "12 Nov 2025". `now` in ms. */
export function clockWords(iso: string, now: number): string {
  const at = local(Date.parse(iso));
  const today = local(now);
  const apart = Math.abs(at.dayNumber - today.dayNumber);
  if (apart === 0) return at.clock;
  if (apart < 7) return `${at.weekday} ${at.clock}`;
  return at.year === today.year ? `${at.date} ${at.month}` : `${at.date} ${at.month} ${at.year}`;
}

/** A day: "Thu 20 Nov". */
export function dayWords(iso: string): string {
  const at = local(Date.parse(iso));
  return `${at.weekday} ${at.date} ${at.month}`;
}

/** A day and its time: "19 Nov 18:00". */
export function stampWords(iso: string): string {
  const at = local(Date.parse(iso));
  return `${at.date} ${at.month} ${at.clock}`;
}

/** A time to the second: "03:12:40". */
export function secondWords(iso: string): string {
  return local(Date.parse(iso)).seconds;
}

const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** A size in decimal units: "812 MB", "412.6 GB", "361 GB", "1.9 TB". One decimal from GB up. */
export function bytesWords(bytes: number): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  const digits = () => (unit >= 3 ? 1 : 0);
  while (unit < units.length - 1 && Number(value.toFixed(digits())) >= 1000) {
    value /= 1000;
    unit += 1;
  }
  const shown = Number(value.toFixed(digits()));
  return `${shown} ${units[unit]}`;
}

/** A share (0 to 1) as "82 %". Never rounds up to "100 %" what is not whole. */
export function percentWords(share: number): string {
  const rounded = Math.round(share * 100);
  if (rounded === 100 && share < 1) return '99 %';
  if (rounded === 0 && share > 0) return '1 %';
  return `${rounded} %`;
}

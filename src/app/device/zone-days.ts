// Calendar days of a time zone by Intl: small enough for what loads before the first screen.
const formats = new Map<string, Intl.DateTimeFormat>();

const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const clock = { ...parts, hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;

function formatOf(timeZone: string, fields: Intl.DateTimeFormatOptions, key: string): Intl.DateTimeFormat {
  const known = formats.get(key + timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', { ...fields, timeZone });
  formats.set(key + timeZone, made);
  return made;
}

/** The day of an instant in a zone: "2026-11-20". */
export const dayOf = (instant: string | number, timeZone: string): string =>
  formatOf(timeZone, parts, 'day ').format(typeof instant === 'string' ? Date.parse(instant) : instant);

/** The clock of a zone at an instant (epoch ms), as if it were UTC. */
function wallClock(at: number, timeZone: string): number {
  const [date = '', time = ''] = formatOf(timeZone, clock, 'clock ').format(at).split(', ');
  return Date.parse(`${date}T${time}Z`);
}

/** The instant (epoch ms) at which the clock of a zone shows a time of a day: ("2026-11-20", 7, "Europe/Berlin"). */
export function instantOf(day: string, hour: number, timeZone: string): number {
  const wanted = Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000;
  // Twice: the first guess may lie on the other side of a clock change.
  const guess = wanted - (wallClock(wanted, timeZone) - wanted);
  return wanted - (wallClock(guess, timeZone) - guess);
}

/** A day some days after another: ("2026-11-20", 1) is "2026-11-21". */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + days * 86_400_000).toISOString().slice(0, 10);

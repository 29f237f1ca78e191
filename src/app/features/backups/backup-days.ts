// The backups of a system by day, with what went wrong in its place: a failed run, a run that goes on, a missed day.
import { type Backup, dayOf, dayTitle, oddSize, stripDays, usualSize } from '#app/features/systems/system-days.ts';
import type { System } from '#app/features/systems/system-format.ts';

export type Entry =
  | {
      kind: 'backup';
      id: string;
      backup: Backup;
      usual: number | null;
      odd: 'small' | 'large' | null;
      late: boolean;
      day: string;
    }
  | { kind: 'failed' | 'running'; id: string; at: string; day: string }
  | { kind: 'missed'; id: string; day: string };

/** The entries of one day, newest first. */
export interface Day {
  key: string;
  label: string;
  /** How many there are, where there is more than one. */
  count?: number;
  items: Entry[];
}

type Watched = Pick<System, 'strip' | 'failedAt' | 'runningSince' | 'organization'>;

/**
 * Newest day first. `backups` are the newest ones, newest first; `complete`: there are no older ones. A missed day
 * older than the oldest backup at hand waits for its neighbours.
 */
export function daysOf(system: Watched, backups: readonly Backup[], complete: boolean, now: number): Day[] {
  const { timeZone } = system.organization;
  const days = new Map<string, Entry[]>();
  const add = (day: string, entry: Entry) => void days.set(day, [...(days.get(day) ?? []), entry]);
  const strip = stripDays(system.strip, now, timeZone);
  const lateDays = new Set(strip.filter((_, index) => system.strip[index] === 'l'));
  const told = (kind: 'failed' | 'running', at: string | null) => {
    if (at !== null) add(dayOf(at, timeZone), { kind, id: kind, at, day: dayOf(at, timeZone) });
  };
  told('running', system.runningSince);
  told('failed', system.failedAt);
  const firsts = firstOfDay(backups, timeZone);
  backups.forEach((backup, index) => {
    const day = dayOf(backup.date, timeZone);
    const usual = usualSize(backups.slice(index + 1, index + 11));
    const odd = oddSize(backup.size, usual);
    // The first backup of a day decides whether the day was late.
    const late = lateDays.has(day) && firsts.get(day) === backup.id;
    add(day, { kind: 'backup', id: backup.id, backup, usual, odd, late, day });
  });
  const oldest = backups.at(-1);
  const since = complete || oldest === undefined ? '' : dayOf(oldest.date, timeZone);
  strip.forEach((day, index) => {
    // A run that failed that day says why nothing came.
    const explained = days.get(day)?.some(({ kind }) => kind === 'failed') === true;
    if (system.strip[index] === 'm' && day >= since && !explained)
      add(day, { kind: 'missed', id: `missed ${day}`, day });
  });
  return [...days]
    .toSorted(([a], [b]) => (a < b ? 1 : -1))
    .map(([day, items]) => ({
      key: day,
      label: dayTitle(day),
      ...(items.length > 1 && { count: items.length }),
      items,
    }));
}

// Newest first they come, so the last one of a day was its first.
function firstOfDay(backups: readonly Backup[], timeZone: string): Map<string, string> {
  return new Map(backups.map((backup) => [dayOf(backup.date, timeZone), backup.id]));
}

/** How far a size is from what is usual: "82 % smaller than usual"; nothing while it is as usual. */
export function deltaWords(size: number, usual: number | null): string {
  if (usual === null || usual === 0) return '';
  const share = size / usual - 1;
  const percent = Math.abs(Math.round(share * 100));
  if (percent === 0) return 'as usual';
  return share < 0 ? `${percent} % smaller than usual` : `${percent} % larger than usual`;
}

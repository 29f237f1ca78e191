// The backups of a system by day, with failed runs, running backups and missed days in their places.
import { dayOf } from '#app/device/zone-days.ts';
import { type Backup, dayTitle, unusualSize, stripDays, usualSize } from '#app/features/systems/system-days.ts';
import { reader } from '#app/device/reader.ts';
import { formatPercent } from '#text/format.ts';
import * as m from '#text/messages.js';
import type { System } from '#app/features/systems/system-format.ts';

export type Entry =
  | {
      kind: 'backup';
      id: string;
      backup: Backup;
      usual: number | null;
      unusual: 'small' | 'large' | null;
      late: boolean;
      /** The title that it stands under; null in an order that is not that of days. */
      day: string | null;
    }
  | { kind: 'failed' | 'running'; id: string; at: string; day: string }
  | { kind: 'missed'; id: string; day: string };

/** The entries of one day, newest first. */
export interface Day {
  key: string;
  label: string;
  /** Only if there is more than one entry. */
  count?: number;
  items: Entry[];
}

type Watched = Pick<System, 'strip' | 'stripDay' | 'failedAt' | 'runningSince' | 'organization'>;

/**
 * Newest day first. `backups` are the newest ones, newest first; `complete`: there are no older ones. A missed day
 * older than the oldest backup at hand waits for its neighbours.
 */
export function daysOf(system: Watched, backups: readonly Backup[], complete: boolean): Day[] {
  const { timeZone } = system.organization;
  const days = new Map<string, Entry[]>();
  const add = (day: string, entry: Entry) => void days.set(day, [...(days.get(day) ?? []), entry]);
  const strip = stripDays(system);
  const lateDays = new Set(strip.filter((_, index) => system.strip[index] === 'l'));
  const addRun = (kind: 'failed' | 'running', at: string | null) => {
    if (at !== null) add(dayOf(at, timeZone), { kind, id: kind, at, day: dayOf(at, timeZone) });
  };
  addRun('running', system.runningSince);
  addRun('failed', system.failedAt);
  const sound = backups.filter(({ fault }) => !fault);
  const firsts = firstOfDay(sound, timeZone);
  backups.forEach((backup, index) => {
    const day = dayOf(backup.date, timeZone);
    const usual = usualSize(backups.slice(index + 1, index + 11));
    const unusual = unusualSize(backup.size, usual);
    // The first backup of a day decides whether the day was late.
    const late = lateDays.has(day) && firsts.get(day) === backup.id;
    add(day, { kind: 'backup', id: backup.id, backup, usual, unusual, late, day });
  });
  const oldest = backups.at(-1);
  const since = complete || oldest === undefined ? '' : dayOf(oldest.date, timeZone);
  strip.forEach((day, index) => {
    // A failed run explains why the day has no backup.
    const explained = days.get(day)?.some(({ kind }) => kind === 'failed') === true;
    if (system.strip[index] === 'm' && day >= since && !explained)
      add(day, { kind: 'missed', id: `missed-${day}`, day });
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

/** Backups in an order that is not that of their days: one group, and none is compared with those before it. */
export const undated = (backups: readonly Backup[]): { key: string; items: Entry[] }[] =>
  backups.length === 0
    ? []
    : [
        {
          key: 'all',
          items: backups.map((backup) => ({
            kind: 'backup',
            id: backup.id,
            backup,
            usual: null,
            unusual: null,
            late: false,
            day: null,
          })),
        },
      ];

// The backups are sorted newest first, so the last one of a day wins.
function firstOfDay(backups: readonly Backup[], timeZone: string): Map<string, string> {
  return new Map(backups.map((backup) => [dayOf(backup.date, timeZone), backup.id]));
}

/** The difference to the usual size (bytes): "82% smaller than usual"; '' if the usual size is unknown. */
export function sizeDifference(size: number, usual: number | null): string {
  if (usual === null || usual === 0) return '';
  const share = size / usual - 1;
  if (Math.round(share * 100) === 0) return m.backups_as_usual();
  const percent = formatPercent(Math.abs(share), reader());
  return share < 0 ? m.backups_smaller({ percent }) : m.backups_larger({ percent });
}

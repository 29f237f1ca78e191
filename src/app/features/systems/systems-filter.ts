// Which systems a list shows and in what order: the address of the page, the question to the server, the chips.
import type { MarkKind } from '#app/ui/primitives/mark.tsx';
import type { Counts } from '#app/features/watch/glance-format.ts';

/** A chip of the list; `all` is none of them. */
export type Show = 'failed' | 'notBackedup' | 'overdue' | 'late' | 'ok' | 'paused' | 'unscheduled';
export type Sort = 'worst' | 'name' | 'organization' | 'oldest' | 'newest';
export type Method = 'automatic' | 'manual';

/** What the address says; every key is left out where it says nothing. */
export interface SystemsSearch {
  find?: string;
  show?: Show;
  method?: Method;
  sort?: Sort;
}

type Where = Record<string, unknown>;

/** The chips, worst first, with the mark and the word of each. */
export const shows: readonly { show: Show; word: string; mark: MarkKind }[] = [
  { show: 'failed', word: 'Failed', mark: 'failed' },
  { show: 'notBackedup', word: 'Not backed up', mark: 'none' },
  { show: 'overdue', word: 'Overdue', mark: 'overdue' },
  { show: 'late', word: 'Late', mark: 'overdue' },
  { show: 'ok', word: 'OK', mark: 'ok' },
  { show: 'paused', word: 'Paused', mark: 'snoozed' },
  { show: 'unscheduled', word: 'No schedule', mark: 'snoozed' },
];

/** The orders of the list, as the sort sheet names them. */
export const sorts: readonly { value: Sort; label: string; note: string }[] = [
  { value: 'worst', label: 'Worst first', note: 'then by name' },
  { value: 'name', label: 'Name', note: 'A to Z' },
  { value: 'organization', label: 'Organization', note: 'A to Z' },
  { value: 'oldest', label: 'Oldest backup', note: 'longest ago first' },
  { value: 'newest', label: 'Newest backup', note: 'latest first' },
];

const orders: Record<Sort, readonly string[]> = {
  worst: ['severity DESC', 'name ASC'],
  name: ['name ASC'],
  organization: ['organizationName ASC', 'name ASC'],
  oldest: ['lastBackup ASC', 'name ASC'],
  newest: ['lastBackup DESC', 'name ASC'],
};

const wheres: Record<Show, Where> = {
  failed: { health: 'failed' },
  notBackedup: { health: 'notBackedup' },
  overdue: { health: 'overdue' },
  late: { health: 'late' },
  ok: { health: 'ok' },
  // With a schedule and yet not watched: its organization is paused.
  paused: { or: [{ active: false }, { health: 'unwatched', schedule: { '!=': null } }] },
  unscheduled: { active: true, health: 'unwatched', schedule: null },
};

const isOneOf = <T extends string>(list: readonly T[], value: unknown): value is T => list.includes(value as T);

/** Reads the address; what it does not know is left out. */
export function readSearch(search: Record<string, unknown>): SystemsSearch {
  const { find, show, method, sort } = search;
  // A search for digits alone comes out of the address as a number.
  const words = typeof find === 'string' || typeof find === 'number' ? String(find).slice(0, 200) : '';
  return {
    ...(words.trim() !== '' && { find: words }),
    ...(isOneOf(Object.keys(wheres) as Show[], show) && { show }),
    ...((method === 'automatic' || method === 'manual') && { method }),
    ...(isOneOf(Object.keys(orders) as Sort[], sort) && sort !== 'worst' && { sort }),
  };
}

/** The search as part of an address: "?show=overdue", or nothing. */
export function addressOf(search: SystemsSearch): string {
  const query = new URLSearchParams(Object.entries(search)).toString();
  return query === '' ? '' : `?${query}`;
}

/** What the server is asked to fit: the chip, the method, every word of the search. */
export function whereOf({ find = '', show, method }: SystemsSearch, within: Where = {}): Where {
  const words = find.trim().split(/\s+/).filter(Boolean).slice(0, 8);
  const all: Where[] = words.map((word) => ({
    or: ['name', 'organizationName', 'server', 'ip', 'internalIp'].map((key) => ({ [key]: { contains: word } })),
  }));
  if (show) all.push(wheres[show]);
  return { ...within, ...(method && { backupMethod: method }), ...(all.length > 0 && { and: all }) };
}

/** The order asked for, as the wire takes several keys. */
export const sortOf = ({ sort = 'worst' }: SystemsSearch): string => JSON.stringify(orders[sort]);

/** How many a chip stands for, where the counts tell it. */
export function countOf(show: Show, counts: Counts | undefined): number | undefined {
  if (show === 'ok' || show === 'failed' || show === 'late') return counts?.[show];
  if (show === 'overdue') return counts?.overdue.length;
  return show === 'notBackedup' ? counts?.notBackedup.length : undefined;
}

/** Whether anything is left out of the list. */
export const isNarrowed = ({ find, show, method }: SystemsSearch): boolean =>
  (find ?? '').trim() !== '' || show !== undefined || method !== undefined;

// Filter and order of the list of systems: in the address, in the query, as chips.
import type { MarkKind } from '#app/ui/primitives/mark.tsx';
import type { ListSort } from '#app/ui/list/list-tools.tsx';
import * as m from '#text/messages.js';
import type { Show } from './system-counts.ts';

export type Method = 'automatic' | 'manual';

/** The search parameters of the list; a key is left out when it has its default. */
export interface SystemsSearch {
  find?: string;
  show?: Show;
  method?: Method;
  /** A choice of the sheet, or an attribute of a column; with a minus before it downwards. */
  sort?: string;
}

type Where = Record<string, unknown>;

/** The chips, worst first, with mark and label. */
export const shows: readonly { show: Show; label: () => string; mark: MarkKind }[] = [
  { show: 'failed', label: m.systems_state_failed, mark: 'failed' },
  { show: 'notBackedup', label: m.systems_state_not_backed_up, mark: 'none' },
  { show: 'overdue', label: () => m.systems_state_overdue({ tense: 'present' }), mark: 'overdue' },
  { show: 'late', label: () => m.systems_state_late({ tense: 'present' }), mark: 'overdue' },
  { show: 'waiting', label: m.systems_state_waiting, mark: 'snoozed' },
  { show: 'ok', label: () => m.systems_state_ok({ tense: 'present' }), mark: 'ok' },
  { show: 'paused', label: m.systems_state_paused, mark: 'snoozed' },
  { show: 'unscheduled', label: m.systems_state_no_schedule, mark: 'snoozed' },
];

/** The orders of the list, as the sort sheet shows them; the first one is the default. */
export const sortChoices = (): readonly ListSort[] => [
  { value: 'worst', label: m.systems_sort_worst(), note: m.systems_sort_worst_note() },
  { value: 'name', label: m.forms_name(), note: m.lists_a_to_z() },
  { value: 'organization', label: m.systems_organization(), note: m.lists_a_to_z() },
  { value: 'oldest', label: m.systems_sort_oldest(), note: m.lists_oldest_first() },
  { value: 'newest', label: m.systems_sort_newest(), note: m.lists_newest_first() },
];

const orders: Readonly<Record<string, readonly string[]>> = {
  worst: ['severity DESC', 'name ASC'],
  name: ['name ASC'],
  organization: ['organizationName ASC', 'name ASC'],
  oldest: ['lastBackup ASC', 'name ASC'],
  newest: ['lastBackup DESC', 'name ASC'],
};

/** The attributes that the server sorts by as they are stored, for the headers of the table. */
const sortable =
  'name organizationName dueAt lastBackupSize platform scheduleName keepSize retentionName kind backupMethod lastConnection contractStatus projectManager'.split(
    ' ',
  );

/** The order of a column by an attribute. */
export const byAttribute = (attribute: string) => ({ ascending: attribute, descending: `-${attribute}` });

const wheres: Record<Show, Where> = {
  failed: { health: 'failed' },
  notBackedup: { health: 'notBackedup' },
  overdue: { health: 'overdue' },
  late: { health: 'late' },
  waiting: { health: 'waiting' },
  ok: { health: 'ok' },
  // The systems that the counts of the chips contain.
  paused: { or: [{ active: false }, { organizationActive: false }] },
  unscheduled: { active: true, organizationActive: true, health: 'unwatched', schedule: null },
};

const isOneOf = <T extends string>(list: readonly T[], value: unknown): value is T => list.includes(value as T);

/** True for an order of the list: a choice of the sheet, or a column. */
export const isSort = (sort: string): boolean =>
  Object.hasOwn(orders, sort) || sortable.includes(sort.replace(/^-/, ''));

/** Reads the address and drops unknown values. */
export function readSearch(search: Record<string, unknown>): SystemsSearch {
  const { find, show, method, sort } = search;
  // A search for digits alone comes out of the address as a number.
  const words = typeof find === 'string' || typeof find === 'number' ? String(find).slice(0, 200) : '';
  return {
    ...(words.trim() !== '' && { find: words }),
    ...(isOneOf(Object.keys(wheres) as Show[], show) && { show }),
    ...((method === 'automatic' || method === 'manual') && { method }),
    ...(typeof sort === 'string' && isSort(sort) && sort !== 'worst' && { sort }),
  };
}

/** The `where` of the query: the chip, the method, and every word of the search. */
export function whereOf({ find = '', show, method }: SystemsSearch, within: Where = {}): Where {
  const words = find.trim().split(/\s+/).filter(Boolean).slice(0, 8);
  const all: Where[] = words.map((word) => ({
    or: ['find', 'organizationName'].map((key) => ({ [key]: { contains: word } })),
  }));
  if (show) all.push(wheres[show]);
  return { ...within, ...(method && { backupMethod: method }), ...(all.length > 0 && { and: all }) };
}

/** The `sort` of the query: several keys as JSON. */
export function sortOf({ sort = 'worst' }: SystemsSearch): string {
  const direction = sort.startsWith('-') ? 'DESC' : 'ASC';
  return JSON.stringify(orders[sort] ?? [`${sort.replace(/^-/, '')} ${direction}`, 'name ASC']);
}

/** True if the filter excludes any system. */
export const isNarrowed = ({ find, show, method }: SystemsSearch): boolean =>
  (find ?? '').trim() !== '' || show !== undefined || method !== undefined;

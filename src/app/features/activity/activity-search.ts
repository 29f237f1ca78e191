// The address of the activity, and the filter that it asks the server for.
import type { ListSearch } from '#app/ui/list/list-tools.tsx';
import { reader } from '#app/device/reader.ts';
import { dayAfter, instantOf } from '#app/device/zone-days.ts';
import { readListSearch, whereWords } from '#app/features/lists/list-search.ts';
import type { ListPart } from '#app/features/lists/use-list-pages.ts';
import * as m from '#text/messages.js';

/** The nouns with a chip, the most asked for first. */
export const activityModels = [
  'system',
  'organization',
  'alarm',
  'user',
  'group',
  'usergroup',
  'userorg',
  'schedule',
  'retention',
  'fileset',
  'backup',
  'scanresult',
  'rpiclient',
  'orphan',
  'session',
] as const;

/** The kinds of actors with a chip. */
export const actorKinds = ['user', 'client', 'server'] as const;

/** The address of the list; a key is left out when it filters nothing. */
export interface ActivitySearch extends ListSearch {
  model?: (typeof activityModels)[number];
  by?: (typeof actorKinds)[number];
  /** The id of one record. */
  object?: string;
  /** The id of a person: what this person did. */
  user?: string;
  /** The first and the last day, "2026-11-20", in the reader's zone. */
  from?: string;
  to?: string;
}

/** The keys that narrow the list, besides the search for words. */
export const activityFilters = ['model', 'by', 'object', 'user', 'from', 'to'] as const;

/** The orders; the first one is the usual one. */
export const activitySorts = () => [
  { value: 'newest', label: m.activity_when(), note: m.lists_newest_first() },
  { value: 'oldest', label: m.activity_when(), note: m.lists_oldest_first() },
];

const one = <T extends string>(all: readonly T[], value: unknown): T | undefined => all.find((each) => each === value);
const idOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[0-9a-f-]{36}$/i.test(value) ? value : undefined;
const dayIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;

/** Reads the address; what it does not know is left out. */
export function readActivitySearch(search: Record<string, unknown>): ActivitySearch {
  const [model, by] = [one(activityModels, search['model']), one(actorKinds, search['by'])];
  const [object, user] = [idOf(search['object']), idOf(search['user'])];
  const [from, to] = [dayIn(search['from']), dayIn(search['to'])];
  return {
    ...readListSearch(search, activitySorts()),
    ...(model && { model }),
    ...(by && { by }),
    ...(object && { object }),
    ...(user && { user }),
    ...(from && { from }),
    ...(to && { to }),
  };
}

const midnight = (day: string): string => new Date(instantOf(day, 0, reader().timeZone)).toISOString();

/** The one group of the list. */
export function activityParts({ find, sort, model, by, object, user, from, to }: ActivitySearch): ListPart[] {
  const within = { ...(from && { '>=': midnight(from) }), ...(to && { '<': midnight(dayAfter(to, 1)) }) };
  return [
    {
      key: 'all',
      where: {
        ...whereWords(find, ['name']),
        ...(model && { model }),
        ...(by && { by }),
        ...(object && { object }),
        ...(user && { user }),
        ...((from ?? to) && { createdAt: within }),
      },
      sort: sort === 'oldest' ? 'createdAt ASC' : 'createdAt DESC',
    },
  ];
}

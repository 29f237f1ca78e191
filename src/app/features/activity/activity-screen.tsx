// The screen of the activity: who did what, when and from where; of everything, of one record, or of one person.
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { RowBody, Sentence } from '#app/ui/list/list-row.tsx';
import type { ListChip } from '#app/ui/list/list-tools.tsx';
import type { ListDescription } from '#app/ui/list/list-types.ts';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { api } from '#app/api/client.ts';
import { useCan } from '#app/auth/me.ts';
import { useNow } from '#app/device/now.ts';
import { reader } from '#app/device/reader.ts';
import { modelText } from '#app/features/groups/permission-text.ts';
import { ListScreen } from '#app/features/lists/list-screen.tsx';
import type { ListPart, PageInput } from '#app/features/lists/use-list-pages.ts';
import { userQuery } from '#app/features/users/user-kind.ts';
import { personName } from '#contract/person-name.ts';
import { formatShortMoment } from '#text/format.ts';
import * as m from '#text/messages.js';
import { EntryDetails } from './entry-details.tsx';
import {
  type ActivitySearch,
  activityFilters,
  activityModels,
  activityParts,
  activitySorts,
  actorKinds,
} from './activity-search.ts';
import { DaysSheet, daysText } from './days-sheet.tsx';
import { type Entry, actorText, entryText, fieldsText } from './activity-text.ts';

const fieldsOf = (entry: Entry): string => (entry.action === 'updated' ? fieldsText(entry) : '');

/** The list at a moment (epoch ms). */
export function activityList(now: number, onOpen: (entry: Entry, row: HTMLElement) => void): ListDescription<Entry> {
  const when = ({ createdAt }: Entry) => formatShortMoment(createdAt, now, reader());
  return {
    label: m.shell_place_activity(),
    keyOf: ({ id }) => id,
    nameOf: entryText,
    onOpen,
    rowHeight: 72,
    // The sentence names the actor and the record: nothing else repeats them, and it has two lines. With large text it has
    // three, and the time the fourth.
    renderRow: (entry, { stale }) => (
      <RowBody
        name={
          <Sentence className="line-clamp-2 text-[1rem]/[1.2] font-[550] whitespace-normal max-[19rem]:line-clamp-3 max-[19rem]:text-[0.875rem]">
            {entryText(entry)}
          </Sentence>
        }
        word={when(entry)}
        meta={<span className="max-[19rem]:hidden">{fieldsOf(entry)}</span>}
        stale={stale}
      />
    ),
    columns: [
      {
        id: 'when',
        header: m.activity_when(),
        width: 120,
        cell: when,
        sort: { ascending: 'oldest', descending: 'newest' },
      },
      {
        id: 'what',
        header: m.activity_what(),
        width: 320,
        grow: 2,
        link: true,
        cell: (entry) => <Sentence>{entryText(entry)}</Sentence>,
      },
      { id: 'changed', header: m.activity_changed(), width: 200, grow: 1, cell: fieldsText },
      {
        id: 'organization',
        header: m.systems_organization(),
        width: 150,
        grow: 1,
        dir: 'auto',
        cell: ({ organization }) => organization?.name ?? '',
      },
      { id: 'actor', header: m.activity_who(), width: 140, dir: 'auto', cell: actorText },
    ],
  };
}

const pageOf = ({ where, sort }: ListPart, page: PageInput) => api.activity.list.queryOptions({ where, sort, ...page });
const TICK_MS = 60_000;

interface ActivityScreenProps {
  search: ActivitySearch;
  onSearch: (next: ActivitySearch) => void;
}

/** The name of the person whose acts are listed; null for none, or while it is not known. */
function usePerson(id: string | undefined): string | null {
  const { data } = useQuery({ ...userQuery(id ?? ''), enabled: useCan('user.read') && id !== undefined });
  return data === undefined ? null : personName(data);
}

function titleOf({ object, user }: ActivitySearch, person: string | null): string {
  if (user !== undefined) return person === null ? m.activity_title_person() : m.activity_title_of({ name: person });
  return object === undefined ? m.shell_place_activity() : m.activity_title_one();
}

/** The list of entries; a press opens one. */
export function ActivityScreen({ search, onSearch }: ActivityScreenProps) {
  const now = useNow(TICK_MS);
  const [open, setOpen] = useState<{ entry: Entry; row: HTMLElement } | null>(null);
  const [daysAt, setDaysAt] = useState<HTMLElement | null>(null);
  const parts = useMemo(() => activityParts(search), [search]);
  const list = useMemo(() => activityList(now, (entry, row) => setOpen({ entry, row })), [now]);
  const person = usePerson(search.user);
  const find = (search.find ?? '').trim();
  const isFiltered = activityFilters.some((key) => key in search);
  return (
    <>
      <ListScreen
        title={titleOf(search, person)}
        notLoaded={m.activity_not_loaded()}
        forbidden={m.activity_forbidden()}
        id="activity"
        list={list}
        pages={{ parts, pageOf, enabled: useCan('activity.read') }}
        search={search}
        onSearch={onSearch}
        searchLabel={m.activity_search()}
        chips={{
          label: m.activity_filters(),
          chips: chipsOf({ search, onSearch, person, now, onDays: setDaysAt }),
          stale: false,
        }}
        sorts={activitySorts()}
        emptyTexts={() => ({
          none: { title: m.activity_none(), detail: m.activity_none_detail(), icon: 'clock' },
          noneFound: { title: m.activity_none_found({ find }), detail: m.activity_none_found_detail() },
          ...(isFiltered && {
            noneFiltered: {
              title: m.activity_none(),
              detail: m.activity_none_filtered(),
              clear: m.activity_clear(),
            },
          }),
        })}
      />
      <Sheet
        open={open !== null}
        onClose={() => setOpen(null)}
        title={open === null ? '' : entryText(open.entry)}
        anchor={open?.row ?? null}
      >
        {open && <EntryDetails entry={open.entry} />}
      </Sheet>
      <DaysSheet
        anchor={daysAt}
        onClose={() => setDaysAt(null)}
        onChoose={(days) => onSearch({ ...search, ...days })}
      />
    </>
  );
}

interface ChipsInput extends ActivityScreenProps {
  person: string | null;
  /** Epoch ms. */
  now: number;
  onDays: (chip: HTMLElement) => void;
}

/** One record or person first, where the address names one; then the days, kinds of actors and nouns. */
function chipsOf({ search, onSearch, person, now, onDays }: ChipsInput): ListChip[] {
  const without = (...keys: (keyof ActivitySearch)[]): ActivitySearch => {
    const rest = { ...search };
    for (const key of keys) delete rest[key];
    return rest;
  };
  const only = (key: 'object' | 'user', label: string): ListChip[] =>
    search[key] === undefined ? [] : [{ id: key, label, pressed: true, onPress: () => onSearch(without(key)) }];
  const one = <K extends 'by' | 'model'>(key: K, value: NonNullable<ActivitySearch[K]>, label: string): ListChip => ({
    id: `${key}-${value}`,
    label,
    pressed: search[key] === value,
    onPress: () => onSearch(search[key] === value ? without(key) : { ...search, [key]: value }),
  });
  const hasDays = (search.from ?? search.to) !== undefined;
  return [
    ...only('object', m.activity_only_record()),
    ...only('user', person ?? m.activity_only_user()),
    {
      id: 'days',
      label: hasDays ? daysText(search, now) : m.activity_days(),
      pressed: hasDays,
      onPress: (chip) => (hasDays ? onSearch(without('from', 'to')) : onDays(chip)),
    },
    ...actorKinds.map((kind) => one('by', kind, m.activity_by({ kind }))),
    ...activityModels.map((model) =>
      one('model', model, model === 'session' ? m.activity_sign_ins() : modelText(model)),
    ),
  ];
}

// The screen of all schedules: a list on phones, a table on desks.
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { RowBody } from '#app/ui/list/list-row.tsx';
import type { ListSearch, ListSort } from '#app/ui/list/list-tools.tsx';
import type { ListDescription } from '#app/ui/list/list-types.ts';
import { api } from '#app/api/client.ts';
import { useCan } from '#app/auth/me.ts';
import { reader } from '#app/device/reader.ts';
import { ListScreen } from '#app/features/lists/list-screen.tsx';
import { whereWords } from '#app/features/lists/list-search.ts';
import type { ListPart, PageInput } from '#app/features/lists/use-list-pages.ts';
import { formatNumber } from '#text/format.ts';
import * as m from '#text/messages.js';
import { type Schedule, delayText, intervalText, ruleOf, ruleText, systemsText } from './schedule-text.ts';

const SETTINGS = '/admin/schedule/settings';

/** The orders of the list; the first one is the usual one. */
export const scheduleSorts = (): ListSort[] => [
  { value: 'name', label: m.forms_name(), note: m.lists_a_to_z() },
  { value: 'reverse', label: m.forms_name(), note: m.lists_z_to_a() },
  { value: 'newest', label: m.schedules_sort_newest(), note: m.lists_newest_first() },
];
const orders: Record<string, string> = { name: 'name ASC', reverse: 'name DESC', newest: 'createdAt DESC' };

const schedulesList = (): ListDescription<Schedule> => ({
  label: m.shell_place_schedules(),
  keyOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  hrefOf: ({ id }) => `${SETTINGS}?id=${id}`,
  rowHeight: 72,
  renderRow: (schedule, { stale }) => (
    <RowBody
      name={schedule.name}
      word={systemsText(schedule.systems)}
      meta={ruleText(ruleOf(schedule))}
      stale={stale}
    />
  ),
  columns: [
    {
      id: 'name',
      header: m.forms_name(),
      width: 220,
      grow: 2,
      link: true,
      sort: { ascending: 'name', descending: 'reverse' },
      cell: ({ name }) => name,
    },
    { id: 'every', header: m.schedules_every_column(), width: 160, grow: 1, cell: intervalText },
    {
      id: 'alarm',
      header: m.schedules_alarm_after(),
      width: 140,
      grow: 1,
      cell: ({ alarmAfter }) => delayText(alarmAfter),
    },
    {
      id: 'systems',
      header: m.shell_place_systems(),
      width: 100,
      align: 'end',
      cell: ({ systems }) => formatNumber(systems, reader()),
    },
  ],
});

const pageOf = ({ where, sort }: ListPart, page: PageInput) =>
  api.schedule.list.queryOptions({ where, sort, ...page }, { persist: page.skip === 0 });

interface SchedulesScreenProps {
  search: ListSearch;
  onSearch: (next: ListSearch) => void;
  /** The id of the open schedule; the list is a pane beside it. */
  besideKey?: string;
}

/** The list of schedules. */
export function SchedulesScreen({ search, onSearch, besideKey }: SchedulesScreenProps) {
  const { history } = useRouter();
  const parts = useMemo(() => {
    const sort = orders[search.sort ?? 'name'] ?? 'name ASC';
    return [{ key: 'all', where: whereWords(search.find, ['name']), sort }];
  }, [search]);
  const list = useMemo(schedulesList, []);
  const run = () => history.push(SETTINGS);
  const add = useCan('schedule.create') ? { label: m.schedules_new(), run } : undefined;
  const find = (search.find ?? '').trim();
  return (
    <ListScreen
      title={m.shell_place_schedules()}
      help={m.schedules_help()}
      notLoaded={m.schedules_list_not_loaded()}
      forbidden={m.schedules_forbidden()}
      id="schedules"
      list={list}
      pages={{ parts, pageOf, enabled: useCan('schedule.read') }}
      search={search}
      onSearch={onSearch}
      searchLabel={m.schedules_search()}
      sorts={scheduleSorts()}
      add={add}
      besideKey={besideKey}
      emptyTexts={() => ({
        none: {
          title: m.schedules_empty(),
          detail: add ? m.schedules_empty_add() : m.schedules_empty_read(),
          icon: 'calendar',
        },
        noneFound: { title: m.schedules_none_found({ find }), detail: m.lists_names_searched() },
      })}
    />
  );
}

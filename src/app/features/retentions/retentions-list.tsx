// The list of retentions: its orders, its pages, and how a retention is drawn as a row and as columns.
import type { ListSearch, ListSort } from '#app/ui/list/list-tools.tsx';
import type { ListDescription } from '#app/ui/list/list-types.ts';
import { RowBody } from '#app/ui/list/list-row.tsx';
import { api } from '#app/api/client.ts';
import type { Answer } from '#app/api/types.ts';
import { reader } from '#app/device/reader.ts';
import { whereWords } from '#app/features/lists/list-search.ts';
import type { ListPart, PageInput } from '#app/features/lists/use-list-pages.ts';
import { formatMoment, formatNumber } from '#text/format.ts';
import * as m from '#text/messages.js';
import { shortRule } from './retention-rule.ts';

export type Retention = Answer<'retention', 'list'>['rows'][number];

/** The address of the list. */
export const listHref = '/admin/retentions';

/** The address of the form of one retention; without an id of a new one. */
export const settingsHref = (id?: string): string =>
  id === undefined ? '/admin/retention/settings' : `/admin/retention/settings?id=${id}`;

/** The orders of the list; the first one is the usual one. */
export const retentionSorts = (): readonly ListSort[] => [
  { value: 'name', label: m.forms_name(), note: m.lists_a_to_z() },
  { value: 'changed', label: m.retentions_sort_changed(), note: m.lists_newest_first() },
];

/** The list as one group. */
export const retentionParts = ({ find, sort }: ListSearch): readonly ListPart[] => [
  {
    key: 'all',
    where: whereWords(find, ['name']),
    sort: JSON.stringify(sort === 'changed' ? ['editedAt DESC', 'name ASC'] : ['name ASC']),
  },
];

/** One page of the list; the first one is stored on the device. */
export const retentionPage = ({ where, sort }: ListPart, page: PageInput) =>
  api.retention.list.queryOptions({ where, sort, ...page }, { persist: page.skip === 0 });

const systemsText = (systems: number): string => m.retentions_systems({ count: systems });

/** The retentions as they are drawn at a moment (epoch ms). */
export const retentionsList = (now: number): ListDescription<Retention> => ({
  label: m.shell_place_retentions(),
  keyOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  hrefOf: ({ id }) => settingsHref(id),
  rowHeight: 72,
  renderRow: (retention, { stale }) => (
    <RowBody name={retention.name} word={systemsText(retention.systems)} meta={shortRule(retention)} stale={stale} />
  ),
  columns: [
    {
      id: 'name',
      header: m.forms_name(),
      width: 240,
      grow: 2,
      link: true,
      sort: { ascending: 'name' },
      cell: ({ name }) => name,
    },
    { id: 'keeps', header: m.retentions_column_keeps(), width: 220, grow: 1, cell: shortRule },
    {
      id: 'systems',
      header: m.shell_place_systems(),
      width: 92,
      align: 'end',
      cell: ({ systems }) => formatNumber(systems, reader()),
    },
    {
      id: 'changed',
      header: m.retentions_column_changed(),
      width: 132,
      align: 'end',
      sort: { descending: 'changed' },
      cell: ({ editedAt }) => formatMoment(editedAt, now, reader()),
    },
  ],
});

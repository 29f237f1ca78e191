// Orphans as rows and as columns: backups without their system, and clients without theirs.
import { RowBody } from '#app/ui/list/list-row.tsx';
import type { ListDescription } from '#app/ui/list/list-types.ts';
import type { ListSearch, ListSort } from '#app/ui/list/list-tools.tsx';
import { api } from '#app/api/client.ts';
import type { Answer } from '#app/api/types.ts';
import { reader } from '#app/device/reader.ts';
import { whereWords } from '#app/features/lists/list-search.ts';
import type { ListPart, PageInput } from '#app/features/lists/use-list-pages.ts';
import { formatBytes, formatMoment, formatNumber } from '#text/format.ts';
import * as m from '#text/messages.js';

export type Orphan = Answer<'orphan', 'systems'>['rows'][number];

/** The address of one orphan; the kind says which call reads it. */
export const orphanHref = ({ id, kind }: Pick<Orphan, 'id' | 'kind'>): string =>
  `/admin/orphan/view?id=${id}${kind === 'client' ? '&kind=client' : ''}`;

/** The orders of the list; the first one is the usual one. */
export const orphanSorts = (): readonly ListSort[] => [
  { value: 'size', label: m.backups_size(), note: m.lists_largest_first() },
  { value: 'name', label: m.forms_name(), note: m.lists_a_to_z() },
  { value: 'newest', label: m.orphans_sort_newest(), note: m.lists_newest_first() },
  { value: 'backup', label: m.systems_last_backup(), note: m.lists_newest_first() },
];

const orders: Record<string, readonly string[]> = {
  size: ['size DESC', 'name ASC'],
  name: ['name ASC'],
  newest: ['createdAt DESC'],
  backup: ['lastBackup DESC', 'name ASC'],
};

/** Two groups: one call lists each kind. `size`: the bytes of all backups; undefined while they are not known. */
export function orphanParts({ find, sort = 'size' }: ListSearch, size?: number): readonly ListPart[] {
  const part = (key: string, label: string): ListPart => ({
    key,
    label,
    where: whereWords(find, ['name']),
    sort: JSON.stringify(orders[sort] ?? orders['size']),
  });
  // Of all of them, not of those that are found.
  const total = size && !find ? [formatBytes(size, reader())] : [];
  const ofSystems = [m.orphans_of_systems(), ...total].join(', ');
  return [part('system', ofSystems), part('client', m.orphans_of_clients())];
}

/** One page of a group; the first one is stored on the device. Both calls answer the same kind of rows. */
export function orphanPage({ key, where, sort }: ListPart, page: PageInput) {
  const options = { persist: page.skip === 0 };
  const input = { where, sort, ...page };
  const systems = api.orphan.systems.queryOptions(input, options);
  return key === 'system' ? systems : (api.orphan.clients.queryOptions(input, options) as unknown as typeof systems);
}

/** "4 backups, 61.4 GB"; of a client its version. */
export function amountText({ kind, count, size, clientVersion }: Orphan): string {
  if (kind === 'client')
    return clientVersion === null ? m.systems_client() : m.orphans_client_version({ clientVersion });
  return m.orphans_amount({ count, number: formatNumber(count, reader()), size: formatBytes(size, reader()) });
}

/** The last backup of an orphan, or its amount where that is not known, and when it was deleted. */
function detailText(orphan: Orphan, now: number): string {
  const { lastBackup, createdAt } = orphan;
  const time = formatMoment(createdAt, now, reader());
  return lastBackup === null
    ? `${amountText(orphan)}. ${m.orphans_since({ time })}`
    : m.orphans_last_backup({ backup: formatMoment(lastBackup, now, reader()), time });
}

/** The orphans at a moment (epoch ms). */
export const orphansList = (now: number): ListDescription<Orphan> => ({
  label: m.orphans_title(),
  keyOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  hrefOf: orphanHref,
  rowHeight: 72,
  renderRow: (orphan, { stale }) => (
    <RowBody
      name={orphan.name}
      word={orphan.kind === 'system' ? formatBytes(orphan.size, reader()) : ''}
      meta={detailText(orphan, now)}
      stale={stale}
    />
  ),
  titlesInTable: true,
  columns: [
    {
      id: 'name',
      header: m.forms_name(),
      width: 220,
      grow: 2,
      link: true,
      sort: { ascending: 'name' },
      cell: ({ name }) => name,
    },
    {
      id: 'backup',
      header: m.systems_last_backup(),
      width: 150,
      sort: { descending: 'backup' },
      cell: ({ lastBackup }) => (lastBackup === null ? '' : formatMoment(lastBackup, now, reader())),
    },
    { id: 'amount', header: m.orphans_left(), width: 200, grow: 1, sort: { descending: 'size' }, cell: amountText },
    {
      id: 'since',
      header: m.orphans_deleted(),
      width: 150,
      sort: { descending: 'newest' },
      cell: ({ createdAt }) => formatMoment(createdAt, now, reader()),
    },
    {
      id: 'connection',
      header: m.client_last_connection(),
      width: 170,
      cell: ({ lastConnection }) => (lastConnection === null ? '' : formatMoment(lastConnection, now, reader())),
    },
  ],
});

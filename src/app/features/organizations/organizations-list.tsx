// The list of organizations: its groups and orders, and an organization as a row and as columns.
import type { ListSearch, ListSort } from '#app/ui/list/list-tools.tsx';
import type { ListColumn, ListDescription, RowState } from '#app/ui/list/list-types.ts';
import { RowBody } from '#app/ui/list/list-row.tsx';
import { MarkCell } from '#app/ui/list/mark-cell.tsx';
import { cx } from '#app/ui/primitives/cx.ts';
import { toneOf, toneText } from '#app/ui/primitives/mark.tsx';
import { NightsStrip } from '#app/ui/status/nights-strip.tsx';
import { api } from '#app/api/client.ts';
import { reader } from '#app/device/reader.ts';
import { whereWords } from '#app/features/lists/list-search.ts';
import { needLabel } from '#app/features/lists/need-label.ts';
import type { ListPart, PageInput } from '#app/features/lists/use-list-pages.ts';
import { formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';
import { organizationHref } from './organization-addresses.ts';
import type { FleetRow } from './organization-queries.ts';
import { nightsText, shareText, partsOf, statusOf } from './organization-text.ts';

/** The orders of the list; the first one is the usual one, with a group for each state. */
export const organizationSorts = (): readonly ListSort[] => [
  { value: 'worst', label: m.systems_sort_worst(), note: m.organizations_sort_worst_note() },
  { value: 'name', label: m.forms_name(), note: m.lists_a_to_z() },
];

/** Worst first the list has a group for each state; by name it is one group. */
export function organizationParts({ find, sort }: ListSearch): readonly ListPart[] {
  const words = whereWords(find, ['name']);
  const part = (key: string, label: string): ListPart => ({
    key,
    label,
    where: { ...words, state: key },
    sort: JSON.stringify(['severity DESC', 'name ASC']),
  });
  if (sort === 'name') return [{ key: 'all', where: words, sort: JSON.stringify(['name ASC']) }];
  return [
    { ...part('trouble', needLabel('present')), pastLabel: needLabel('past') },
    part('other', m.organizations_group_other()),
    { ...part('ok', m.organizations_group_ok()), pastLabel: m.organizations_group_were_ok() },
    part('paused', m.systems_state_paused()),
  ];
}

/** One page of a group; the first one is stored on the device. */
export const organizationPage = ({ where, sort }: ListPart, page: PageInput) =>
  api.organization.fleet.queryOptions({ where, sort, ...page }, { persist: page.skip === 0 });

/** The organizations as they are drawn at a moment (epoch ms). */
export const organizationsList = (now: number): ListDescription<FleetRow> => ({
  label: m.shell_place_organizations(),
  keyOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  hrefOf: ({ id }) => organizationHref(id),
  rowHeight: 100,
  renderRow: (row, state) => <OrganizationRow row={row} now={now} state={state} />,
  columns: columnsOf(now),
  titlesInTable: true,
});

interface RowProps {
  row: FleetRow;
  now: number;
  state: RowState;
}

function OrganizationRow({ row, now, state: { stale } }: RowProps) {
  const { kind, hollow } = statusOf(row, now, stale);
  return (
    <RowBody
      mark={kind}
      hollow={hollow}
      name={row.name}
      word={shareText(row, stale)}
      meta={<SentenceLine row={row} now={now} stale={stale} />}
      strip={<NightsStrip nights={row.nights} label={nightsText(row)} stale={stale} />}
      stale={stale}
    />
  );
}

/** The sentence of an organization on one line: a long name of its worst system leaves the state half of it. */
function SentenceLine({ row, now, stale }: { row: FleetRow; now: number; stale: boolean }) {
  const parts = partsOf(row, now, stale);
  if (typeof parts === 'string') return <span>{parts}</span>;
  return (
    <span className="flex">
      <bdi className="max-w-1/2 flex-none truncate">{parts.name}</bdi>
      <span className="truncate">{m.organizations_worst({ system: '', state: parts.state })}</span>
    </span>
  );
}

function ShareCell({ row, now, state: { stale } }: RowProps) {
  const { kind, hollow } = statusOf(row, now, stale);
  return (
    <MarkCell
      kind={kind}
      hollow={hollow || stale}
      className={cx('font-semibold tabular-nums', !stale && kind !== 'ok' && toneText[toneOf(kind)])}
    >
      {shareText(row, stale)}
    </MarkCell>
  );
}

const columnsOf = (now: number): readonly ListColumn<FleetRow>[] => [
  {
    id: 'state',
    header: m.organizations_column_ok(),
    width: 236,
    sort: { descending: 'worst' },
    cell: (row, state) => <ShareCell row={row} now={now} state={state} />,
  },
  {
    id: 'name',
    header: m.forms_name(),
    width: 190,
    grow: 1,
    link: true,
    sort: { ascending: 'name' },
    cell: ({ name }) => name,
  },
  {
    id: 'sentence',
    header: m.organizations_column_worst(),
    width: 230,
    grow: 3,
    cell: (row, { stale }) => <SentenceLine row={row} now={now} stale={stale} />,
  },
  {
    id: 'strip',
    header: m.organizations_column_strip(),
    width: 150,
    cell: (row, { stale }) => <NightsStrip size="T" nights={row.nights} label={nightsText(row)} stale={stale} />,
  },
  {
    id: 'last',
    header: m.systems_last_backup(),
    width: 132,
    cell: ({ lastBackup }) => (lastBackup === null ? m.organizations_never() : formatMoment(lastBackup, now, reader())),
  },
];

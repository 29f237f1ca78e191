// A system in a list: a row of 100 px, and the columns of the table.
import type { ReactNode } from 'react';
import { reader } from '#app/device/reader.ts';
import { formatBytes, formatMoment, formatNumber } from '#text/format.ts';
import * as m from '#text/messages.js';
import { RowBody } from '#app/ui/list/list-row.tsx';
import type { ListColumn, ListDescription, RowState, RowSwipe } from '#app/ui/list/list-types.ts';
import { MarkCell } from '#app/ui/list/mark-cell.tsx';
import { cx } from '#app/ui/primitives/cx.ts';
import { toneOf } from '#app/ui/primitives/mark.tsx';
import { Strip } from '#app/ui/status/strip.tsx';
import { optionalColumns } from './optional-columns.tsx';
import type { ListedSystem } from './systems-pages.ts';
import { byAttribute } from './systems-filter.ts';
import { platformLabel, scheduleInRow, stripSentence } from './system-facts.ts';
import { rowStatusOf } from './system-format.ts';

interface ListOptions {
  swipeRight?: RowSwipe<ListedSystem> | undefined;
  /** All are of one organization, which is not repeated. */
  ofOne?: boolean;
  /** Each row says how many backups its retention would remove. */
  purges?: boolean | undefined;
  /** True for a row that leaves room for a control beside it. */
  beside?: (system: ListedSystem) => boolean;
}

/** The list of systems at a moment (epoch ms). */
export const systemsList = (
  now: number,
  { swipeRight, ofOne = false, purges = false, beside }: ListOptions = {},
): ListDescription<ListedSystem> => ({
  label: m.shell_place_systems(),
  keyOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  hrefOf: ({ id }) => `/admin/system?id=${id}`,
  rowHeight: 100,
  renderRow: (system, state) => (
    <SystemRow {...{ system, now, state, ofOne, purges }} beside={beside?.(system) ?? false} />
  ),
  columns: columnsOf(now).filter(({ id }) => (!ofOne || id !== 'organization') && (purges || id !== 'purge')),
  ...(swipeRight && { swipeRight }),
});

const statusAt = (system: ListedSystem, now: number, { groupKey, stale }: RowState) =>
  rowStatusOf(system, now, groupKey === 'acknowledged', stale);
const stripLabel = (system: ListedSystem, now: number) =>
  m.systems_strip({ system: system.name, counts: stripSentence(system, now) });

interface RowProps {
  system: ListedSystem;
  now: number;
  state: RowState;
}

type RowForm = Record<'ofOne' | 'purges' | 'beside', boolean>;
type SystemRowProps = RowProps & RowForm;

function SystemRow({ system, now, state, ofOne, purges, beside }: SystemRowProps) {
  const { kind, hollow, label } = statusAt(system, now, state);
  return (
    <RowBody
      mark={kind}
      hollow={hollow}
      name={system.name}
      word={label}
      meta={detailsOf(system, { ofOne, purges, beside })}
      strip={<Strip cells={system.strip} label={stripLabel(system, now)} />}
      stale={state.stale}
      beside={beside}
    />
  );
}

const purgeAmount = ({ purgeList: { length: count }, purgeSize }: ListedSystem): string =>
  count === 0 ? '' : `${formatNumber(count, reader())}, ${formatBytes(purgeSize, reader())}`;

/** Short, so that the organization is in sight beside it: "24 to remove, 177.6 GB". */
const purgeText = ({ purgeList: { length: count }, purgeSize }: ListedSystem): string =>
  `${formatNumber(count, reader())} ${m.purge_purged_size({ size: formatBytes(purgeSize, reader()) })}`;

function detailsOf(system: ListedSystem, { ofOne, purges, beside }: RowForm): ReactNode {
  const { organizationName, platform, schedule } = system;
  const rare = schedule !== null && (schedule.intervalUnit !== 'Days' || schedule.intervalValue !== 1);
  const more = [platformLabel(platform), (rare || ofOne) && schedule && scheduleInRow(schedule)].filter(Boolean);
  if (ofOne) return more.join(', ');
  // After other text a long name is cut by itself: the ellipsis of the line would take all of it.
  if (purges && system.purgeList.length > 0)
    return (
      <span className="flex">
        <span className="max-w-full flex-none truncate pe-1">{purgeText(system)}.</span>
        <bdi className="truncate">{organizationName}</bdi>
      </span>
    );
  return (
    <>
      <bdi>{organizationName}</bdi>
      {/* Behind the state the room is for the name. */}
      {!beside && more.map((text) => `, ${text}`)}
    </>
  );
}

const tones = { ok: '', late: 'text-latetext', miss: 'text-misstext', run: 'text-runtext', none: '' };

// It extends to the next column: a state in the past tense is long in German and Spanish.
function StateCell({ system, now, state }: RowProps) {
  const { kind, hollow, label } = statusAt(system, now, state);
  return (
    <MarkCell
      kind={kind}
      hollow={hollow || state.stale}
      className={cx('-me-2.5 font-semibold tracking-[-0.012em]', !state.stale && tones[toneOf(kind)])}
    >
      {label}
    </MarkCell>
  );
}

function columnsOf(now: number): readonly ListColumn<ListedSystem>[] {
  const moment = (iso: string | null, none: string) => (iso === null ? none : formatMoment(iso, now, reader()));
  return [
    {
      id: 'state',
      header: m.systems_state(),
      width: 214,
      sort: { descending: 'worst' },
      cell: (system, state) => <StateCell system={system} now={now} state={state} />,
    },
    {
      id: 'name',
      header: m.forms_name(),
      width: 172,
      grow: 2,
      link: true,
      sort: { ascending: 'name', descending: '-name' },
      cell: ({ name }) => name,
    },
    { id: 'purge', header: m.purge_to_remove(), width: 144, cell: purgeAmount },
    {
      id: 'organization',
      header: m.systems_organization(),
      width: 142,
      grow: 1,
      sort: { ascending: 'organization', descending: '-organizationName' },
      dir: 'auto',
      cell: ({ organizationName }) => organizationName,
    },
    {
      id: 'strip',
      header: m.systems_strip_header(),
      width: 144,
      cell: (system) => <Strip size="T" cells={system.strip} label={stripLabel(system, now)} />,
    },
    {
      id: 'lastBackup',
      header: m.systems_last_backup(),
      width: 132,
      sort: { ascending: 'oldest', descending: 'newest' },
      cell: ({ lastBackup }) => moment(lastBackup, m.systems_never()),
    },
    ...laterColumns(moment),
    ...optionalColumns(now),
  ];
}

/** The first ones that a narrow table drops. */
function laterColumns(moment: (iso: string | null, none: string) => string): readonly ListColumn<ListedSystem>[] {
  return [
    {
      id: 'due',
      header: m.systems_due({ tense: 'present' }),
      width: 130,
      sort: byAttribute('dueAt'),
      cell: ({ dueAt }) => moment(dueAt, ''),
    },
    {
      id: 'size',
      header: m.backups_size(),
      width: 90,
      align: 'end',
      sort: byAttribute('lastBackupSize'),
      cell: ({ lastBackupSize: size }) => (size === null ? '' : formatBytes(size, reader())),
    },
    {
      id: 'client',
      header: m.systems_client(),
      width: 132,
      sort: byAttribute('platform'),
      cell: ({ platform, clientVersion }) => [platformLabel(platform), clientVersion].filter(Boolean).join(' '),
    },
    {
      id: 'schedule',
      header: m.systems_schedule(),
      width: 130,
      grow: 1,
      dir: 'auto',
      sort: byAttribute('scheduleName'),
      cell: ({ schedule }) => schedule?.name ?? '',
    },
  ];
}

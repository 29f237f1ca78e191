// How a system is drawn in a list: as a row of 100 px, and as the columns of the desk table.
import type { ReactNode } from 'react';
import { bytesWords, clockWords } from '#app/ui/format.ts';
import { RowBody } from '#app/ui/list/list-row.tsx';
import type { ListColumn, ListDescription, RowState, RowSwipe } from '#app/ui/list/list-types.ts';
import { Mark, toneOf } from '#app/ui/primitives/mark.tsx';
import { Strip } from '#app/ui/status/strip.tsx';
import type { ListedSystem } from './systems-pages.ts';
import { everyWords, lookOf, platformWords, stripCounts } from './system-format.ts';

/** The list of systems at a moment (epoch ms). */
export const systemsList = (now: number, swipeRight?: RowSwipe<ListedSystem>): ListDescription<ListedSystem> => ({
  label: 'Systems',
  keyOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  hrefOf: ({ id }) => `/admin/system?id=${id}`,
  rowHeight: 100,
  renderRow: (system, state) => <SystemRow system={system} now={now} state={state} />,
  columns: columnsOf(now),
  ...(swipeRight && { swipeRight }),
});

const lookAt = (system: ListedSystem, now: number, { groupKey, stale }: RowState) =>
  lookOf(system, now, groupKey === 'acknowledged', stale);
const stripWords = ({ name, strip }: ListedSystem) => `${name}, last 28 days: ${stripCounts(strip)}`;

function SystemRow({ system, now, state }: { system: ListedSystem; now: number; state: RowState }) {
  const { kind, hollow, word } = lookAt(system, now, state);
  return (
    <RowBody
      mark={kind}
      hollow={hollow}
      name={system.name}
      word={word}
      meta={whereWords(system)}
      strip={<Strip cells={system.strip} label={stripWords(system)} />}
      stale={state.stale}
    />
  );
}

function whereWords({ organizationName, platform, schedule }: ListedSystem): ReactNode {
  const rare = schedule !== null && (schedule.intervalUnit !== 'Days' || schedule.intervalValue !== 1);
  return (
    <>
      <bdi>{organizationName}</bdi>
      {platform !== null && platform !== '' && `, ${platformWords(platform)}`}
      {rare && `, ${everyWords(schedule).toLowerCase()}`}
    </>
  );
}

const tones = { ok: '', late: 'text-latetext', miss: 'text-misstext', run: 'text-runtext', none: '' };

function StateCell({ system, now, state }: { system: ListedSystem; now: number; state: RowState }) {
  const { kind, hollow, word } = lookAt(system, now, state);
  return (
    <span className={`flex items-center gap-2 ${state.stale ? '' : tones[toneOf(kind)]}`}>
      <Mark kind={kind} size={18} hollow={hollow || state.stale} />
      <span className="truncate font-semibold">{word}</span>
    </span>
  );
}

function columnsOf(now: number): readonly ListColumn<ListedSystem>[] {
  const clock = (iso: string | null, none: string) => (iso === null ? none : clockWords(iso, now));
  return [
    {
      id: 'state',
      header: 'State',
      width: 186,
      sort: { descending: 'worst' },
      cell: (system, state) => <StateCell system={system} now={now} state={state} />,
    },
    {
      id: 'name',
      header: 'Name',
      width: 190,
      grow: 2,
      link: true,
      sort: { ascending: 'name' },
      cell: ({ name }) => name,
    },
    {
      id: 'organization',
      header: 'Organization',
      width: 150,
      grow: 1,
      sort: { ascending: 'organization' },
      cell: ({ organizationName }) => <bdi>{organizationName}</bdi>,
    },
    {
      id: 'strip',
      header: '28 days',
      width: 150,
      cell: (system) => <Strip size="T" cells={system.strip} label={stripWords(system)} />,
    },
    {
      id: 'lastBackup',
      header: 'Last backup',
      width: 132,
      sort: { ascending: 'oldest', descending: 'newest' },
      cell: ({ lastBackup }) => clock(lastBackup, 'Never'),
    },
    { id: 'due', header: 'Next due', width: 100, cell: ({ dueAt }) => clock(dueAt, '') },
    {
      id: 'size',
      header: 'Size',
      width: 92,
      align: 'end',
      cell: ({ lastBackupSize: size }) => (size === null ? '' : bytesWords(size)),
    },
    {
      id: 'client',
      header: 'Client',
      width: 120,
      cell: ({ platform, clientVersion }) => [platformWords(platform), clientVersion].filter(Boolean).join(' '),
    },
    { id: 'schedule', header: 'Schedule', width: 130, grow: 1, cell: ({ schedule }) => schedule?.name ?? '' },
  ];
}

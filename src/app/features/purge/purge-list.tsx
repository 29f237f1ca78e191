// Kept and purged backups as rows and as columns, each with its reason.
import type { ReactNode } from 'react';
import { Icon } from '#app/ui/primitives/icon.tsx';
import type { ListDescription } from '#app/ui/list/list-types.ts';
import { reader } from '#app/device/reader.ts';
import { formatBytes, formatDate, formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';
import type { PlanLine, PurgeReason } from './purge-plan.ts';
import css from './purge-screen.module.css';

/** "Second backup of that day", "Day 1 of 14". */
export function reasonText(reason: PurgeReason, now: number): string {
  switch (reason?.kind) {
    case undefined:
      return '';
    case 'newest':
      return m.purge_reason_newest();
    case 'everything':
      return m.purge_reason_everything();
    case 'kept':
      return m.purge_reason_kept({ unit: reason.unit, nth: reason.nth, count: reason.count });
    case 'sameDay':
      return m.purge_reason_same_day();
    case 'sameUnit':
      return m.purge_reason_same_unit({ unit: reason.unit, date: formatDate(reason.date, now, reader()) });
    case 'older':
      return m.purge_reason_older();
  }
}

function Time({ line, now }: { line: PlanLine; now: number }): ReactNode {
  const time = formatMoment(line.backup.date, now, reader());
  return line.isGone ? (
    <span className={css['gone']}>
      <s>{time}</s>
    </span>
  ) : (
    time
  );
}

/** The lines of a plan at a moment (epoch ms). */
export const purgeList = (now: number): ListDescription<PlanLine> => ({
  label: m.purge_list(),
  keyOf: ({ backup }) => backup.id,
  nameOf: ({ backup }) => backup.file,
  rowHeight: 72,
  renderRow: (line) => (
    <span className="flex h-full w-full items-center gap-4 px-4">
      <Icon
        name={line.isGone ? 'trash' : 'archive'}
        size={24}
        className={line.isGone ? 'text-misstext' : 'text-text3'}
      />
      <span className="min-w-0 flex-1">
        <b className="block truncate">
          <Time line={line} now={now} />
        </b>
        <span className="block truncate text-[0.9375rem]/[1.3] text-text3">{reasonText(line.reason, now)}</span>
      </span>
      <span className="flex-none tabular-nums">{formatBytes(line.backup.size, reader())}</span>
    </span>
  ),
  titlesInTable: true,
  columns: [
    {
      id: 'time',
      header: m.backups_arrived(),
      width: 170,
      sort: { ascending: 'oldest', descending: 'newest' },
      cell: (line) => <Time line={line} now={now} />,
    },
    { id: 'reason', header: m.purge_reason(), width: 240, grow: 1, cell: ({ reason }) => reasonText(reason, now) },
    {
      id: 'file',
      header: m.backups_file(),
      width: 260,
      grow: 1,
      className: 'font-mono text-code',
      dir: 'auto',
      cell: ({ backup }) => backup.file,
    },
    {
      id: 'size',
      header: m.backups_size(),
      width: 92,
      align: 'end',
      sort: { ascending: 'smallest', descending: 'largest' },
      cell: ({ backup }) => formatBytes(backup.size, reader()),
    },
  ],
});

// The rows and columns of the list of backups: backups, failed runs, running backups and missed days.
import type { ReactNode } from 'react';
import { reader } from '#app/device/reader.ts';
import { tenseOf } from '#app/realtime/tense.ts';
import { dayAndTime } from '#app/features/systems/system-sentences.ts';
import { formatBytes, formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';
import { cx } from '#app/ui/primitives/cx.ts';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { Mark, type MarkKind } from '#app/ui/primitives/mark.tsx';
import type { ListColumn, ListDescription } from '#app/ui/list/list-types.ts';
import { MarkCell } from '#app/ui/list/mark-cell.tsx';
import { dayOf } from '#app/device/zone-days.ts';
import { timeOn } from '#app/features/systems/system-days.ts';
import type { System } from '#app/features/systems/system-format.ts';
import { type Entry, sizeDifference } from './backup-days.ts';

interface EntryContext {
  system: System;
  now: number;
  /** False: only cached. */
  fresh: boolean;
  /** False: in an order in which none is compared with those before it. */
  byDay: boolean;
  onOpen: (entry: Entry, row: HTMLElement) => void;
}

/** The mark and the texts of an entry. */
interface EntryText {
  mark: MarkKind;
  hollow: boolean;
  /** True for a size larger than usual: the arrow points up. */
  grow: boolean;
  tone: string;
  title: string;
  note: ReactNode;
  size: string;
  delta: string;
}

function textOf(entry: Entry, { system, now, fresh }: EntryContext): EntryText {
  const plain = { hollow: !fresh, grow: false, size: '', delta: '' };
  if (entry.kind === 'missed') {
    const { dueAt, organization } = system;
    const isDue = dueAt !== null && dayOf(dueAt, organization.timeZone) === entry.day;
    const note = isDue
      ? m.backups_missed_note_due({ time: formatMoment(dueAt, now, reader()) })
      : m.backups_missed_note();
    return { ...plain, mark: 'none', tone: 'text-misstext', title: m.backups_missed(), note };
  }
  if (entry.kind === 'running') {
    const tense = tenseOf(!fresh);
    const title = m.backups_running_since({ time: timeOn(entry.at, entry.day), tense });
    return {
      ...plain,
      mark: 'running',
      tone: 'text-runtext',
      title,
      note: m.backups_not_arrived({ tense }),
    };
  }
  if (entry.kind === 'backup') {
    const { backup, unusual, usual, late, day } = entry;
    const time = day === null ? dayAndTime(backup.date) : timeOn(backup.date, day);
    if (backup.fault !== null) {
      const note = m.backups_fault({ fault: backup.fault });
      return { ...plain, mark: 'failed', tone: 'text-misstext', title: time, note };
    }
    return {
      mark: unusual ? 'size' : late ? 'overdue' : 'ok',
      hollow: unusual === null || !fresh,
      grow: unusual === 'large',
      tone: '',
      title: late ? m.backups_late({ time }) : time,
      note: <bdi className="block truncate font-mono text-code">{backup.file}</bdi>,
      size: formatBytes(backup.size, reader()),
      delta: unusual ? sizeDifference(backup.size, usual) : '',
    };
  }
  const title = m.backups_failed_at({ time: timeOn(entry.at, entry.day) });
  return {
    ...plain,
    mark: 'failed',
    tone: 'text-misstext',
    title,
    note: system.failedReason ?? m.backups_no_reason(),
  };
}

const opens = ({ kind }: Entry): boolean => kind === 'backup' || kind === 'failed';

/** The backups of one system. Rows are 64 px; on desks the days are titles in the table. */
export function backupsList(context: EntryContext): ListDescription<Entry> {
  const textFor = (entry: Entry) => textOf(entry, context);
  const compared: ListColumn<Entry> = {
    id: 'delta',
    header: m.backups_compared(),
    width: 200,
    cell: (entry) => <span className="text-latetext">{textFor(entry).delta}</span>,
  };
  return {
    label: m.backups_label({ system: context.system.name }),
    keyOf: ({ id }) => id,
    nameOf: (entry) => textFor(entry).title,
    onOpen: context.onOpen,
    opens,
    rowHeight: 64,
    renderRow: (entry) => <EntryRow text={textFor(entry)} opens={opens(entry)} />,
    titlesInTable: true,
    columns: [
      {
        id: 'arrived',
        header: m.backups_arrived(),
        // Outside of its day a time has its date.
        width: context.byDay ? 180 : 250,
        link: true,
        sort: { ascending: 'oldest', descending: 'newest' },
        cell: (entry) => <Arrived text={textFor(entry)} />,
      },
      {
        id: 'file',
        header: m.backups_file(),
        width: 280,
        grow: 1,
        cell: (entry) => textFor(entry).note,
      },
      {
        id: 'size',
        header: m.backups_size(),
        width: 92,
        align: 'end',
        sort: { ascending: 'smallest', descending: 'largest' },
        cell: (entry) => textFor(entry).size,
      },
      ...(context.byDay ? [compared] : []),
    ],
  };
}

function Arrived({ text: { mark, hollow, grow, tone, title } }: { text: EntryText }) {
  return (
    <MarkCell kind={mark} hollow={hollow} grow={grow} className={tone}>
      {title}
    </MarkCell>
  );
}

function EntryRow({
  text: { mark, hollow, grow, tone, title, note, size, delta },
  opens: goes,
}: {
  text: EntryText;
  opens: boolean;
}) {
  return (
    <span className="flex h-full w-full items-center gap-3.5 px-4 max-[19rem]:flex-wrap max-[19rem]:content-center max-[19rem]:gap-x-2 max-[19rem]:gap-y-0 max-[19rem]:px-3">
      <Mark kind={mark} size={24} hollow={hollow} grow={grow} />
      <span className="min-w-0 flex-1 max-[19rem]:basis-[70%]">
        <b className={cx('block truncate', tone)}>{title}</b>
        <span className="block truncate text-[0.9375rem]/[1.3] text-text3">{note}</span>
      </span>
      {size !== '' && (
        <span className="ms-auto flex-none text-end tabular-nums">
          {size}
          {delta !== '' && <small className="block text-[0.8125rem]/[1.3] text-latetext">{delta}</small>}
        </span>
      )}
      {goes && <Icon name="right" size={18} className="text-text3 max-[19rem]:hidden" />}
    </span>
  );
}

// How an entry of the list of backups is drawn: a backup that arrived, or what went wrong in its place.
import type { ReactNode } from 'react';
import { bytesWords, clockWords } from '#app/ui/format.ts';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { Mark, type MarkKind } from '#app/ui/primitives/mark.tsx';
import type { ListDescription } from '#app/ui/list/list-types.ts';
import { clockOn, dayOf } from '#app/features/systems/system-days.ts';
import type { System } from '#app/features/systems/system-format.ts';
import { type Entry, deltaWords } from './backup-days.ts';

interface EntryContext {
  system: System;
  now: number;
  /** Not only remembered. */
  fresh: boolean;
  onOpen: (entry: Entry, row: HTMLElement) => void;
}

/** What is said of an entry. */
interface EntryLook {
  mark: MarkKind;
  hollow: boolean;
  /** A size that is larger than usual turns its arrow up. */
  grow: boolean;
  tone: string;
  title: string;
  note: ReactNode;
  size: string;
  delta: string;
}

function lookOf(entry: Entry, { system, now, fresh }: EntryContext): EntryLook {
  const plain = { hollow: !fresh, grow: false, size: '', delta: '' };
  if (entry.kind === 'missed') {
    const { dueAt, organization } = system;
    const isDue = dueAt !== null && dayOf(dueAt, organization.timeZone) === entry.day;
    const due = isDue ? ` It was due ${clockWords(dueAt, now)}.` : '';
    return { ...plain, mark: 'none', tone: 'text-misstext', title: 'Missed', note: `Nothing arrived this day.${due}` };
  }
  if (entry.kind === 'running') {
    const title = `${fresh ? 'Running' : 'Was running'} since ${clockOn(entry.at, entry.day)}`;
    return {
      ...plain,
      mark: 'running',
      tone: 'text-runtext',
      title,
      note: fresh ? 'Not arrived yet' : 'Had not arrived',
    };
  }
  if (entry.kind === 'backup') {
    const { backup, odd, usual, late, day } = entry;
    return {
      mark: odd ? 'size' : late ? 'overdue' : 'ok',
      hollow: odd === null || !fresh,
      grow: odd === 'large',
      tone: '',
      title: `${clockOn(backup.date, day)}${late ? ', late' : ''}`,
      note: <bdi className="font-mono text-code">{backup.file}</bdi>,
      size: bytesWords(backup.size),
      delta: odd ? deltaWords(backup.size, usual) : '',
    };
  }
  const title = `Failed ${clockOn(entry.at, entry.day)}`;
  return {
    ...plain,
    mark: 'failed',
    tone: 'text-misstext',
    title,
    note: system.failedReason ?? 'The client gave no reason',
  };
}

const opens = ({ kind }: Entry): boolean => kind === 'backup' || kind === 'failed';

/** The backups of one system by day. Rows are 64 px; on desks the days are titles in the table. */
export function backupsList(context: EntryContext): ListDescription<Entry> {
  const look = (entry: Entry) => lookOf(entry, context);
  return {
    label: `Backups of ${context.system.name}`,
    keyOf: ({ id }) => id,
    nameOf: (entry) => look(entry).title,
    onOpen: context.onOpen,
    opens,
    rowHeight: 64,
    renderRow: (entry) => <EntryRow look={look(entry)} opens={opens(entry)} />,
    titlesInTable: true,
    columns: [
      { id: 'arrived', header: 'Arrived', width: 180, link: true, cell: (entry) => <Arrived look={look(entry)} /> },
      { id: 'file', header: 'File', width: 280, grow: 1, cell: (entry) => look(entry).note },
      { id: 'size', header: 'Size', width: 92, align: 'end', cell: (entry) => look(entry).size },
      {
        id: 'delta',
        header: 'Compared',
        width: 200,
        cell: (entry) => <span className="text-latetext">{look(entry).delta}</span>,
      },
    ],
  };
}

function Arrived({ look: { mark, hollow, grow, tone, title } }: { look: EntryLook }) {
  return (
    <span className={`flex items-center gap-2 ${tone}`}>
      <Mark kind={mark} size={18} hollow={hollow} grow={grow} />
      {title}
    </span>
  );
}

function EntryRow({
  look: { mark, hollow, grow, tone, title, note, size, delta },
  opens: goes,
}: {
  look: EntryLook;
  opens: boolean;
}) {
  return (
    <span className="flex h-full w-full items-center gap-3.5 px-4 max-[19rem]:gap-2 max-[19rem]:px-3">
      <Mark kind={mark} size={24} hollow={hollow} grow={grow} />
      <span className="min-w-0 flex-1">
        <b className={`block truncate ${tone}`}>{title}</b>
        <span className="block truncate text-[0.9375rem]/[1.3] text-text3">{note}</span>
      </span>
      {size !== '' && (
        <span className="flex-none text-end tabular-nums">
          {size}
          {delta !== '' && <small className="block text-[0.8125rem]/[1.3] text-latetext">{delta}</small>}
        </span>
      )}
      {goes && <Icon name="right" size={18} className="text-text3 max-[19rem]:hidden" />}
    </span>
  );
}

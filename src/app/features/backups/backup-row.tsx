// One line of the list of backups: when, which file, how large; or what went wrong instead.
import type { ReactNode } from 'react';
import { bytesWords, clockWords } from '#app/ui/format.ts';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { Mark } from '#app/ui/primitives/mark.tsx';
import { type Entry, deltaWords } from './backup-days.ts';
import { clockOn, dayOf } from '#app/features/systems/system-days.ts';
import type { System } from '#app/features/systems/system-format.ts';

type BackupEntry = Extract<Entry, { kind: 'backup' }>;

interface BackupRowProps {
  entry: Entry;
  system: System;
  now: number;
  /** Not only remembered: it may be told as so, and drawn solid. */
  fresh: boolean;
  onOpen: (entry: Entry, row: HTMLElement) => void;
}

/** A row; backups and failures open a sheet. */
export function BackupRow({ entry, system, now, fresh, onOpen }: BackupRowProps) {
  const { timeZone } = system.organization;
  if (entry.kind === 'backup') return <Arrived entry={entry} fresh={fresh} onOpen={(row) => onOpen(entry, row)} />;
  if (entry.kind === 'missed') {
    const { dueAt } = system;
    const due = dueAt !== null && dayOf(dueAt, timeZone) === entry.day ? ` It was due ${clockWords(dueAt, now)}.` : '';
    return (
      <Line
        art={<Mark kind="none" size={24} hollow={!fresh} />}
        title="Missed"
        note={`Nothing arrived this day.${due}`}
        tone="w-miss"
      />
    );
  }
  if (entry.kind === 'running') {
    return (
      <Line
        art={<Mark kind="running" size={24} hollow={!fresh} />}
        title={`${fresh ? 'Running' : 'Was running'} since ${clockOn(entry.at, entry.day)}`}
        note={fresh ? 'Not arrived yet' : 'Had not arrived'}
        tone="w-run"
      />
    );
  }
  return (
    <Line
      art={<Mark kind="failed" size={24} hollow={!fresh} />}
      title={`Failed ${clockOn(entry.at, entry.day)}`}
      note={system.failedReason ?? 'The client gave no reason'}
      tone="w-miss"
      onOpen={(row) => onOpen(entry, row)}
    />
  );
}

type ArrivedProps = { entry: BackupEntry; fresh: boolean; onOpen: (row: HTMLElement) => void };

function Arrived({ entry, fresh, onOpen }: ArrivedProps) {
  const { backup, odd, usual, late } = entry;
  const art = odd ? (
    <Mark kind="size" size={24} grow={odd === 'large'} hollow={!fresh} />
  ) : (
    <Mark kind={late ? 'overdue' : 'ok'} size={24} hollow />
  );
  const delta = odd ? deltaWords(backup.size, usual) : '';
  return (
    <Line
      art={art}
      title={`${clockOn(backup.date, entry.day)}${late ? ', late' : ''}`}
      note={<bdi className="font-mono text-code">{backup.file}</bdi>}
      value={bytesWords(backup.size)}
      delta={delta}
      onOpen={onOpen}
    />
  );
}

interface LineProps {
  art: ReactNode;
  title: string;
  note: ReactNode;
  value?: string;
  delta?: string;
  tone?: string;
  onOpen?: (row: HTMLElement) => void;
}

function Line({ art, title, note, value, delta, tone = '', onOpen }: LineProps) {
  const inner = (
    <>
      {art}
      <span className="min-w-0 flex-1">
        <b className={`block truncate ${tone}`}>{title}</b>
        <span className="block truncate text-text3 text-[0.9375rem]/[1.3]">{note}</span>
      </span>
      {value && (
        <span className="flex-none tabular-nums text-end">
          {value}
          {delta && <small className="block text-latetext text-[0.8125rem]/[1.3]">{delta}</small>}
        </span>
      )}
      {onOpen && <Icon name="right" size={18} className="text-text3 max-[19rem]:hidden" />}
    </>
  );
  const looks =
    'flex h-full w-full items-center gap-3.5 border-t border-line px-4 text-start max-[19rem]:gap-2 max-[19rem]:px-3 [.vl-first_&]:border-t-0';
  if (!onOpen) return <div className={looks}>{inner}</div>;
  return (
    <button
      type="button"
      className={`${looks} focus-visible:-outline-offset-4 active:bg-s1`}
      onClick={(event) => onOpen(event.currentTarget)}
    >
      {inner}
    </button>
  );
}

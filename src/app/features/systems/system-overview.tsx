// The parts of the overview of a system: sentences, strip, facts and filesets.
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { reader } from '#app/device/reader.ts';
import { tenseOf } from '#app/realtime/tense.ts';
import { formatAge, formatBytes, formatDateTime, formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';
import { useLink } from '#app/ui/primitives/link.tsx';
import { RichText } from '#app/ui/primitives/rich-text.tsx';
import { ReadingStrip } from '#app/ui/status/reading-strip.tsx';
import { Card, FactRow, Facts, LinkRow, Rows, SectionTitle } from '#app/ui/layout/rows.tsx';
import { api } from '#app/api/client.ts';
import { useCan } from '#app/auth/me.ts';
import { UnansweredPart } from '#app/features/shell/query-state.tsx';
import { ClientMark } from './client-mark.tsx';
import { customerTime } from './customer-time.ts';
import { type Backup, NEWEST, dayTick, firstRead, readDay, stripDays } from './system-days.ts';
import type { Held } from './system-frame.tsx';
import { lastRunLabel, platformLabel, scheduleLabel, stripCounts } from './system-facts.ts';
import type { System } from './system-format.ts';
import { filesetsQuery } from './system-queries.ts';
import { sentencesOf } from './system-sentences.ts';

/** The query of the newest backups of one system; persisted. */
export const newestQuery = (id: string) =>
  api.backup.list.queryOptions({ where: { system: id }, sort: 'date DESC', limit: NEWEST }, { persist: true });

type Backups = readonly Backup[] | undefined;

/**
 * The date of the last backup of a fileset as text; undefined while the backups are unknown. A backup whose file is missing
 * or changed does not count.
 */
export function lastOfFileset(backups: Backups, id: string, now: number): string | undefined {
  if (backups === undefined) return undefined;
  const last = backups.find(({ fault, fileset }) => !fault && fileset?.id === id);
  return last ? formatMoment(last.date, now, reader()) : m.systems_filesets_none_recent();
}

type Shown = Pick<Held, 'system' | 'now' | 'fresh'>;

/** The latest event, and what happens next. */
export function Sentences({ held: { system, now, fresh } }: { held: Shown }) {
  return (
    <p className="px-4 pt-3.5 pb-3 text-lg/[1.4]">
      {sentencesOf(system, now, !fresh).map((parts, index) => (
        <Fragment key={index}>
          <RichText parts={parts} />{' '}
        </Fragment>
      ))}
    </p>
  );
}

/** The last 28 days, one of which is selected. */
export function StripCard({ held: { system, now, fresh }, backups }: { held: Shown; backups: readonly Backup[] }) {
  const { strip } = system;
  const [selection, select] = useState<number | null>(null);
  const selected = Math.min(selection ?? firstRead(strip), strip.length - 1);
  const days = stripDays(system);
  const ticks = days.filter((_, index) => index % 7 === 0).map((day) => dayTick(day));
  return (
    <Card title={m.systems_last_28_days()} end={stripCounts(strip)}>
      <ReadingStrip
        cells={strip}
        selected={selected}
        onSelect={select}
        describe={(index) => readDay(system, backups, index, now, !fresh)}
        label={m.systems_last_28_days()}
        ticks={ticks}
        stale={!fresh}
      />
    </Card>
  );
}

/** The facts of the system, term by term. `stored`: the count of its backups. */
export function SystemFacts({ held: { system, now, fresh }, stored }: { held: Held; stored: number | undefined }) {
  const { schedule, lastBackup, lastBackupSize, dueAt, keepSize } = system;
  const tense = tenseOf(dueAt !== null && Date.parse(dueAt) < now);
  const there = customerTime(now, system.organization.timeZone);
  return (
    <Facts>
      <FactRow term={m.systems_last_backup()} note={lastBackup && lastNote(lastBackup, lastBackupSize, now)}>
        {lastBackup === null ? m.systems_never() : formatDateTime(lastBackup, reader())}
      </FactRow>
      <FactRow term={m.systems_last_run()}>{lastRunLabel(system, tenseOf(!fresh))}</FactRow>
      <FactRow term={m.systems_due({ tense })} note={dueAt && dueNote(dueAt, now)}>
        {dueAt === null ? m.systems_not_monitored() : formatMoment(dueAt, now, reader())}
      </FactRow>
      <FactRow term={m.systems_schedule()} note={schedule && alarmNote(schedule.alarmAfter)}>
        {schedule === null ? m.systems_schedule_none() : <ScheduleLink schedule={schedule} />}
      </FactRow>
      {there && <FactRow term={m.systems_customer_clock()}>{there}</FactRow>}
      <ClientFacts system={system} now={now} fresh={fresh} />
      <FactRow term={m.systems_stored()} note={keepSize > 0 && formatBytes(keepSize, reader())}>
        {stored === undefined ? m.systems_unknown() : m.systems_backups_stored({ count: stored })}
      </FactRow>
    </Facts>
  );
}

const ago = (ms: number): string => m.shell_ago({ age: formatAge(ms, reader()) });

function lastNote(at: string, size: number | null, now: number): string {
  const ms = now - Date.parse(at);
  if (size === null) return ago(ms);
  return m.systems_last_backup_note({ size: formatBytes(size, reader()), age: formatAge(ms, reader()) });
}

const dueNote = (dueAt: string, now: number): string => {
  const left = Date.parse(dueAt) - now;
  return left >= 0 ? m.systems_due_in({ age: formatAge(left, reader()) }) : ago(-left);
};

const alarmNote = (hours: number): string =>
  hours === 0 ? m.systems_alarm_at_once() : m.systems_alarm_after({ count: hours });

function ScheduleLink({ schedule }: { schedule: NonNullable<System['schedule']> }) {
  const Link = useLink();
  const label = scheduleLabel(schedule);
  if (!useCan('schedule.read')) return label;
  return (
    <Link to={`/admin/schedule/settings?id=${schedule.id}`} className="inline-flex min-h-11 items-center underline">
      {label}
    </Link>
  );
}

function ClientFacts({ system, now, fresh }: { system: System; now: number; fresh: boolean }) {
  const { platform, clientVersion, internalIp, ip, connected, lastConnection } = system;
  const agent = `${platformLabel(platform)} ${clientVersion ?? ''}`.trim();
  const address = internalIp ?? ip;
  let status = m.systems_client_connected({ tense: tenseOf(!fresh) });
  if (!connected) {
    if (lastConnection === null) return <FactRow term={m.systems_client()}>{m.systems_client_never()}</FactRow>;
    status = m.systems_client_offline_since({ time: formatMoment(lastConnection, now, reader()) });
  }
  return (
    <>
      <FactRow term={m.systems_client()}>
        <ClientMark connected={connected} fresh={fresh} size={18} />
        {status}
      </FactRow>
      {agent !== '' && <FactRow term={m.systems_agent()}>{agent}</FactRow>}
      {address && (
        <FactRow term={m.systems_address()}>
          <bdi className="font-mono text-code">{address}</bdi>
        </FactRow>
      )}
    </>
  );
}

/** The filesets, each with the date of its last backup. */
export function FilesetRows({ system, backups, now }: { system: System; backups: Backups; now: number }) {
  const query = useQuery({ ...filesetsQuery(system.id), enabled: useCan('fileset.read') });
  const { data } = query;
  if (data === undefined) return <UnansweredPart title={m.filesets_not_loaded()} query={query} />;
  const to = `/admin/system/filesets?id=${system.id}`;
  return (
    <>
      <SectionTitle end={data.total}>{m.systems_filesets()}</SectionTitle>
      <Rows label={m.systems_filesets()}>
        {data.rows.length === 0 && (
          <LinkRow to={to} label={m.systems_filesets_none()} note={m.systems_filesets_none_detail()} />
        )}
        {data.rows.map(({ id, description, glob }) => (
          <LinkRow
            key={id}
            to={to}
            label={<bdi>{description || glob}</bdi>}
            note={<span className="font-mono text-code">{glob}</span>}
            value={lastOfFileset(backups, id, now)}
          />
        ))}
      </Rows>
    </>
  );
}

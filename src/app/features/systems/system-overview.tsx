// The parts of a system's first page: the sentence, the strip to read, the facts, the newest backups, the filesets.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ageWords, bytesWords, clockWords, stampWords } from '#app/ui/format.ts';
import { useLink } from '#app/ui/primitives/link.tsx';
import { Mark } from '#app/ui/primitives/mark.tsx';
import { ReadingStrip } from '#app/ui/status/reading-strip.tsx';
import { Card, FactRow, Facts, LinkRow, Rows, SectionTitle } from '#app/ui/layout/rows.tsx';
import { api } from '#app/api/client.ts';
import { useCan } from '#app/auth/me.ts';
import { type Backup, dayTitle, firstRead, readDay, stripDays } from './system-days.ts';
import type { Held } from './system-frame.tsx';
import { type Piece, type System, everyWords, platformWords, sentenceOf, stripCounts } from './system-format.ts';

const AT_HAND = 40;

/** The newest backups of one system; kept on the device. */
export const newestQuery = (id: string) =>
  api.backup.list.queryOptions({ where: { system: id }, sort: 'date DESC', limit: AT_HAND }, { persist: true });
const filesetsQuery = (id: string) =>
  api.fileset.list.queryOptions({ where: { system: id }, sort: 'description ASC' }, { persist: true });

/** What happened, in one or two sentences. */
export function Sentence({ held: { system, now, fresh } }: { held: Held }) {
  return (
    <p className="px-4 pt-3.5 pb-3 text-lg/[1.4]">
      {sentenceOf(system, now, !fresh).map((piece: Piece, index) =>
        typeof piece === 'string' ? piece : <b key={index}>{piece.strong}</b>,
      )}
    </p>
  );
}

/** The last 28 days, one of which is being read. */
export function StripCard({ held: { system, now, fresh }, backups }: { held: Held; backups: readonly Backup[] }) {
  const { strip, organization } = system;
  const [chosen, choose] = useState<number | null>(null);
  const selected = Math.min(chosen ?? firstRead(strip), strip.length - 1);
  const days = stripDays(strip, now, organization.timeZone);
  const ticks = days.filter((_, index) => index % 7 === 0).map((day) => dayTitle(day).slice(4));
  return (
    <Card title="Last 28 days" end={stripCounts(strip)}>
      <ReadingStrip
        cells={strip}
        selected={selected}
        onSelect={choose}
        describe={(index) => readDay(system, backups, index, now)}
        label="Last 28 days"
        ticks={ticks}
        stale={!fresh}
      />
    </Card>
  );
}

/** What is known of the system, term by term. */
export function SystemFacts({ held: { system, now, fresh }, kept }: { held: Held; kept: number | undefined }) {
  const { schedule, lastBackup, lastBackupSize, dueAt, keepSize } = system;
  const size = lastBackupSize === null ? '' : `${bytesWords(lastBackupSize)}, `;
  return (
    <Facts>
      <FactRow term="Last backup" note={lastBackup && `${size}${ageWords(now - Date.parse(lastBackup))} ago`}>
        {lastBackup === null ? 'Never' : stampWords(lastBackup)}
      </FactRow>
      <FactRow
        term={dueAt !== null && Date.parse(dueAt) < now ? 'Was due' : 'Next due'}
        note={dueAt && dueNote(dueAt, now)}
      >
        {dueAt === null ? 'Not watched' : clockWords(dueAt, now)}
      </FactRow>
      <FactRow term="Schedule" note={schedule && alarmNote(schedule.alarmAfter)}>
        {schedule === null ? 'None' : <ScheduleLink schedule={schedule} />}
      </FactRow>
      <ClientFacts system={system} now={now} fresh={fresh} />
      <FactRow term="Kept" note={keepSize > 0 && bytesWords(keepSize)}>
        {kept === undefined ? 'Not known' : `${kept} backup${kept === 1 ? '' : 's'}`}
      </FactRow>
    </Facts>
  );
}

const dueNote = (dueAt: string, now: number): string => {
  const left = Date.parse(dueAt) - now;
  return left >= 0 ? `in ${ageWords(left)}` : `${ageWords(-left)} ago`;
};

const alarmNote = (hours: number): string =>
  hours === 0 ? 'Alarm at once' : `Alarm after ${hours} hour${hours === 1 ? '' : 's'}`;

function ScheduleLink({ schedule }: { schedule: NonNullable<System['schedule']> }) {
  const Link = useLink();
  const words = everyWords(schedule);
  if (!useCan('schedule.read')) return words;
  return (
    <Link to={`/admin/schedule/settings?id=${schedule.id}`} className="inline-flex min-h-11 items-center underline">
      {words}
    </Link>
  );
}

function ClientFacts({ system, now, fresh }: { system: System; now: number; fresh: boolean }) {
  const { platform, clientVersion, internalIp, ip, connected, lastConnection } = system;
  const agent = `${platformWords(platform)} ${clientVersion ?? ''}`.trim();
  const address = internalIp ?? ip;
  if (lastConnection === null) return <FactRow term="Client">Never connected</FactRow>;
  const words = connected ? (fresh ? 'Connected' : 'Was connected') : `Gone since ${clockWords(lastConnection, now)}`;
  return (
    <>
      <FactRow term="Client">
        <Mark kind={connected ? 'ok' : 'offline'} size={18} hollow={!fresh} className={fresh ? '' : 'text-text3'} />
        {words}
      </FactRow>
      {agent !== '' && <FactRow term="Agent">{agent}</FactRow>}
      {address && (
        <FactRow term="Address">
          <bdi className="font-mono text-code">{address}</bdi>
        </FactRow>
      )}
    </>
  );
}

/** The filesets, and when the last file of each came. */
export function FilesetRows({ system, backups, now }: { system: System; backups: readonly Backup[]; now: number }) {
  const { data } = useQuery({ ...filesetsQuery(system.id), enabled: useCan('fileset.read') });
  if (data === undefined) return null;
  const to = `/admin/system/filesets?id=${system.id}`;
  return (
    <>
      <SectionTitle end={data.total}>Filesets</SectionTitle>
      <Rows label="Filesets">
        {data.rows.length === 0 && (
          <LinkRow to={to} label="No filesets" note="Its client does not know which files to send." />
        )}
        {data.rows.map((fileset) => {
          const last = backups.find((backup) => backup.fileset?.id === fileset.id);
          return (
            <LinkRow
              key={fileset.id}
              to={to}
              label={<bdi>{fileset.description || fileset.glob}</bdi>}
              note={<span className="font-mono text-code">{fileset.glob}</span>}
              value={last === undefined ? 'None lately' : clockWords(last.date, now)}
            />
          );
        })}
      </Rows>
    </>
  );
}

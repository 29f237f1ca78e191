// The alarm beside the list of alarms on a desk: what it is, what can be done, and the system behind it.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCan, useMe } from '#app/auth/me.ts';
import { reader } from '#app/device/reader.ts';
import { useFreshness } from '#app/realtime/freshness.ts';
import { type Alarm, kindLabel, markOf, ownerOf, reasonOf, statusOf } from '#app/features/alarms/alarm-format.ts';
import type { AlarmItem } from '#app/features/alarms/alarm-queries.ts';
import { organizationOf, subjectOf } from '#app/features/alarms/alarm-subject.ts';
import type { Seen } from '#app/features/alarms/alarm-sections.tsx';
import { ObjectHeader } from '#app/ui/layout/page-header.tsx';
import { FactRow, Facts, SectionTitle } from '#app/ui/layout/rows.tsx';
import { toneOf } from '#app/ui/primitives/mark.tsx';
import { Sky } from '#app/ui/status/glance.tsx';
import { formatMoment, formatNumber } from '#text/format.ts';
import * as m from '#text/messages.js';
import { AlarmButtons } from './alarm-buttons.tsx';
import { Sentences, StripCard, SystemFacts, newestQuery } from './system-overview.tsx';
import { useSystem } from './system-queries.ts';

/** The chosen alarm. Mount it anew for another one. */
export default function AlarmPane({ item, seen }: { item: AlarmItem; seen: Seen }) {
  const { alarm, queued } = item;
  const { now, fresh, asOf } = seen;
  const agesAt = fresh ? now : (asOf ?? now);
  const status = statusOf(alarm, now);
  const mine = useMe()?.id ?? null;
  const kind = markOf(alarm.kind);
  const open = status === 'open';
  const tone = toneOf(kind) === 'miss' ? 'miss' : 'late';
  const who = ownerOf(alarm, now, mine);
  return (
    <>
      <Sky tone={fresh && open ? tone : 'off'}>
        <div className="flex flex-wrap items-center justify-between gap-x-4 pt-4">
          <ObjectHeader
            heading="h2"
            name={subjectOf(alarm)}
            kind={kind}
            word={reasonOf(alarm, agesAt, !fresh || status === 'resolved')}
            quiet={!open}
            stale={!fresh}
            note={organizationOf(alarm).name}
          />
          {who !== undefined && <p className="px-4 pb-3 text-secondary text-text2">{who}</p>}
        </div>
        <AlarmButtons alarm={alarm} status={status} queued={queued !== null} now={now} />
      </Sky>
      <div className="grid items-start @min-[46rem]:grid-cols-2">
        <AlarmFacts alarm={alarm} now={now} who={who} />
        {alarm.system === null ? (
          <p className="px-4 pt-4 text-text2">{m.alarms_own_help({ kind: alarm.kind })}</p>
        ) : (
          <SystemParts id={alarm.system.id} item={item} now={now} />
        )}
      </div>
    </>
  );
}

function AlarmFacts({ alarm, now, who }: { alarm: Alarm; now: number; who: string | undefined }) {
  const { sent, shown, failed } = alarm.delivery;
  const status = statusOf(alarm, now);
  const at = (iso: string | null) => (iso === null ? null : formatMoment(iso, now, reader()));
  const count = (value: number) => formatNumber(value, reader());
  const facts: [string, ReactNode][] = [
    [m.systems_alarm_kind(), kindLabel(alarm.kind)],
    [m.systems_alarm_began(), at(alarm.since)],
    [m.systems_alarm_was_due(), at(alarm.dueAt)],
    [m.systems_alarm_raised(), at(alarm.createdAt)],
    [m.systems_alarm_sent(), count(sent)],
    [m.systems_alarm_shown(), count(shown)],
    [m.systems_alarm_failed(), failed > 0 && count(failed)],
    [m.systems_alarm_acknowledged(), status === 'acknowledged' && who],
    [m.systems_alarm_snoozed(), status === 'snoozed' && who],
    [m.systems_alarm_resolved(), at(alarm.resolvedAt)],
    [m.systems_alarm_note(), alarm.note],
  ];
  return (
    <section className="min-w-0">
      <SectionTitle>{m.systems_alarm_about()}</SectionTitle>
      <Facts>
        {facts
          .filter(([, value]) => value)
          .map(([term, value]) => (
            <FactRow key={term} term={term}>
              {value}
            </FactRow>
          ))}
      </Facts>
    </section>
  );
}

// In a column of its own: it arrives after the alarm, and moves nothing.
function SystemParts({ id, item, now }: { id: string; item: AlarmItem; now: number }) {
  const query = useSystem(id, now);
  const { fresh } = useFreshness(query);
  const { data } = useQuery({ ...newestQuery(id), enabled: useCan('backup.read') });
  const system = query.data;
  if (system === undefined) return null;
  const held = { system, alarms: [item], now, fresh };
  return (
    <section className="min-w-0">
      <Sentences held={held} />
      <StripCard held={held} backups={data?.rows ?? []} />
      <SystemFacts held={held} stored={data?.total} />
    </section>
  );
}

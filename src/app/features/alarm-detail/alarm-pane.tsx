// The alarm beside the list of alarms on a desk: facts, actions, timeline, strip, notes and the last log lines.
import { useQuery } from '@tanstack/react-query';
import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react';
import { api } from '#app/api/client.ts';
import { useCan, useMe } from '#app/auth/me.ts';
import { reader } from '#app/device/reader.ts';
import { useFreshness } from '#app/realtime/freshness.ts';
import { type Alarm, markOf, nameFor, ownerOf, reasonOf, statusOf } from '#app/features/alarms/alarm-format.ts';
import { organizationOf, subjectOf } from '#app/features/alarms/alarm-subject.ts';
import type { AlarmItem } from '#app/features/alarms/alarm-queries.ts';
import type { Seen } from '#app/features/alarms/alarm-sections.tsx';
import { ActivityLink } from '#app/features/shell/activity-link.tsx';
import { UnansweredPart, isLoading } from '#app/features/shell/query-state.tsx';
import { Sentences, StripCard, newestQuery } from '#app/features/systems/system-overview.tsx';
import { useSystem } from '#app/features/systems/system-queries.ts';
import { ObjectHeader } from '#app/ui/layout/page-header.tsx';
import { Card } from '#app/ui/layout/rows.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { toneOf } from '#app/ui/primitives/mark.tsx';
import { Sky } from '#app/ui/status/glance.tsx';
import { Skeleton } from '#app/ui/status/skeleton.tsx';
import { formatMoment } from '#text/format.ts';
import { useMayAct } from '#app/features/alarms/use-may-act.ts';
import * as m from '#text/messages.js';
import { AlarmButtons } from './alarm-buttons.tsx';
import { AlarmFacts } from './alarm-facts.tsx';
import { AlarmLog } from './alarm-log.tsx';
import { AlarmNotes } from './alarm-notes.tsx';
import { AlarmTimeline } from './alarm-timeline.tsx';
import { useActSheets, useAlarmKeys } from './use-alarm-acts.tsx';
import { useSameKindQuery } from './same-kind.ts';
import { useMarkRead } from './use-mark-read.ts';

/** The place of the alarm; `at` is -1 where the list does not have it. `step` goes to the next or the previous one. */
export interface AlarmPlace {
  at: number;
  count: number;
  step: (by: 1 | -1) => void;
}

interface AlarmPaneProps {
  item: AlarmItem;
  seen: Seen;
  place: AlarmPlace;
}

/** The focus was last in the head of the pane, whichever alarm it shows. */
let hasFocus = false;

/** Returns the props of an element that gets the focus back when a button in it is gone after its press. */
function useFocusRestore() {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hasFocus && document.activeElement === document.body) ref.current?.focus();
  });
  return {
    ref,
    onFocus: () => (hasFocus = true),
    onBlur: ({ relatedTarget }: FocusEvent) => (hasFocus = relatedTarget === null),
  };
}

/** The chosen alarm. Mount it anew for another one. */
export default function AlarmPane({ item, seen, place }: AlarmPaneProps) {
  const { alarm, queued } = item;
  const { now, fresh } = seen;
  const status = statusOf(alarm, now);
  const mine = useMe()?.id ?? null;
  const mayAct = useMayAct()(alarm) && queued === null && status !== 'resolved';
  const [onOpenAct, sheets] = useActSheets(alarm, () => place.step(1));
  useAlarmKeys(alarm, mayAct, onOpenAct);
  useMarkRead(alarm);
  const tone = toneOf(markOf(alarm.kind)) === 'miss' ? 'miss' : 'late';
  const head = useFocusRestore();
  return (
    <>
      <div className="-order-1 outline-none" tabIndex={-1} {...head}>
        <Sky tone={fresh && status === 'open' ? tone : 'off'}>
          <Place {...place} organization={organizationOf(alarm).name} />
          <Head alarm={alarm} seen={seen} mine={mine} />
          <AlarmButtons {...{ alarm, status, mayAct, mine, now, onOpenAct }} />
        </Sky>
      </div>
      {alarm.system === null ? (
        <OwnBody alarm={alarm} now={now} />
      ) : (
        <Body alarm={alarm} now={now} id={alarm.system.id} />
      )}
      {sheets}
    </>
  );
}

function Place({ at, count, step, organization }: AlarmPlace & { organization: string }) {
  return (
    <div className="flex min-h-12 items-center gap-1 px-4 pt-1">
      <bdi className="min-w-0 flex-1 truncate text-secondary text-text2">{organization}</bdi>
      {at >= 0 && (
        <span className="pe-2 text-secondary text-text3 tabular-nums">{m.alarms_position({ at: at + 1, count })}</span>
      )}
      <Button kind="line" size="small" square label={m.alarms_previous()} disabled={at <= 0} onPress={() => step(-1)}>
        <Icon name="up" size={18} />
      </Button>
      <Button
        kind="line"
        size="small"
        square
        label={m.alarms_next()}
        disabled={at >= count - 1}
        onPress={() => step(1)}
      >
        <Icon name="down" size={18} />
      </Button>
    </div>
  );
}

function Head({ alarm, seen: { now, fresh, asOf }, mine }: { alarm: Alarm; seen: Seen; mine: string | null }) {
  const status = statusOf(alarm, now);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <ObjectHeader
        heading="h2"
        name={subjectOf(alarm)}
        kind={markOf(alarm.kind)}
        word={reasonOf(alarm, fresh ? now : (asOf ?? now), !fresh || status === 'resolved')}
        quiet={status !== 'open'}
        stale={!fresh}
      />
      <Owner alarm={alarm} now={now} mine={mine} />
    </div>
  );
}

/** Who has it: "You acknowledged it", and since when and until when. */
function Owner({ alarm, now, mine }: { alarm: Alarm; now: number; mine: string | null }) {
  const { acknowledgedBy: holder, acknowledgedAt, acknowledgedUntil } = alarm;
  const status = statusOf(alarm, now);
  const at = (iso: string) => formatMoment(iso, now, reader());
  if (holder === null || acknowledgedAt === null || status !== 'acknowledged') {
    const who = ownerOf(alarm, now, mine);
    return who === undefined ? null : <p className="px-4 pb-3 text-secondary text-text2">{who}</p>;
  }
  return (
    <p className="px-4 pb-3 text-secondary lg:ms-auto lg:text-end">
      <b className="block">
        {holder.id === mine ? m.alarms_acknowledged_you() : m.alarms_acknowledged_by({ name: nameFor(holder, mine) })}
      </b>
      <span className="text-text2">
        {acknowledgedUntil === null
          ? at(acknowledgedAt)
          : m.alarms_lapses({ from: at(acknowledgedAt), until: at(acknowledgedUntil) })}
      </span>
    </p>
  );
}

/** True until every part of the alarm has come: none of them moves another. */
function useIsLoading(alarm: Alarm, ...others: Parameters<typeof isLoading>[0][]): boolean {
  const deliveries = useQuery(api.alarm.deliveries.queryOptions({ id: alarm.id }));
  const history = useQuery(api.alarm.history.queryOptions({ id: alarm.id }));
  return [deliveries, history, useSameKindQuery(alarm), ...others].some(isLoading);
}

// Two columns where there is room.
function Body({ alarm, now, id }: { alarm: Alarm; now: number; id: string }) {
  const query = useSystem(id, now);
  const { fresh } = useFreshness(query);
  const newest = useQuery({ ...newestQuery(id), enabled: useCan('backup.read') });
  if (useIsLoading(alarm, query, newest)) return <Skeleton />;
  const system = query.data;
  const held = system && { system, now, fresh };
  return (
    <div className="@container pb-4">
      {held && <Sentences held={held} />}
      <UnansweredPart title={m.shell_not_loaded_system()} query={query} />
      <div className="grid items-start @min-[46rem]:grid-cols-[minmax(0,1fr)_20rem]">
        <Column>
          <Card title={m.alarms_timeline()} end={<small className="text-text3">{m.alarms_timeline_detail()}</small>}>
            <AlarmTimeline alarm={alarm} now={now} />
          </Card>
          <AlarmLog log={system?.lastBackupLog} />
        </Column>
        <Column>
          {held && <StripCard held={held} backups={newest.data?.rows ?? []} />}
          <UnansweredPart title={m.shell_not_loaded_backups()} query={newest} />
          <AlarmFacts alarm={alarm} held={held} now={now} />
          <AlarmNotes alarm={alarm} now={now} />
          <ActivityLink record={alarm} />
        </Column>
      </div>
    </div>
  );
}

/** An alarm of Backwatch itself has no system: what to do stands in its place. */
function OwnBody({ alarm, now }: { alarm: Alarm; now: number }) {
  if (useIsLoading(alarm)) return <Skeleton />;
  return (
    <div className="@container pb-4">
      <p className="px-4 py-3">{m.alarms_own_help({ kind: alarm.kind })}</p>
      <div className="grid items-start @min-[46rem]:grid-cols-[minmax(0,1fr)_20rem]">
        <Column>
          <Card title={m.alarms_timeline()} end={<small className="text-text3">{m.alarms_timeline_detail()}</small>}>
            <AlarmTimeline alarm={alarm} now={now} />
          </Card>
        </Column>
        <Column>
          <AlarmFacts alarm={alarm} held={undefined} now={now} />
          <AlarmNotes alarm={alarm} now={now} />
          <ActivityLink record={alarm} />
        </Column>
      </div>
    </div>
  );
}

// Facts are dense here: a desk shows all of them beside the timeline.
const Column = ({ children }: { children: ReactNode }) => (
  <div className="min-w-0 pointer-fine:text-secondary pointer-fine:[--row-height:2.25rem] pointer-fine:[--row-padding:3px]">
    {children}
  </div>
);

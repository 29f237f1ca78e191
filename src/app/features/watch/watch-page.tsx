// Watch: the answer in one sentence, then the alarms, the numbers, and the newest backups.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCan } from '#app/auth/me.ts';
import { useNow } from '#app/device/now.ts';
import { reader } from '#app/device/reader.ts';
import { dayAfter, dayOf } from '#app/device/zone-days.ts';
import { UnreachedRow } from '#app/features/alarms/unreached-row.tsx';
import { useAcknowledge } from '#app/features/alarms/use-acknowledge.tsx';
import { bySeverity, isUnclaimed } from '#app/features/alarms/alarm-format.ts';
import { alarmsIn, groupAlarms } from '#app/features/alarms/alarm-groups.tsx';
import { AlarmList } from '#app/features/alarms/alarm-list.tsx';
import { type AlarmItem, useCounts, useLastResolved, useOpenAlarms } from '#app/features/alarms/alarm-queries.ts';
import { NewPill } from '#app/features/alarms/new-alarms.tsx';
import { deviceKind, usePushState } from '#app/features/push/push-state.ts';
import { useTitle } from '#app/features/shell/error-pages.tsx';
import { checkNow, checked } from '#app/features/shell/live-panel.tsx';
import { RetryButton } from '#app/features/shell/retry-button.tsx';
import { Page } from '#app/features/shell/page.tsx';
import { SearchAndLive } from '#app/features/shell/search-button.tsx';
import { Unanswered, UnansweredPart, isHalted, isLoading, isSilent } from '#app/features/shell/query-state.tsx';
import { WorkCards } from '#app/features/shell/work-cards.tsx';
import { useFreshness, useLiveState } from '#app/realtime/freshness.ts';
import { useFrozenWhileTouching, useSettled } from '#app/ui/hooks/use-frozen-while-touching.ts';
import { useMedia } from '#app/ui/hooks/use-media.ts';
import { TopBar } from '#app/ui/layout/page-header.tsx';
import { LinkRow, Rows, SectionTitle } from '#app/ui/layout/rows.tsx';
import { PullToRefresh } from '#app/ui/list/pull-to-refresh.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { FleetStrip, FleetWater } from '#app/ui/status/fleet-strip.tsx';
import { Glance, GlanceCaption } from '#app/ui/status/glance.tsx';
import { formatMoment } from '#text/format.ts';
import { useMayAct } from '#app/features/alarms/use-may-act.ts';
import * as m from '#text/messages.js';
import { type Counts, glanceOf } from './glance-format.ts';
import { AgePlate, FleetNumbers, LatestBackups } from './home-widgets.tsx';
import { recentQuery } from './watch-queries.ts';
import { WatchColumns } from './watch-columns.tsx';

/** Rows of alarms before the link to all of them. */
const MAX_ALARMS = 3;

/** The home screen. `firstSteps`: those that are not done, if any. */
export function WatchPage({ firstSteps }: { firstSteps?: ReactNode }) {
  const navigate = useNavigate();
  const counts = useCounts();
  const { query, held, isPart } = useOpenAlarms();
  const recent = useQuery({ ...recentQuery, enabled: useCan('backup.read') });
  const { fresh, asOf } = useFreshness(query, counts);
  const lastResolved = useLastResolved();
  const now = useNow(30_000);
  useTitle('');
  const glance = glanceOf({
    counts: counts.isEnabled ? counts.data : null,
    alarms: query.isEnabled ? held?.map(({ alarm }) => alarm) : null,
    isPart,
    resolvedAt: lastResolved.data?.rows[0]?.resolvedAt,
    mayAct: useCan('alarm.update'),
    fresh,
    now,
  });
  const sorted = (held ?? [])
    .filter(({ alarm }) => isUnclaimed(alarm, now))
    .toSorted((a, b) => bySeverity(a.alarm, b.alarm));
  const halted = useLiveState() === 'offline' || isHalted(query) || isHalted(counts);
  // Without any alarms the message about them has the button.
  const { open, retry } = useFrozenWhileTouching({ open: sorted, retry: !fresh && halted && !isSilent(query) });
  const wide = useMedia('(min-width: 64rem)');
  const dock = <WatchDock open={open} retry={retry} />;
  const deskDock = wide && <div className="sticky bottom-3 z-2 px-3 pt-2 [--wide-button:100%]">{dock}</div>;
  // From above to below, so that nothing is pushed down by what comes later; a desk reserves the place of the numbers.
  const hasNumbers = counts.data !== undefined && (wide || !isLoading(query));
  const isSettled = ![recent, query, counts].some(isLoading);
  const numbers = hasNumbers && <FleetNumbers counts={counts.data} fresh={fresh} line={wide} />;
  const unanswered = <Unanswered title={m.alarms_not_loaded()} query={query} />;
  const others = (held ?? []).filter(({ alarm }) => !isUnclaimed(alarm, now));
  return (
    <Page
      ground="deep"
      measure="pane"
      dock={wide ? undefined : dock}
      dockKind="soft"
      end={undefined}
      header={
        <>
          <PullToRefresh onRefresh={checked} />
          <Glance
            sentence={glance.sentence}
            kind={glance.kind}
            tone={glance.tone}
            size={glance.size}
            header={<TopBar brand="Backwatch" end={<SearchAndLive />} />}
          >
            {counts.data === undefined && counts.isEnabled && <FleetWater />}
            {counts.data && (
              <FleetStrip
                nights={counts.data.nights}
                label={fleetLabel(counts.data, fresh ? null : asOf)}
                stale={!fresh}
                onPick={(ago) => {
                  // The strip ends on the day of the answer, which may be older than today.
                  const day = dayAfter(dayOf(counts.dataUpdatedAt, reader().timeZone), -ago);
                  void navigate({ to: '/admin/alarms', search: { view: 'all', day } });
                }}
              />
            )}
          </Glance>
        </>
      }
    >
      <GlanceCaption end={counts.data && m.watch_nights({ count: counts.data.nights.length })}>
        {glance.caption}
      </GlanceCaption>
      <AgePlate fresh={fresh} asOf={asOf} />
      <WorkCards />
      <UnreachedRow open={sorted.map(({ alarm }) => alarm)} />
      {firstSteps}
      {!wide && <WillNotRing />}
      {isSilent(query) && unanswered}
      {wide && <div className="flow-root min-h-43 xl:min-h-25">{numbers}</div>}
      <WatchColumns
        alarms={
          // Alarms that are not known, or not to be seen, are not none.
          held ? (
            <WatchAlarms {...{ open, others, now, fresh, asOf, wide }} dock={deskDock} />
          ) : isLoading(query) ? (
            unanswered
          ) : (
            deskDock
          )
        }
        backups={
          <>
            {isSettled && <UnansweredPart title={m.shell_not_loaded_backups()} query={recent} />}
            {isSettled && recent.data && <LatestBackups recent={recent.data} now={now} count={wide ? 8 : 5} />}
            {wide && isSettled && <WillNotRing />}
          </>
        }
        numbers={!wide && numbers}
        isSettled={isSettled}
        now={now}
      />
      <NewPill held={held} />
    </Page>
  );
}

interface WatchAlarmsProps {
  open: readonly AlarmItem[];
  /** Those that somebody has; listed on a desk alone. */
  others: readonly AlarmItem[];
  now: number;
  fresh: boolean;
  asOf: number | null;
  wide: boolean;
  dock: ReactNode;
}

// The worst alarms and a link to the others; on a desk with a title, the button, and the alarms that somebody has.
function WatchAlarms({ open, others, wide, dock, ...seen }: WatchAlarmsProps) {
  const worst = groupAlarms(open).slice(0, MAX_ALARMS);
  const more = open.length - worst.flatMap(alarmsIn).length;
  const after = (
    <>
      {more > 0 && (
        <Rows>
          <LinkRow to="/admin/alarms" label={m.watch_more({ count: more })} />
        </Rows>
      )}
      {dock}
    </>
  );
  const title = (label: string, count: number) => wide && <SectionTitle end={count}>{label}</SectionTitle>;
  const [label, claimed] = [m.alarms_open_group(), m.alarms_acknowledged_group()];
  const groups = [{ label, title: title(label, open.length), alarms: worst, after }];
  const rest = { label: claimed, title: title(claimed, others.length), alarms: others.slice(0, MAX_ALARMS) };
  return <AlarmList groups={wide && others.length > 0 ? [...groups, rest] : groups} {...seen} />;
}

// Retry and Acknowledge share one place. A press just after the button changed is ignored.
function WatchDock({ open, retry }: { open: readonly AlarmItem[]; retry: boolean }) {
  const mayAct = useMayAct();
  const todo = open
    .filter(({ alarm, queued }) => queued === null && alarm.resolvedAt === null && mayAct(alarm))
    .map(({ alarm }) => alarm);
  const [acknowledge, review] = useAcknowledge();
  const settled = useSettled(retry ? '' : todo.map(({ id }) => id).join());
  if (retry) return <RetryButton key="retry" wide onRetry={checkNow} />;
  if (todo.length === 0) return null;
  return (
    <>
      <Button kind="lamp" wide onPress={() => settled() && acknowledge(todo)}>
        <Icon name={todo.length > 1 ? 'checks' : 'check'} />
        {todo.length > 1 ? m.alarms_acknowledge_all({ count: todo.length }) : m.alarms_acknowledge()}
      </Button>
      {review}
    </>
  );
}

// Nobody gets alarms without the permission to see them.
function WillNotRing() {
  const getsAlarms = useCan('alarm.read');
  if (usePushState() !== 'off' || !getsAlarms) return null;
  return (
    <div className="pb-2">
      <Rows>
        <LinkRow
          to="/user/alarms"
          icon="bell"
          label={m.watch_will_not_ring({ device: deviceKind() })}
          value={m.watch_turn_on()}
          pill
        />
      </Rows>
    </div>
  );
}

/** The text alternative of the fleet strip. `asOf`: epoch ms of cached data, null for fresh data. */
function fleetLabel({ nights }: Counts, asOf: number | null): string {
  const missed = nights.filter((night) => night.missed > 0).length;
  const clear = nights.filter((night) => night.missed === 0 && night.ok + night.late > 0).length;
  const tonight = nights.at(-1)?.missed ?? 0;
  const time = asOf === null ? '' : formatMoment(new Date(asOf).toISOString(), Date.now(), reader());
  return [
    m.watch_fleet({ nights: nights.length, clear, missed }),
    ...(tonight > 0 ? [m.watch_fleet_tonight({ count: tonight })] : []),
    ...(asOf === null ? [] : [m.watch_fleet_age({ time })]),
  ].join(' ');
}

// Watch: the answer in one sentence, then the alarms, the numbers, and what just came in.
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { clockWords } from '#app/ui/format.ts';
import { Button } from '#app/ui/primitives/button.tsx';
import { Glance, GlanceCaption } from '#app/ui/status/glance.tsx';
import { TopBar } from '#app/ui/layout/page-header.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { PullToRefresh } from '#app/ui/list/pull-to-refresh.tsx';
import { LinkRow, Rows } from '#app/ui/layout/rows.tsx';
import { FleetStrip } from '#app/ui/status/fleet-strip.tsx';
import { useSettled, useFrozenWhileTouching } from '#app/ui/hooks/use-frozen-while-touching.ts';
import { ask } from '../../api/ask.ts';
import { useFreshness, useLive } from '#app/realtime/freshness.ts';
import { useCan } from '#app/auth/me.ts';
import { useNow } from '#app/device/now.ts';
import { acknowledge } from '#app/features/alarms/alarm-actions.ts';
import { type HeldAlarm, useCleared, useCounts, useOpenAlarms } from '#app/features/alarms/alarm-queries.ts';
import { AlarmList } from '#app/features/alarms/alarm-list.tsx';
import { alarmsIn, gathered } from '#app/features/alarms/alarm-groups.tsx';
import { bySeverity, isUntaken } from '#app/features/alarms/alarm-format.ts';
import { type Counts, glanceOf } from '#app/features/watch/glance-format.ts';
import { LivePanel, checkNow, checked } from '#app/features/shell/live-panel.tsx';
import { NewPill } from '#app/features/alarms/new-alarms.tsx';
import { Page } from '#app/features/shell/page.tsx';
import { thing, usePushState } from '#app/features/push/push-state.ts';
import { useTitle } from '#app/features/shell/error-pages.tsx';
import { Unanswered, isHalted, isSilent } from '#app/features/shell/query-state.tsx';
import { AgePlate, FleetNumbers, JustIn } from '#app/features/watch/home-widgets.tsx';

const SHOWN = 3;
const recentQuery = ask('recent', 'latest', {}, { persist: true });

export const Route = createFileRoute('/_main/')({ staticData: { title: 'Watch' }, component: Watch });

function Watch() {
  const navigate = useNavigate();
  const counts = useCounts();
  const { query, held, isPart } = useOpenAlarms();
  const recent = useQuery({ ...recentQuery, enabled: useCan('backup.read') });
  const { fresh, asOf } = useFreshness(query, counts);
  const cleared = useCleared();
  const now = useNow(30_000);
  useTitle('');
  const words = glanceOf({
    counts: counts.isEnabled ? counts.data : null,
    alarms: query.isEnabled ? held?.map(({ alarm }) => alarm) : null,
    isPart,
    clearedAt: cleared.data?.rows[0]?.resolvedAt,
    fresh,
    now,
  });
  const sorted = (held ?? [])
    .filter(({ alarm }) => isUntaken(alarm, now))
    .toSorted((a, b) => bySeverity(a.alarm, b.alarm));
  const halted = useLive().state === 'offline' || isHalted(query) || isHalted(counts);
  const { open, retry } = useFrozenWhileTouching({ open: sorted, retry: !fresh && halted });
  const worst = gathered(open).slice(0, SHOWN);
  const more = open.length - worst.flatMap(alarmsIn).length;
  return (
    <Page ground="deep" dock={<WatchDock open={open} retry={retry} />} dockKind="soft" end={undefined}>
      <PullToRefresh onRefresh={checked} />
      <Glance
        sentence={words.sentence}
        kind={words.kind}
        tone={words.tone}
        size={words.size}
        header={<TopBar brand="Backwatch" end={<LivePanel />} />}
      >
        {counts.data && (
          <FleetStrip
            nights={counts.data.nights}
            label={fleetLabel(counts.data, fresh ? null : asOf)}
            stale={!fresh}
            onPick={(index) =>
              void navigate({ to: '/admin/alarms', search: { view: 'all', day: counts.data?.nights[index]?.day } })
            }
          />
        )}
      </Glance>
      <GlanceCaption end={counts.data && `${counts.data.nights.length} nights`}>{words.caption}</GlanceCaption>
      {!fresh && asOf !== null && <AgePlate asOf={asOf} />}
      <WillNotRing />
      {isSilent(query) && <Unanswered what="alarms" query={query} />}
      <AlarmList groups={[{ label: 'Open alarms', alarms: worst }]} {...{ now, fresh, asOf }} />
      {more > 0 && (
        <Rows>
          <LinkRow to="/admin/alarms" label={`and ${more} more`} />
        </Rows>
      )}
      {counts.data && <FleetNumbers counts={counts.data} fresh={fresh} />}
      {recent.data && <JustIn recent={recent.data} now={now} />}
      <NewPill held={held} />
    </Page>
  );
}

// Two buttons in one place, and neither is pressed for the other.
function WatchDock({ open, retry }: { open: readonly HeldAlarm[]; retry: boolean }) {
  const mayAct = useCan('alarm.update');
  const todo = open
    .filter(({ alarm, queued }) => queued === null && alarm.resolvedAt === null)
    .map(({ alarm }) => alarm);
  const settled = useSettled(retry ? '' : todo.map(({ id }) => id).join());
  if (retry) {
    return (
      <Button key="retry" kind="lamp" wide onPress={checkNow}>
        <Icon name="refresh" />
        Try again
      </Button>
    );
  }
  if (!mayAct || todo.length === 0) return null;
  return (
    <Button kind="lamp" wide onPress={() => settled() && void acknowledge(todo)}>
      <Icon name={todo.length > 1 ? 'checks' : 'check'} />
      {todo.length > 1 ? `Acknowledge all ${todo.length}` : 'Acknowledge'}
    </Button>
  );
}

function WillNotRing() {
  if (usePushState() !== 'off') return null;
  return (
    <div className="pb-2">
      <Rows>
        <LinkRow to="/user/alarms" icon="bell" label={`This ${thing()} will not ring.`} value="Turn on" pill />
      </Rows>
    </div>
  );
}

function fleetLabel(counts: Counts, asOf: number | null): string {
  const missed = counts.nights.filter((night) => night.missed > 0).length;
  const clear = counts.nights.filter((night) => night.missed === 0 && night.ok + night.late > 0).length;
  const tonight = counts.nights.at(-1)?.missed ?? 0;
  const age = asOf === null ? '' : ` As of ${clockWords(new Date(asOf).toISOString(), Date.now())}.`;
  return `Fleet, last ${counts.nights.length} nights: ${clear} clear, ${missed} with missed backups. ${tonight > 0 ? `Tonight ${tonight} missed.` : ''}${age}`.trim();
}

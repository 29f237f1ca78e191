// Alarms: those that need someone, those that I have, and all of them by day.
import { createFileRoute } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { dayWords, stampWords } from '#app/ui/format.ts';
import { Empty } from '#app/ui/status/empty.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { Mark } from '#app/ui/primitives/mark.tsx';
import { PullToRefresh } from '#app/ui/list/pull-to-refresh.tsx';
import { SectionTitle } from '#app/ui/layout/rows.tsx';
import { Segment } from '#app/ui/primitives/segment.tsx';
import type { AlarmKind } from '#contract/alarm-kind.ts';
import { useFreshness } from '#app/realtime/freshness.ts';
import { useMe } from '#app/auth/me.ts';
import { useNow } from '#app/device/now.ts';
import {
  ALARMS_PAGE,
  type HeldAlarm,
  useAllAlarms,
  useCleared,
  useCounts,
  useHeld,
  useOpenAlarms,
} from '#app/features/alarms/alarm-queries.ts';
import { AlarmHistory, KindChips } from '#app/features/alarms/alarm-history.tsx';
import { AlarmList } from '#app/features/alarms/alarm-list.tsx';
import { gathered } from '#app/features/alarms/alarm-groups.tsx';
import { bySeverity, kindWords, isUntaken } from '#app/features/alarms/alarm-format.ts';
import { glanceOf } from '#app/features/watch/glance-format.ts';
import { checked } from '#app/features/shell/live-panel.tsx';
import { NewPill } from '#app/features/alarms/new-alarms.tsx';
import { Page } from '#app/features/shell/page.tsx';
import { useTitle } from '#app/features/shell/error-pages.tsx';
import { Unanswered } from '#app/features/shell/query-state.tsx';
import { AgePlate } from '#app/features/watch/home-widgets.tsx';

/** The server answers no more at a time. */
const MOST = 1000;

type View = 'open' | 'mine' | 'all';
interface Search {
  view?: View;
  /** One kind; unknown ones are ignored. */
  kind?: string;
  /** A day, 2026-11-20: only alarms of then. */
  day?: string | undefined;
}

const isKind = (value: unknown): value is AlarmKind => typeof value === 'string' && value in kindWords;

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));

export const Route = createFileRoute('/_main/admin/alarms')({
  staticData: { title: 'Alarms' },
  validateSearch: (search: Record<string, unknown>): Search => ({
    ...((search['view'] === 'mine' || search['view'] === 'all') && { view: search['view'] }),
    ...(typeof search['kind'] === 'string' && { kind: search['kind'] }),
    ...(isDay(search['day']) && { day: search['day'] }),
  }),
  component: Alarms,
});

function Alarms() {
  const search = Route.useSearch();
  const kind = isKind(search.kind) ? search.kind : undefined;
  const view = search.view ?? 'open';
  const navigate = Route.useNavigate();
  const me = useMe();
  const now = useNow(30_000);
  const open = useOpenAlarms();
  const [limit, setLimit] = useState(ALARMS_PAGE);
  const all = useAllAlarms({ kind, day: search.day }, limit);
  const cleared = useCleared();
  const total = open.query.data && cleared.data && open.query.data.total + cleared.data.total;
  const allHeld = useHeld(all.data?.rows);
  const shown = view === 'all' ? { query: all, held: allHeld } : open;
  // While older ones are on their way, what is shown is as old as it was.
  const { fresh, asOf } = useFreshness(shown.query.isPlaceholderData ? open.query : shown.query);
  const seen = { now, fresh, asOf };
  useTitle('Alarms');
  const standing = standings(open.held ?? [], now, me?.id ?? null);
  const options = [
    {
      value: 'open' as const,
      label: `${counted('Open', open.held && stillOpen(standing.open))}${open.isPart ? '+' : ''}`,
    },
    { value: 'mine' as const, label: counted('Mine', open.held && stillOpen(standing.mine)) },
    { value: 'all' as const, label: counted('All', total) },
  ];
  const go = (next: Search) => void navigate({ search: next, replace: true });
  const dock = (
    <>
      {view === 'all' && <KindChips kind={kind} onKind={(next) => go({ view, ...(next && { kind: next }) })} />}
      <Segment
        label="Which alarms"
        options={options}
        value={view}
        onChange={(next) => go(next === 'open' ? {} : { view: next })}
      />
    </>
  );
  return (
    <Page title="Alarms" dock={dock} dockKind="bare">
      <PullToRefresh onRefresh={checked} />
      {!fresh && asOf !== null && <AgePlate asOf={asOf} />}
      {shown.held === undefined && <Unanswered what="alarms" query={shown.query} />}
      {shown.held && view === 'open' && (
        <Open
          {...standing}
          seen={seen}
          total={total}
          clearedAt={cleared.data?.rows[0]?.resolvedAt}
          onAll={() => go({ view: 'all' })}
        />
      )}
      {shown.held && view === 'mine' && <Mine mine={standing.mine} seen={seen} />}
      {allHeld && view === 'all' && (
        <AlarmHistory
          held={allHeld}
          filter={{ kind, day: search.day }}
          page={{
            total: all.data?.total ?? 0,
            busy: all.isPlaceholderData,
            onOlder: limit < MOST ? () => setLimit(limit + ALARMS_PAGE) : undefined,
          }}
          seen={seen}
          onClear={() => go({ view })}
        />
      )}
      <NewPill held={open.held} />
    </Page>
  );
}

const counted = (word: string, count: number | undefined): string => (count === undefined ? word : `${word} ${count}`);

// One that was cleared a moment ago stands there, and does not count.
const stillOpen = (alarms: readonly HeldAlarm[]): number =>
  alarms.filter(({ alarm }) => alarm.resolvedAt === null).length;

interface Standings {
  open: HeldAlarm[];
  held: HeldAlarm[];
  mine: HeldAlarm[];
}

function standings(alarms: readonly HeldAlarm[], now: number, myId: string | null): Standings {
  const sorted = alarms.toSorted((a, b) => bySeverity(a.alarm, b.alarm));
  const isOpen = ({ alarm }: HeldAlarm) => isUntaken(alarm, now);
  const isMine = ({ alarm, queued }: HeldAlarm) => queued !== null || alarm.acknowledgedBy?.id === myId;
  return {
    open: sorted.filter(isOpen),
    held: sorted.filter((one) => !isOpen(one)),
    mine: sorted.filter(isMine),
  };
}

interface Seen {
  now: number;
  fresh: boolean;
  asOf: number | null;
}

interface NoneOpenProps {
  seen: Seen;
  /** When the last alarm cleared. */
  clearedAt: string | null | undefined;
  action: ReactNode;
}

/** Whether nothing is wrong only those can say who know of every system: without alarms one may wait, be late or unwatched. */
function NoneOpen({ seen: { now, fresh }, clearedAt, action }: NoneOpenProps) {
  const counts = useCounts();
  const known = useFreshness(counts).fresh && fresh;
  const told = { counts: counts.isEnabled ? counts.data : null, alarms: [], fresh: known, now };
  const { kind, hollow, sentence } = glanceOf(told);
  const last = clearedAt && `The last alarm cleared ${dayWords(clearedAt)}, ${stampWords(clearedAt).slice(-5)}.`;
  return (
    <Empty
      // Remembered only, an empty list is no news: nothing green is drawn.
      art={<Mark kind={known ? kind : 'offline'} size={64} hollow={hollow} />}
      title={fresh ? 'No open alarms' : 'No alarm was open'}
      action={action}
    >
      {counts.isEnabled && `${sentence}. `}
      {last}
    </Empty>
  );
}

interface OpenProps extends Standings, Omit<NoneOpenProps, 'action'> {
  /** How many alarms there are and were. */
  total: number | undefined;
  onAll: () => void;
}

function Open({ open, held, seen, total, clearedAt, onAll }: OpenProps) {
  const theirs = seen.fresh ? 'Someone has these' : 'Someone had these';
  const groups = [
    { label: 'Open alarms', alarms: gathered(open) },
    {
      label: theirs,
      title: <SectionTitle end={held.length}>{theirs}</SectionTitle>,
      alarms: held,
    },
  ];
  const more = (
    <Button kind="quiet" onPress={onAll}>
      {total === undefined ? 'Show all' : `Show all ${total}`}
    </Button>
  );
  return (
    <>
      {open.length === 0 && held.length === 0 && <NoneOpen seen={seen} clearedAt={clearedAt} action={more} />}
      <AlarmList groups={groups.filter((group) => group.alarms.length > 0)} {...seen} />
    </>
  );
}

function Mine({ mine, seen }: { mine: HeldAlarm[]; seen: Seen }) {
  if (mine.length === 0) {
    return (
      <Empty art={<Icon name="user" size={56} className="text-text3" />} title="You have none in hand">
        What you acknowledge stands here until it clears.
      </Empty>
    );
  }
  return <AlarmList groups={[{ label: 'Alarms that I have', alarms: mine }]} {...seen} />;
}

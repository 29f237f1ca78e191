// Alarms: those that need someone, those that I have, and all of them by day.
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { secondWords, clockWords, dayWords } from '#app/ui/ago.ts';
import { Chip, Chips } from '#app/ui/chip.tsx';
import { Empty } from '#app/ui/empty.tsx';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Mark } from '#app/ui/mark.tsx';
import { Pull } from '#app/ui/pull.tsx';
import { SectionTitle } from '#app/ui/rows.tsx';
import { Segment } from '#app/ui/segment.tsx';
import { queryClient } from '../../../api/client.ts';
import { useFreshness } from '../../../session/freshness.ts';
import { useCan, useMe } from '../../../session/me.ts';
import { useNow } from '../../../session/now.ts';
import { type HeldAlarm, allAlarmsQuery, useHeld, useOpenAlarms } from '../../-alarm-data.ts';
import { AlarmList } from '../../-alarm-list.tsx';
import { type AlarmKind, bySeverity, kindWords, kindsBySeverity, markOf, standingOf } from '../../-alarm-words.ts';
import { checkNow } from '../../-live-panel.tsx';
import { Page } from '../../-page.tsx';
import { useTitle } from '../../-states.tsx';
import { Unanswered } from '../../-unanswered.tsx';
import { AgePlate } from '../../-watch-parts.tsx';

type View = 'open' | 'mine' | 'all';
interface Search {
  view?: View;
  /** One kind; unknown ones are ignored. */
  kind?: string;
  /** A day, 2026-11-20: only alarms that began then. */
  day?: string | undefined;
}

const isKind = (value: unknown): value is AlarmKind => typeof value === 'string' && value in kindWords;

export const Route = createFileRoute('/_main/admin/alarms')({
  staticData: { title: 'Alarms' },
  validateSearch: (search: Record<string, unknown>): Search => ({
    ...((search['view'] === 'mine' || search['view'] === 'all') && { view: search['view'] }),
    ...(typeof search['kind'] === 'string' && { kind: search['kind'] }),
    ...(typeof search['day'] === 'string' && /^\d{4}-\d\d-\d\d$/.test(search['day']) && { day: search['day'] }),
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
  const all = useQuery({ ...allAlarmsQuery, enabled: useCan('alarm.read') });
  const allHeld = useHeld(all.data?.rows);
  const shown = view === 'all' ? { query: all, held: allHeld } : open;
  const { fresh, asOf } = useFreshness(shown.query);
  useTitle('Alarms');
  const standing = standings(open.held ?? [], now, me?.id ?? null);
  const options = [
    { value: 'open' as const, label: counted('Open', open.held && standing.open.length) },
    { value: 'mine' as const, label: counted('Mine', open.held && standing.mine.length) },
    { value: 'all' as const, label: counted('All', all.data?.total) },
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
      <Pull onRefresh={refresh} />
      {!fresh && asOf !== null && <AgePlate asOf={asOf} />}
      {shown.held === undefined && <Unanswered what="alarms" query={shown.query} />}
      {shown.held && view === 'open' && (
        <Open {...standing} now={now} fresh={fresh} total={all.data?.total} onAll={() => go({ view: 'all' })} />
      )}
      {shown.held && view === 'mine' && <Mine mine={standing.mine} now={now} fresh={fresh} />}
      {allHeld && view === 'all' && (
        <All
          held={allHeld}
          kind={kind}
          day={search.day}
          now={now}
          fresh={fresh}
          total={all.data?.total ?? 0}
          onClear={() => go({ view })}
        />
      )}
    </Page>
  );
}

const counted = (word: string, count: number | undefined): string => (count === undefined ? word : `${word} ${count}`);

async function refresh(): Promise<string> {
  checkNow();
  await queryClient.refetchQueries({ type: 'active' }, { throwOnError: true });
  return `Checked ${secondWords(new Date().toISOString())}`;
}

interface Standings {
  open: HeldAlarm[];
  held: HeldAlarm[];
  mine: HeldAlarm[];
}

function standings(alarms: readonly HeldAlarm[], now: number, myId: string | null): Standings {
  const sorted = alarms.toSorted((a, b) => bySeverity(a.alarm, b.alarm));
  const isOpen = ({ alarm }: HeldAlarm) => standingOf(alarm, now) === 'open';
  const isMine = ({ alarm, queued }: HeldAlarm) =>
    queued !== null || (alarm.acknowledgedBy?.id === myId && alarm.resolvedAt === null);
  return {
    open: sorted.filter(isOpen),
    held: sorted.filter((one) => !isOpen(one) && one.alarm.resolvedAt === null),
    mine: sorted.filter(isMine),
  };
}

interface Seen {
  now: number;
  fresh: boolean;
}

function Open({
  open,
  held,
  now,
  fresh,
  total,
  onAll,
}: Standings & Seen & { total: number | undefined; onAll: () => void }) {
  const groups = [
    { label: 'Open alarms', alarms: open },
    {
      label: 'Someone has these',
      title: <SectionTitle end={held.length}>Someone has these</SectionTitle>,
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
      {open.length === 0 && held.length === 0 && (
        // Remembered only, an empty list is no news: nothing green is drawn.
        <Empty
          art={<Mark kind={fresh ? 'ok' : 'offline'} size={64} hollow={!fresh} />}
          title={fresh ? 'Nothing is wrong' : 'Nothing was wrong'}
          action={more}
        />
      )}
      <AlarmList groups={groups.filter((group) => group.alarms.length > 0)} now={now} fresh={fresh} />
    </>
  );
}

function Mine({ mine, now, fresh }: Seen & { mine: HeldAlarm[] }) {
  if (mine.length === 0) {
    return (
      <Empty art={<Icon name="user" size={56} className="t3" />} title="You have none in hand">
        What you acknowledge stands here until it clears.
      </Empty>
    );
  }
  return <AlarmList groups={[{ label: 'Alarms that I have', alarms: mine }]} now={now} fresh={fresh} />;
}

function All({
  held,
  kind,
  day,
  now,
  fresh,
  total,
  onClear,
}: Seen & {
  held: HeldAlarm[];
  kind: AlarmKind | undefined;
  day: string | undefined;
  total: number;
  onClear: () => void;
}) {
  const fits = held.filter(({ alarm }) => (!kind || alarm.kind === kind) && (!day || localDay(alarm.since) === day));
  if (fits.length === 0) {
    const clear = (
      <Button kind="quiet" onPress={onClear}>
        Show all kinds and days
      </Button>
    );
    return (
      <Empty
        art={<Icon name="bell" size={56} className="t3" />}
        title="No such alarm"
        action={kind || day ? clear : undefined}
      />
    );
  }
  const groups = byDay(fits).map(([date, alarms]) => ({
    label: date,
    title: <SectionTitle end={alarms.length}>{dayWords(alarms[0]?.alarm.since ?? date)}</SectionTitle>,
    alarms,
  }));
  return (
    <>
      {day && (
        <div className="px-4 pb-2">
          <Chip pressed onPress={onClear}>
            {clockWords(`${day}T12:00:00.000Z`, 0)}
          </Chip>
        </div>
      )}
      <AlarmList groups={groups} now={now} fresh={fresh} />
      {held.length < total && (
        <p className="t3 px-4 py-3">
          The newest {held.length} of {total}.
        </p>
      )}
    </>
  );
}

function byDay(alarms: readonly HeldAlarm[]): [string, HeldAlarm[]][] {
  const days = new Map<string, HeldAlarm[]>();
  for (const one of alarms) {
    const day = localDay(one.alarm.since);
    days.set(day, [...(days.get(day) ?? []), one]);
  }
  return [...days];
}

function localDay(iso: string): string {
  const at = new Date(iso);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

function KindChips({ kind, onKind }: { kind: AlarmKind | undefined; onKind: (kind: AlarmKind | undefined) => void }) {
  return (
    <Chips label="Kind">
      <Chip pressed={kind === undefined} onPress={() => onKind(undefined)}>
        All kinds
      </Chip>
      {kindsBySeverity.map((one) => (
        <Chip
          key={one}
          pressed={kind === one}
          mark={markOf(one)}
          onPress={() => onKind(kind === one ? undefined : one)}
        >
          {kindWords[one]}
        </Chip>
      ))}
    </Chips>
  );
}

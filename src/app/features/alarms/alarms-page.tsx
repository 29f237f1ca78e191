// Alarms: the open ones, those of the signed-in person, and all of them by day; on desks with the chosen one beside them.
import { lazy, Suspense, useState } from 'react';
import { useTitle } from '#app/features/shell/error-pages.tsx';
import { MainPanes } from '#app/features/shell/main-panes.tsx';
import { checked } from '#app/features/shell/live-panel.tsx';
import { FlashHost, Page } from '#app/features/shell/page.tsx';
import { Unanswered } from '#app/features/shell/query-state.tsx';
import { AgePlate } from '#app/features/watch/home-widgets.tsx';
import { useCan } from '#app/auth/me.ts';
import { useMedia } from '#app/ui/hooks/use-media.ts';
import { Screen } from '#app/ui/layout/screen.tsx';
import { PullToRefresh } from '#app/ui/list/pull-to-refresh.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { Segment } from '#app/ui/primitives/segment.tsx';
import { Skeleton } from '#app/ui/status/skeleton.tsx';
import * as m from '#text/messages.js';
import { type ListOptions, MyAlarms, OpenAlarms } from './alarm-sections.tsx';
import { type AlarmsSearch, type AlarmsView, useAlarmsView } from './alarms-view.ts';
import { UnreachedRow } from './unreached-row.tsx';
import { useChosenAlarm } from './chosen-alarm.ts';
import { KindChips } from './kind-chips.tsx';
import { NewPill } from './new-alarms.tsx';
import { useAcknowledge } from './use-acknowledge.tsx';
import { useMayAct } from './use-may-act.ts';

// One view of three shows it, once its own answer is there.
const AlarmHistory = lazy(() => import('./alarm-history.tsx'));
// Of use on phones only, for an address that names an alarm.
const NamedAlarmSheet = lazy(() => import('./named-alarm-sheet.tsx'));
// Of use on desks only, with the parts of a system.
const AlarmKeyHints = lazy(() => import('#app/features/alarm-detail/alarm-key-hints.tsx'));
const AlarmsCsv = lazy(() => import('./alarms-csv.tsx'));
const AlarmPane = lazy(() => import('#app/features/alarm-detail/alarm-pane.tsx'));

interface AlarmsPageProps {
  search: AlarmsSearch;
  /** Replaces the search of the address. */
  onSearch: (search: AlarmsSearch) => void;
}

/** The screen of alarms: open, mine, all. */
export function AlarmsPage({ search, onSearch }: AlarmsPageProps) {
  const mayRead = useCan('alarm.read');
  const wide = useMedia('(min-width: 64rem)');
  const view = useAlarmsView(search);
  useTitle(m.alarms_title());
  // Without the permission there is nothing to choose, and no pane beside.
  const paned = wide && mayRead;
  const { item: chosen, at, items, missing } = useChosenAlarm(view, search, paned);
  const onChoose = ({ id }: { id: string }) => onSearch({ ...search, alarm: id });
  const beside = {
    hrefOf: ({ id }: { id: string }) => addressOf({ ...search, alarm: id }),
    current: chosen,
    onChoose,
  };
  const step = (by: 1 | -1) => {
    const next = items[at + by];
    if (next) onChoose(next.alarm);
  };
  const list = <AlarmsList {...{ view, onSearch }} wide={paned} beside={paned ? beside : {}} />;
  const [hasNamed, setHasNamed] = useState(search.alarm !== undefined);
  if (search.alarm !== undefined && !hasNamed) setHasNamed(true);
  const detail = (
    <Screen scrollId="alarm" bar={chosen && <AlarmKeyHints {...chosen} />} measure="pane">
      {/* The head of the alarm puts itself before the flash, which stays when another alarm is shown. */}
      <div className="flex flex-col">
        <FlashHost />
        <Suspense fallback={<Skeleton />}>
          {missing && <Unanswered title={m.alarms_not_loaded()} query={missing} />}
          {chosen && (
            <AlarmPane key={chosen.alarm.id} item={chosen} seen={view.seen} place={{ at, count: items.length, step }} />
          )}
        </Suspense>
      </div>
    </Screen>
  );
  const { fresh, asOf } = view.seen;
  return (
    <>
      {wide && !mayRead ? (
        <MainPanes shows="whole" detail={list} />
      ) : (
        <MainPanes shows="list" listLabel={m.alarms_title()} list={list} detail={wide && detail} />
      )}
      {hasNamed && !wide && (
        <Suspense fallback={null}>
          <NamedAlarmSheet named={search.alarm} items={view.items} asOf={fresh ? undefined : (asOf ?? undefined)} />
        </Suspense>
      )}
    </>
  );
}

const addressOf = (search: AlarmsSearch): string =>
  `/admin/alarms?${new URLSearchParams(Object.entries(search).filter(([, value]) => value !== undefined))}`;

interface AlarmsListProps extends Pick<AlarmsPageProps, 'onSearch'> {
  view: AlarmsView;
  wide: boolean;
  beside: ListOptions;
}

// The filters are docked above the tabs of a phone, and stay on top in the pane of a desk.
function AlarmsList({ view: known, onSearch, wide, beside }: AlarmsListProps) {
  const { view, seen, shown, sections, allItems, filter } = known;
  const { fresh, asOf } = seen;
  const mayRead = useCan('alarm.read');
  const download = mayRead && shown.held && known.items?.length !== 0 && (
    <Suspense fallback={<span className="size-11.5" />}>
      <AlarmsCsv view={view} filter={filter} />
    </Suspense>
  );
  // The button acts on the alarms of the list that it stands above.
  const end = view !== 'mine' && <AcknowledgeAll open={sections.open} />;
  const dock = mayRead && (
    <>
      {view === 'all' && (
        <KindChips
          kind={filter.kind}
          onKind={(next) => onSearch({ view, day: filter.day, ...(next && { kind: next }) })}
          end={download}
        />
      )}
      <Segment
        label={m.alarms_list_which()}
        options={known.options}
        value={view}
        onChange={(next) => onSearch(next === 'open' ? {} : { view: next })}
      />
    </>
  );
  const place = wide
    ? { landmark: 'section' as const, flash: undefined }
    : { dock, dockKind: 'bare' as const, flash: <FlashHost /> };
  return (
    <Page title={m.alarms_title()} {...place} {...(wide && { end })}>
      {wide && <div className="sticky top-0 z-2 bg-bg">{dock}</div>}
      <PullToRefresh onRefresh={checked} />
      <AgePlate fresh={fresh} asOf={asOf} />
      {view === 'open' && <UnreachedRow open={sections.open.map(({ alarm }) => alarm)} />}
      {shown.held === undefined && <Unanswered title={m.alarms_not_loaded()} query={shown.query} />}
      {shown.held && view === 'open' && (
        <OpenAlarms
          {...sections}
          seen={seen}
          total={known.total}
          resolvedAt={known.resolvedAt}
          onAll={() => onSearch({ view: 'all' })}
          list={beside}
        />
      )}
      {shown.held && view === 'mine' && (
        <>
          {known.missing && <Unanswered title={m.alarms_not_loaded()} query={known.missing} />}
          {(!known.missing || sections.mine.length > 0) && <MyAlarms mine={sections.mine} seen={seen} list={beside} />}
        </>
      )}
      {download && view !== 'all' && <div className="flex justify-end px-4 py-2">{download}</div>}
      {allItems && view === 'all' && (
        <Suspense fallback={<Skeleton />}>
          <AlarmHistory
            items={allItems}
            filter={filter}
            page={known.page}
            seen={seen}
            onClear={() => onSearch({ view })}
            list={beside}
          />
        </Suspense>
      )}
      <NewPill held={known.open.held} />
    </Page>
  );
}

/** Above three alarms a sheet lists them first. */
function AcknowledgeAll({ open }: { open: AlarmsView['sections']['open'] }) {
  const [acknowledge, review] = useAcknowledge();
  const mayAct = useMayAct();
  const alarms = open.filter(({ alarm, queued }) => queued === null && alarm.resolvedAt === null && mayAct(alarm));
  // As high as the button: it comes after the title, and goes with the last alarm but one.
  if (alarms.length < 2) return <span className="h-11.5" />;
  return (
    <>
      <Button kind="line" size="small" onPress={() => acknowledge(alarms.map(({ alarm }) => alarm))}>
        <Icon name="checks" size={20} />
        {m.alarms_acknowledge_every()}
      </Button>
      {review}
    </>
  );
}

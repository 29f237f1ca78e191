// The lists of alarms that are not resolved: the open ones, those that somebody has, and those of one person.
import { type ComponentProps, type ReactNode, Suspense, lazy } from 'react';
import { reader } from '#app/device/reader.ts';
import { glanceOf } from '#app/features/watch/glance-format.ts';
import { useFreshness } from '#app/realtime/freshness.ts';
import { SectionTitle } from '#app/ui/layout/rows.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { Mark, toneOf } from '#app/ui/primitives/mark.tsx';
import { Empty } from '#app/ui/status/empty.tsx';
import { tenseOf } from '#app/realtime/tense.ts';
import { formatDay, formatTime } from '#text/format.ts';
import * as m from '#text/messages.js';
import { bySeverity, isUnclaimed, markOf } from './alarm-format.ts';
import { groupAlarms } from './alarm-groups.tsx';
import { AlarmList, type RowParts } from './alarm-list.tsx';
import { type AlarmItem, useCounts } from './alarm-queries.ts';

// Below the open alarms: nothing before the first paint needs it.
const LazyRow = lazy(() => import('./resolved-row.tsx'));

/** A resolved alarm; its height is there before its row. */
const ResolvedRow = (props: RowParts) => (
  <Suspense fallback={<li className="min-h-11 border-b border-line" />}>
    <LazyRow {...props} />
  </Suspense>
);

/** Alarms resolved a moment ago are still shown, and do not count. */
export const unresolved = (items: readonly AlarmItem[]): number =>
  items.filter(({ alarm }) => alarm.resolvedAt === null).length;

/** The alarms that are not resolved, by who has them. */
export interface Sections {
  open: AlarmItem[];
  /** Acknowledged or snoozed, by anybody. */
  others: AlarmItem[];
  mine: AlarmItem[];
}

/** Worst first in each. `myId`: the signed-in person. */
export function sectionsOf(items: readonly AlarmItem[], now: number, myId: string | null): Sections {
  const sorted = items.toSorted((a, b) => bySeverity(a.alarm, b.alarm));
  const isOpen = ({ alarm }: AlarmItem) => isUnclaimed(alarm, now);
  const isMine = ({ alarm, queued }: AlarmItem) => queued !== null || alarm.acknowledgedBy?.id === myId;
  return {
    open: sorted.filter(isOpen),
    others: sorted.filter((one) => !isOpen(one)),
    mine: sorted.filter(isMine),
  };
}

/** `sectionsOf`, with those resolved in the last 24 hours; one that was resolved a moment ago is listed once. */
export function openSections(input: {
  held: readonly AlarmItem[];
  lately: readonly AlarmItem[];
  now: number;
  myId: string | null;
}): Sections & { resolved: readonly AlarmItem[] } {
  const { held, lately, now, myId } = input;
  const shown = new Set(held.map(({ alarm }) => alarm.id));
  return { ...sectionsOf(held, now, myId), resolved: lately.filter(({ alarm }) => !shown.has(alarm.id)) };
}

/** The age of the rows on screen. */
export interface Seen {
  now: number;
  fresh: boolean;
  asOf: number | null;
}

/** Options that a list beside its chosen alarm adds to the rows. */
export type ListOptions = Pick<ComponentProps<typeof AlarmList>, 'hrefOf' | 'current' | 'keys' | 'onChoose'>;

interface NoneOpenProps {
  seen: Seen;
  /** The moment of the newest resolved alarm. */
  resolvedAt: string | null | undefined;
  action: ReactNode;
}

/** No open alarm is not yet "all fine": systems may wait, be late or not be watched, so the counts complete the text. */
function NoneOpen({ seen: { now, fresh }, resolvedAt, action }: NoneOpenProps) {
  const counts = useCounts();
  const known = useFreshness(counts).fresh && fresh;
  const input = { counts: counts.isEnabled ? counts.data : null, alarms: [], mayAct: true, fresh: known, now };
  const { kind, hollow, sentence } = glanceOf(input);
  const last =
    resolvedAt &&
    m.alarms_last_resolved({ date: formatDay(resolvedAt, reader()), time: formatTime(resolvedAt, reader()) });
  return (
    <Empty
      // A cached empty list is no evidence: it shows no green mark.
      art={<Mark kind={known ? kind : 'unknown'} size={64} hollow={hollow} />}
      title={m.alarms_none_open({ tense: tenseOf(!fresh) })}
      action={action}
    >
      {counts.isEnabled && `${sentence}. `}
      {last}
    </Empty>
  );
}

interface OpenProps extends Omit<Sections, 'mine'>, Omit<NoneOpenProps, 'action'> {
  /** Count of all alarms, resolved ones included. */
  total: number | undefined;
  onAll?: () => void;
  list?: ListOptions;
  /** Those of the last 24 hours. */
  resolved: readonly AlarmItem[];
}

/** The open alarms, below them those that somebody has, and then those that were resolved lately. */
export function OpenAlarms({ open, others, resolved, seen, total, resolvedAt, onAll, list = {} }: OpenProps) {
  const label = m.alarms_acknowledged_group();
  const isWorst = ({ alarm }: AlarmItem) => toneOf(markOf(alarm.kind)) === 'miss';
  const bySeverityGroup = (of: (item: AlarmItem) => boolean, name: string) => {
    const alarms = open.filter(of);
    return { label: name, title: <SectionTitle end={alarms.length}>{name}</SectionTitle>, alarms: groupAlarms(alarms) };
  };
  const groups = [
    bySeverityGroup(isWorst, m.alarms_group_worst()),
    bySeverityGroup((item) => !isWorst(item), m.alarms_group_late()),
    {
      label,
      title: <SectionTitle end={others.length}>{label}</SectionTitle>,
      alarms: others,
    },
    {
      label: m.alarms_group_resolved(),
      title: <SectionTitle end={resolved.length}>{m.alarms_group_resolved()}</SectionTitle>,
      alarms: resolved,
      Row: ResolvedRow,
    },
  ];
  const more = onAll && total !== 0 && (
    <Button kind="quiet" onPress={onAll}>
      {total === undefined ? m.alarms_show_all() : m.alarms_show_all_count({ count: total })}
    </Button>
  );
  return (
    <>
      {open.length === 0 && others.length === 0 && <NoneOpen seen={seen} resolvedAt={resolvedAt} action={more} />}
      <AlarmList groups={groups.filter((group) => group.alarms.length > 0)} {...seen} {...list} />
    </>
  );
}

/** The alarms of the signed-in person. */
export function MyAlarms({ mine, seen, list = {} }: { mine: AlarmItem[]; seen: Seen; list?: ListOptions }) {
  const groups = mine.length === 0 ? [] : [{ label: m.alarms_mine_label(), alarms: mine }];
  return (
    <>
      {mine.length === 0 && (
        <Empty
          art={<Icon name="user" size={56} className="text-text3" />}
          title={m.alarms_mine_empty({ tense: tenseOf(!seen.fresh) })}
        >
          {m.alarms_mine_empty_detail()}
        </Empty>
      )}
      {/* Also without rows: its keys act on the alarm beside the list. */}
      <AlarmList groups={groups} {...seen} {...list} />
    </>
  );
}

// Many alarms of one organization at once: one row for all of them, which expands to show each.
import { SwipeRow, type SwipeRowProps } from '#app/ui/list/swipe-row.tsx';
import { alarmKinds, type AlarmKind } from '#contract/alarm-kind.ts';
import { reader } from '#app/device/reader.ts';
import { formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';
import { undo } from './alarm-actions.ts';
import type { AlarmItem } from './alarm-queries.ts';
import { type Alarm, kindLabel, markOf } from './alarm-format.ts';
import { addressOf, organizationOf } from './alarm-subject.ts';
import { useMayAct } from './use-may-act.ts';

export interface AlarmGroup {
  id: string;
  items: AlarmItem[];
}

/** One row of a list: an alarm, or a group of them. */
export type Line = AlarmItem | AlarmGroup;

export const isGroup = (line: Line): line is AlarmGroup => 'items' in line;
export const alarmsIn = (line: Line): readonly AlarmItem[] => (isGroup(line) ? line.items : [line]);

/** Up to this many alarms of one organization have a row each. */
const MAX_SINGLE_ROWS = 8;

/** The keys shared by more alarms than have a row each. */
function keysAbove(open: readonly AlarmItem[], keyOf: (item: AlarmItem) => string): Set<string> {
  const counts = new Map<string, number>();
  for (const item of open) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return new Set([...counts.keys()].filter((key) => (counts.get(key) ?? 0) > MAX_SINGLE_ROWS));
}

const organizationIdOf = ({ alarm }: AlarmItem): string => organizationOf(alarm).id;
const causeOf = (item: AlarmItem): string => `${organizationIdOf(item)} ${item.alarm.kind}`;

/**
 * Groups alarms: more than 8 of one cause (one kind at one organization), else more than 8 of one organization, become
 * one line in the place of the first.
 */
export function groupAlarms(open: readonly AlarmItem[]): Line[] {
  const causes = keysAbove(open, causeOf);
  const hasCause = (item: AlarmItem) => causes.has(causeOf(item));
  const organizations = keysAbove(
    open.filter((item) => !hasCause(item)),
    organizationIdOf,
  );
  const groups = new Map<string, AlarmGroup>();
  return open.flatMap((item): Line[] => {
    const id = hasCause(item) ? causeOf(item) : organizationIdOf(item);
    if (!hasCause(item) && !organizations.has(id)) return [item];
    const known = groups.get(id);
    if (known) {
      known.items.push(item);
      return [];
    }
    const group = { id, items: [item] };
    groups.set(id, group);
    return [group];
  });
}

const kindCounts: Record<AlarmKind, (inputs: { count: number }) => string> = {
  failed: m.alarms_kind_count_failed,
  storageTrouble: m.alarms_kind_count_storageTrouble,
  wrongContent: m.alarms_kind_count_wrongContent,
  notBackedup: m.alarms_kind_count_notBackedup,
  overdue: m.alarms_kind_count_overdue,
  clientOffline: m.alarms_kind_count_clientOffline,
  sizeAnomaly: m.alarms_kind_count_sizeAnomaly,
};

/** The number of alarms of a kind: "12 clients offline". */
export const kindCount = (kind: AlarmKind, count: number): string => kindCounts[kind]({ count });

/** The text of a group row: systems and organization, kinds with their counts, and the first moment. `now` in epoch ms. */
export function formatGroup(
  { items }: AlarmGroup,
  now: number,
): Pick<SwipeRowProps, 'kind' | 'name' | 'reason'> & { since: string } {
  const alarms = items.map(({ alarm }) => alarm);
  const kinds = alarmKinds.filter((kind) => alarms.some((alarm) => alarm.kind === kind));
  const [worst = 'failed', other] = kinds;
  const count = (kind: AlarmKind) => alarms.filter((alarm) => alarm.kind === kind).length;
  const first = alarms.map(({ since }) => since).toSorted()[0] ?? '';
  return {
    kind: markOf(worst),
    // Isolated: the name of an organization may run in the other direction than the sentence.
    name: m.alarms_group_name({
      count: new Set(alarms.map(addressOf)).size,
      organization: `\u2068${alarms[0] ? organizationOf(alarms[0]).name : ''}\u2069`,
    }),
    reason: other ? kinds.map((kind) => kindCount(kind, count(kind))).join(', ') : kindLabel(worst),
    since: formatMoment(first, now, reader()),
  };
}

interface AlarmGroupRowProps {
  group: AlarmGroup;
  fresh: boolean;
  /** The moment that ages count to, epoch ms. */
  agesAt: number;
  isOpen: boolean;
  onToggle: () => void;
  onAcknowledge: (alarms: readonly Alarm[]) => void;
}

/** The row for all alarms of a group. */
export function AlarmGroupRow({ group, fresh, agesAt, isOpen, onToggle, onAcknowledge }: AlarmGroupRowProps) {
  const mayAct = useMayAct();
  const { since, ...text } = formatGroup(group, agesAt);
  const queued = group.items.flatMap((item) => item.queued ?? []);
  const waits = queued.length === group.items.length;
  const all = group.items.flatMap(({ alarm, queued: waiting }) => (waiting === null && mayAct(alarm) ? [alarm] : []));
  const acknowledgeAll = () => onAcknowledge(all);
  const props: SwipeRowProps = {
    ...text,
    meta: isOpen ? m.alarms_each_below({ time: since }) : m.alarms_each_show({ time: since }),
    state: waits ? 'queued' : fresh ? 'open' : 'stale',
    stale: !fresh,
    onOpen: onToggle,
    expanded: isOpen,
    ...(waits && {
      action: {
        label: m.alarms_queued_undo_all(),
        short: m.alarms_queued(),
        icon: 'outbox',
        onAct: () => void undo(queued),
      },
    }),
    ...(!waits &&
      all.length > 0 && {
        action: {
          label: m.alarms_acknowledge_all_label({ count: all.length }),
          short: m.alarms_acknowledge_short(),
          onAct: acknowledgeAll,
        },
        onSwipeRight: acknowledgeAll,
        swipeRightLabel: m.alarms_acknowledge(),
      }),
  };
  return <SwipeRow {...props} />;
}

// The views of the unresolved alarms: all of them, and those of the signed-in person.
import type { ReactNode } from 'react';
import { reader } from '#app/device/reader.ts';
import { glanceOf } from '#app/features/watch/glance-format.ts';
import { useFreshness } from '#app/realtime/freshness.ts';
import { SectionTitle } from '#app/ui/layout/rows.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { Mark } from '#app/ui/primitives/mark.tsx';
import { Empty } from '#app/ui/status/empty.tsx';
import { formatDay, formatTime } from '#text/format.ts';
import * as m from '#text/messages.js';
import { bySeverity, isUnclaimed } from './alarm-format.ts';
import { groupAlarms } from './alarm-groups.tsx';
import { AlarmList } from './alarm-list.tsx';
import { type AlarmItem, useCounts } from './alarm-queries.ts';

/** The unresolved alarms by who has them. */
export interface Sections {
  open: AlarmItem[];
  /** Acknowledged or snoozed, by anybody. */
  others: AlarmItem[];
  mine: AlarmItem[];
}

/** Sorts the alarms, worst first, into those of everybody and of the person with this id. `now`: epoch ms. */
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

/** The moment of the page (epoch ms), and whether its rows are fresh. */
export interface Seen {
  now: number;
  fresh: boolean;
  asOf: number | null;
}

interface NoneOpenProps {
  seen: Seen;
  /** When the last alarm was resolved. */
  resolvedAt: string | null | undefined;
  action: ReactNode;
}

/** No open alarm is not yet "all fine": systems may wait, be late or not be watched, so the counts complete the text. */
function NoneOpen({ seen: { now, fresh }, resolvedAt, action }: NoneOpenProps) {
  const counts = useCounts();
  const known = useFreshness(counts).fresh && fresh;
  const input = { counts: counts.isEnabled ? counts.data : null, alarms: [], fresh: known, now };
  const { kind, hollow, sentence } = glanceOf(input);
  const last =
    resolvedAt &&
    m.alarms_last_resolved({ date: formatDay(resolvedAt, reader()), time: formatTime(resolvedAt, reader()) });
  return (
    <Empty
      // A cached empty list is no evidence: it shows no green mark.
      art={<Mark kind={known ? kind : 'offline'} size={64} hollow={hollow} />}
      title={m.alarms_none_open({ tense: fresh ? 'present' : 'past' })}
      action={action}
    >
      {counts.isEnabled && `${sentence}. `}
      {last}
    </Empty>
  );
}

interface OpenProps extends Sections, Omit<NoneOpenProps, 'action'> {
  /** Count of all alarms, resolved ones included. */
  total: number | undefined;
  onAll: () => void;
}

/** The alarms that nobody has, and below them those that somebody has. */
export function OpenAlarms({ open, others, seen, total, resolvedAt, onAll }: OpenProps) {
  const label = m.alarms_acknowledged_group();
  const groups = [
    { label: m.alarms_open_group(), alarms: groupAlarms(open) },
    {
      label,
      title: <SectionTitle end={others.length}>{label}</SectionTitle>,
      alarms: others,
    },
  ];
  const more = (
    <Button kind="quiet" onPress={onAll}>
      {total === undefined ? m.alarms_show_all() : m.alarms_show_all_count({ count: total })}
    </Button>
  );
  return (
    <>
      {open.length === 0 && others.length === 0 && <NoneOpen seen={seen} resolvedAt={resolvedAt} action={more} />}
      <AlarmList groups={groups.filter((group) => group.alarms.length > 0)} {...seen} />
    </>
  );
}

/** The alarms of the signed-in person. */
export function MyAlarms({ mine, seen }: { mine: AlarmItem[]; seen: Seen }) {
  if (mine.length === 0) {
    return (
      <Empty art={<Icon name="user" size={56} className="text-text3" />} title={m.alarms_mine_empty()}>
        {m.alarms_mine_empty_detail()}
      </Empty>
    );
  }
  return <AlarmList groups={[{ label: m.alarms_mine_label(), alarms: mine }]} {...seen} />;
}

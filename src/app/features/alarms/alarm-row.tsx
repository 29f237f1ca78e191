// One alarm as a row: flag, text, one action, swipes, and the sheet on a long press.
import { useEffect, useState } from 'react';
import { SwipeRow, type SwipeRowAction, type SwipeRowProps, type SwipeRowState } from '#app/ui/list/swipe-row.tsx';
import { useMe } from '#app/auth/me.ts';
import * as m from '#text/messages.js';
import { useRecentlyResolved } from '#app/realtime/recently-resolved.ts';
import type { AlarmItem, QueuedAlarmAction } from './alarm-queries.ts';
import { ANSWER_MS, acknowledge, hourFrom, snooze, undo } from './alarm-actions.ts';
import { type Alarm, type AlarmStatus, markOf, reasonOf, sinceOf, statusOf, ownerOf } from './alarm-format.ts';
import { addressOf, organizationOf, subjectOf } from './alarm-subject.ts';
import { useMayAct } from './use-may-act.ts';

interface AlarmRowProps extends AlarmItem {
  now: number;
  fresh: boolean;
  /** The moment that ages count to, epoch ms: now, or the last answer of the server. */
  agesAt: number;
  onHold: (alarm: Alarm, row: HTMLElement) => void;
  /** The address that it leads to; its system if left out. */
  href?: string | undefined;
  /** It is shown beside the list. */
  current?: boolean;
}

const queuedMessages = {
  acknowledge: m.alarms_queued_acknowledge,
  takeOver: m.alarms_queued_takeOver,
  snooze: m.alarms_queued_snooze,
  release: m.alarms_queued_release,
};

function queuedMessage({ kind, body }: QueuedAlarmAction): string {
  if (kind !== 'release' || body['notify'] !== true) return queuedMessages[kind]();
  return body['of'] === 'snooze' ? m.alarms_queued_end_snooze() : m.alarms_queued_give_back();
}

/** The action once its answer takes longer than a moment: until then the row only offers nothing more. */
function useSlow(queued: QueuedAlarmAction | null): QueuedAlarmAction | null {
  const [slow, setSlow] = useState<QueuedAlarmAction | null>(null);
  useEffect(() => {
    if (queued === null) return undefined;
    const timer = setTimeout(() => setSlow(queued), Date.parse(queued.createdAt) + ANSWER_MS - Date.now());
    return () => clearTimeout(timer);
  }, [queued]);
  return queued !== null && slow?.id === queued.id ? queued : null;
}

/** A row of the list of alarms. */
export function AlarmRow({ alarm, queued, now, fresh, agesAt, onHold, href, current = false }: AlarmRowProps) {
  const mine = useMe()?.id ?? null;
  const mayAct = useMayAct()(alarm);
  const status = statusOf(alarm, now);
  const leaves = useRecentlyResolved().some(({ id }) => id === alarm.id);
  const slow = useSlow(queued);
  const state = leaves ? 'resolved' : rowState(status, slow !== null, fresh);
  const who = ownerOf(alarm, now, mine);
  const before = status === 'open' && who ? `${who}. ` : '';
  const meta = slow === null ? <Meta alarm={alarm} now={agesAt} before={before} /> : queuedMessage(slow);
  const open = status === 'open' && queued === null;
  const props: SwipeRowProps = {
    kind: markOf(alarm.kind),
    name: subjectOf(alarm),
    reason: reasonOf(alarm, agesAt, !fresh || status === 'resolved'),
    meta,
    state,
    stale: !fresh,
    to: href ?? addressOf(alarm),
    current,
    onHold: (row) => onHold(alarm, row),
    ...(who !== undefined && { who }),
    ...(open && mayAct && openActions(alarm)),
    ...(slow && { action: undoAction(alarm, slow) }),
  };
  return <SwipeRow {...props} />;
}

/** The organization is isolated: a name in Arabic would reverse the text after it. The time takes a line of its own before it is cut. */
function Meta({ alarm, now, before }: { alarm: Alarm; now: number; before: string }) {
  return (
    <span className="flex flex-wrap gap-x-1">
      {before !== '' && <span>{before.trim()}</span>}
      <span className="line-clamp-2 min-w-0">
        <bdi>{organizationOf(alarm).name}</bdi>,
      </span>
      <span>{sinceOf(alarm, now)}</span>
    </span>
  );
}

function rowState(status: AlarmStatus, queued: boolean, fresh: boolean): SwipeRowState {
  if (queued) return 'queued';
  if (status === 'open') return fresh ? 'open' : 'stale';
  // A resolved alarm of the history shows when it was resolved, like one that somebody has.
  return status === 'snoozed' ? 'snoozed' : 'acknowledged';
}

const undoAction = (alarm: Alarm, queued: QueuedAlarmAction): SwipeRowAction => ({
  label: m.alarms_queued_undo({ system: subjectOf(alarm) }),
  short: m.alarms_queued(),
  icon: 'outbox',
  onAct: () => void undo([queued]),
});

const openActions = (alarm: Alarm): Partial<SwipeRowProps> => ({
  // The label begins with the visible text, so that voice control finds the button by it.
  action: {
    label: m.alarms_acknowledge_label({ system: subjectOf(alarm) }),
    short: m.alarms_acknowledge_short(),
    onAct: () => void acknowledge([alarm]),
  },
  onSwipeRight: () => void acknowledge([alarm]),
  onSwipeLeft: () => void snooze([alarm], hourFrom(Date.now())),
  swipeRightLabel: m.alarms_acknowledge(),
  swipeLeftLabel: m.alarms_snooze_hour(),
});

// One alarm as a row: flag, words, one action, swipes, and the sheet on a long press.
import { Slab, type SlabAction, type SlabProps, type SlabState } from '#app/ui/list/swipe-row.tsx';
import { useCan, useMe } from '#app/auth/me.ts';
import { useRecentlyResolved } from '#app/realtime/recently-resolved.ts';
import type { QueuedAct } from '#app/offline/outbox-store.ts';
import type { HeldAlarm } from './alarm-queries.ts';
import { acknowledge, hourFrom, snooze, takeBack } from './alarm-actions.ts';
import { type Alarm, type Standing, markOf, reasonOf, sinceOf, standingOf, whoOf } from './alarm-format.ts';

interface AlarmRowProps extends HeldAlarm {
  now: number;
  fresh: boolean;
  /** Up to when ages are known to run, epoch ms: now, or when it was last heard. */
  told: number;
  onHold: (alarm: Alarm, row: HTMLElement) => void;
}

const queuedWords = {
  acknowledge: 'You acknowledged, not sent yet',
  snooze: 'You snoozed, not sent yet',
  release: 'You put it back, not sent yet',
  note: 'Your note is not sent yet',
};

/** A row of the list of alarms. */
export function AlarmRow({ alarm, queued, now, fresh, told, onHold }: AlarmRowProps) {
  const mine = useMe()?.id ?? null;
  const mayAct = useCan('alarm.update');
  const standing = standingOf(alarm, now);
  const leaves = useRecentlyResolved().some(({ id }) => id === alarm.id);
  const state = leaves ? 'resolved' : stateOf(standing, queued !== null, fresh);
  const who = whoOf(alarm, now, mine);
  const before = standing === 'open' && who ? `${who}. ` : '';
  const meta = queued === null ? <Meta alarm={alarm} now={told} before={before} /> : queuedWords[queued.kind];
  const open = standing === 'open' && queued === null;
  const props: SlabProps = {
    kind: markOf(alarm.kind),
    name: alarm.system.name,
    reason: reasonOf(alarm, told, !fresh || standing === 'resolved'),
    meta,
    state,
    stale: !fresh,
    to: `/admin/system?id=${alarm.system.id}`,
    onHold: (row) => onHold(alarm, row),
    ...(who !== undefined && { who }),
    ...(open && mayAct && actsOn(alarm)),
    ...(queued && { action: takesBack(alarm, queued) }),
  };
  return <Slab {...props} />;
}

/** An Arabic name must not pull the words after it to its own side. */
function Meta({ alarm, now, before }: { alarm: Alarm; now: number; before: string }) {
  return (
    <>
      {before}
      <bdi>{alarm.organization.name}</bdi>, {sinceOf(alarm, now)}
    </>
  );
}

function stateOf(standing: Standing, queued: boolean, fresh: boolean): SlabState {
  if (queued) return 'queued';
  if (standing === 'open') return fresh ? 'open' : 'stale';
  // A cleared alarm of the history shows when it cleared, like one that somebody has.
  return standing === 'resolved' ? 'taken' : standing;
}

const takesBack = (alarm: Alarm, queued: QueuedAct): SlabAction => ({
  label: `Queued, take it back for ${alarm.system.name}`,
  short: 'Queued',
  icon: 'outbox',
  onAct: () => void takeBack([queued]),
});

const actsOn = (alarm: Alarm): Partial<SlabProps> => ({
  // Its name begins with the word that stands on it: who speaks to the phone says what is seen.
  action: { label: `Ack, acknowledge ${alarm.system.name}`, short: 'Ack', onAct: () => void acknowledge([alarm]) },
  onSwipeRight: () => void acknowledge([alarm]),
  onSwipeLeft: () => void snooze(alarm, hourFrom(Date.now())),
  swipeRightLabel: 'Acknowledge',
  swipeLeftLabel: 'Snooze 1 h',
});

// Flashes about queued actions: somebody else was first, the action failed, or it is old and needs a confirmation.
import { reader } from '#app/device/reader.ts';
import { formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';
import { flash, flashNow } from '#app/device/flash.ts';
import { outbox, setOutboxListener } from '#app/offline/outbox-store.ts';
import { queryClient } from '#app/api/query-client.ts';
import { type Alarm, type AlarmRows, alreadyAcknowledged } from '#app/features/alarms/alarm-format.ts';
import { subjectOf } from '#app/features/alarms/alarm-subject.ts';

interface Outcome {
  alarm?: Alarm;
  outcome?: 'done' | 'already';
  by?: string | null;
}

const tooLate = {
  acknowledge: m.shell_outbox_expired_acknowledge,
  takeOver: m.shell_outbox_expired_takeOver,
  snooze: m.shell_outbox_expired_snooze,
  release: m.shell_outbox_expired_release,
};
const rejected = {
  acknowledge: m.shell_outbox_refused_acknowledge,
  takeOver: m.shell_outbox_refused_takeOver,
  snooze: m.shell_outbox_refused_snooze,
  release: m.shell_outbox_refused_release,
  note: m.shell_outbox_refused_note,
};
const waiting = {
  acknowledge: m.shell_outbox_waiting_acknowledge,
  takeOver: m.shell_outbox_waiting_takeOver,
  snooze: m.shell_outbox_waiting_snooze,
  release: m.shell_outbox_waiting_release,
  note: m.shell_outbox_waiting_note,
};

/** The name of what an alarm in the cache is about; undefined for any other. */
function cachedSubject(alarmId: string): string | undefined {
  const lists = queryClient.getQueriesData<AlarmRows>({ queryKey: ['alarm', 'list'] });
  const alarm = lists.flatMap(([, list]) => list?.rows ?? []).find(({ id }) => id === alarmId);
  return alarm && subjectOf(alarm);
}

// Closes the notification of an alarm that was handled in the app.
async function closeNotification(alarmId: string): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  for (const shown of (await worker?.getNotifications({ tag: `alarm:${alarmId}` })) ?? []) shown.close();
}

// The messages of failed actions in the flash that is still open, each with its count.
let unread = new Map<string, number>();
let banner = -1;
const isShown = (): boolean => flashNow().visible && flashNow().serial === banner;

function showFailure(message: string): void {
  if (!isShown()) unread = new Map();
  unread.set(message, (unread.get(message) ?? 0) + 1);
  const all = [...unread].map(([text, count]) =>
    count > 1 ? m.shell_outbox_repeated({ message: text, count }) : text,
  );
  flash('negative', all.join('. '), { timeout: 0, action: { word: m.actions_close(), run: () => undefined } });
  banner = flashNow().serial;
}

/** Subscribes to the outbox and shows a flash for each outcome that a person has to know. */
export function listenToOutbox(): void {
  setOutboxListener({
    sent: ({ kind, alarmId }, body) => {
      if (kind !== 'note') void closeNotification(alarmId).catch(() => undefined);
      const { alarm, outcome, by } = body as Outcome;
      if (outcome === 'already')
        flash(
          'info',
          alarm?.resolvedAt
            ? m.shell_outbox_resolved()
            : alreadyAcknowledged(by ?? null, alarm?.acknowledgedAt ?? null, Date.now()),
        );
    },
    lost: ({ action, why }) => {
      if (why === 'resolved')
        return isShown() ? showFailure(m.shell_outbox_resolved()) : flash('info', m.shell_outbox_resolved());
      if (why === 'ended') return showFailure(m.shell_outbox_snooze_ended());
      const { kind } = action;
      if (kind === 'note') return showFailure(`${rejected.note()}: ${String(action.body['note'])}`);
      return showFailure((why === 'too-late' ? tooLate : rejected)[kind]());
    },
    unconfirmed: (actions) => {
      // The outbox asks again at each attempt: an open flash is not replaced.
      if (flashNow().visible) return;
      const [first] = actions;
      if (first === undefined) return;
      const time = formatMoment(first.createdAt, Date.now(), reader());
      const system = first.subject ?? cachedSubject(first.alarmId) ?? m.shell_outbox_the_alarm();
      const message =
        actions.length === 1
          ? waiting[first.kind]({ time, system })
          : m.shell_outbox_waiting_count({ time, count: actions.length });
      flash('warning', message, {
        timeout: 0,
        action: { word: m.actions_send(), run: () => void outbox().confirm(actions) },
      });
    },
  });
}

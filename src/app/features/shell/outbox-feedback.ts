// What is said of an act after the server answered it, or after it was lost.
import { clockWords } from '#app/ui/format.ts';
import { flash, flashNow } from '#app/device/flash.ts';
import { outbox, setOutboxListener } from '#app/offline/outbox-store.ts';
import { type Alarm, alreadyWords } from '#app/features/alarms/alarm-format.ts';

interface Outcome {
  alarm?: Alarm;
  outcome?: 'done' | 'already';
  by?: string | null;
}

const verbs = {
  acknowledge: 'acknowledge the alarm',
  snooze: 'snooze the alarm',
  release: 'give the alarm back',
  note: 'save the note',
};

// What was done about an alarm here need not be done on the lock screen of the same device.
async function closeNotification(alarmId: string): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  for (const shown of (await worker?.getNotifications({ tag: `alarm:${alarmId}` })) ?? []) shown.close();
}

// What could not be done and still stands there unread, each with how often.
let unread = new Map<string, number>();
let banner = -1;
const isStanding = (): boolean => flashNow().visible && flashNow().serial === banner;

function sayLost(words: string): void {
  if (!isStanding()) unread = new Map();
  unread.set(words, (unread.get(words) ?? 0) + 1);
  const all = [...unread].map(([said, times]) => (times > 1 ? `${said}, ${times} times` : said));
  flash('negative', all.join('. '), { timeout: 0, action: { word: 'Close', run: () => undefined } });
  banner = flashNow().serial;
}

/** Speaks up when somebody else was first, and when an act could not be done. */
export function listenToOutbox(): void {
  setOutboxListener({
    sent: ({ kind, alarmId }, body) => {
      if (kind !== 'note') void closeNotification(alarmId).catch(() => undefined);
      const { alarm, outcome, by } = body as Outcome;
      if (outcome === 'already') flash('info', alreadyWords(by ?? null, alarm?.acknowledgedAt ?? null, Date.now()));
    },
    lost: ({ act, why }) => {
      const over = 'Already resolved';
      if (why === 'resolved') return isStanding() ? sayLost(over) : flash('info', over);
      const reason = why === 'too-late' ? 'within a day' : 'because the server refused';
      const words = `Could not ${verbs[act.kind]} ${reason}`;
      return sayLost(why === 'ended' ? 'The snooze ended before the server confirmed it' : words);
    },
    unconfirmed: (acts) => {
      // Said again and again: the question that stands, and what was said after it, are read in peace.
      if (flashNow().visible) return;
      const at = clockWords(acts[0]?.createdAt ?? '', Date.now());
      const what = acts.length === 1 ? verbs[acts[0]?.kind ?? 'note'] : `${acts.length} acts`;
      flash('warning', `Not sent since ${at}: ${what}. Still right?`, {
        timeout: 0,
        action: { word: 'Send', run: () => void outbox().confirm(acts) },
      });
    },
  });
}

// What a person does about alarms: acknowledge and snooze at once, with six seconds to take it back.
import { clockWords } from '#app/ui/ago.ts';
import { type QueuedAct, outbox } from '../session/outbox.ts';
import { flash } from '../session/flash.ts';
import type { Alarm } from './-alarm-words.ts';

const UNDO_MS = 6000;
const HOUR_MS = 3600_000;
const MORNING_HOUR = 7;

/** In an hour. */
export const hourFrom = (now: number): Date => new Date(now + HOUR_MS);

/** The next 07:00 on this device's clock. */
export function morningAfter(now: number): Date {
  const morning = new Date(now);
  morning.setHours(MORNING_HOUR, 0, 0, 0);
  if (morning.getTime() <= now) morning.setDate(morning.getDate() + 1);
  return morning;
}

/** Takes alarms; kept in the outbox until the server has them. */
export async function acknowledge(alarms: readonly Alarm[]): Promise<void> {
  await keep(
    alarms.map((alarm) => ({ kind: 'acknowledge', alarmId: alarm.id })),
    wordFor('Acknowledged', alarms),
  );
}

/** Keeps one alarm quiet until a moment. */
export async function snooze(alarm: Alarm, until: Date): Promise<void> {
  const iso = until.toISOString();
  const words = `${alarm.system.name} snoozed until ${clockWords(iso, Date.now())}`;
  await keep([{ kind: 'snooze', alarmId: alarm.id, body: { until: iso } }], words);
}

const wordFor = (done: string, alarms: readonly Alarm[]): string =>
  alarms.length === 1 ? `${done} ${alarms[0]?.system.name ?? ''}`.trim() : `${done} ${alarms.length}`;

type Wanted = Parameters<ReturnType<typeof outbox>['add']>[0];

async function keep(wanted: readonly Wanted[], words: string): Promise<void> {
  if (wanted.length === 0) return;
  navigator.vibrate?.(10);
  try {
    const acts: QueuedAct[] = [];
    for (const one of wanted) acts.push(await outbox().add(one));
    flash('positive', words, { timeout: UNDO_MS, action: { word: 'Undo', run: () => void takeBack(acts) } });
  } catch {
    flash('negative', 'This device could not keep it. Nothing was changed.');
  }
}

// What was sent already is given back by a second act; what still waits simply leaves.
async function takeBack(acts: readonly QueuedAct[]): Promise<void> {
  for (const act of acts) {
    if (
      outbox()
        .waiting()
        .some((waiting) => waiting.id === act.id)
    )
      await outbox().undo(act.id);
    else await outbox().add({ kind: 'unacknowledge', alarmId: act.alarmId });
  }
  flash('info', 'Put back');
}

// What a person does about alarms: acknowledge and snooze at once, with six seconds to take it back.
import { clockWords } from '#app/ui/format.ts';
import { type QueuedAct, outbox } from '#app/offline/outbox-store.ts';
import { flash } from '#app/device/flash.ts';
import { isOffline } from '#app/realtime/freshness.ts';
import type { Alarm } from './alarm-format.ts';

const UNDO_MS = 6000;
const HOUR_MS = 3600_000;
const MORNING_HOUR = 7;

/** What acknowledging needs of an alarm: a notification tells no more. */
type Named = Pick<Alarm, 'id' | 'system'>;

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
export async function acknowledge(alarms: readonly Named[]): Promise<void> {
  await keep(
    alarms.map((alarm) => ({ kind: 'acknowledge', alarmId: alarm.id })),
    isOffline() ? `Will ${wordFor('acknowledge', alarms)} when online` : wordFor('Acknowledged', alarms),
  );
}

/** Keeps one alarm quiet until a moment. */
export async function snooze(alarm: Alarm, until: Date): Promise<void> {
  const iso = until.toISOString();
  const [name, at] = [alarm.system.name, clockWords(iso, Date.now())];
  const words = isOffline() ? `Will snooze ${name} until ${at} when online` : `${name} snoozed until ${at}`;
  await keep([{ kind: 'snooze', alarmId: alarm.id, body: { until: iso } }], words);
}

const wordFor = (done: string, alarms: readonly Named[]): string =>
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

/** Takes acts back: what still waits simply leaves, what was sent already is undone by its opposite. */
export async function takeBack(acts: readonly QueuedAct[]): Promise<void> {
  let waits = false;
  for (const { id, kind, alarmId } of acts) {
    if (await outbox().undo(id)) continue;
    if (kind !== 'acknowledge' && kind !== 'snooze') continue;
    // Only what this act did: a snooze that is taken back leaves the alarm with whoever has it.
    const of = kind === 'snooze' ? 'snooze' : 'acknowledgement';
    await outbox().add({ kind: 'release', alarmId, body: { of } });
    waits = isOffline();
  }
  flash('info', waits ? 'Will put back when online' : 'Put back');
}

// Acknowledging and snoozing: applied at once on this device, with six seconds to undo.
import { flash } from '#app/device/flash.ts';
import { reader } from '#app/device/reader.ts';
import { type QueuedAction, outbox } from '#app/offline/outbox-store.ts';
import { isOffline } from '#app/realtime/freshness.ts';
import { formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';
import type { Alarm } from './alarm-format.ts';

const UNDO_MS = 6000;
const HOUR_MS = 3600_000;
const MORNING_HOUR = 7;
const HAPTIC_MS = 10;

/** The part of an alarm that acknowledging needs; a notification carries no more. */
type NamedAlarm = Pick<Alarm, 'id' | 'system'>;

/** One hour after `now` (epoch ms). */
export const hourFrom = (now: number): Date => new Date(now + HOUR_MS);

/** The next 07:00 by the clock of this device, after `now` (epoch ms). */
export function morningAfter(now: number): Date {
  const morning = new Date(now);
  morning.setHours(MORNING_HOUR, 0, 0, 0);
  if (morning.getTime() <= now) morning.setDate(morning.getDate() + 1);
  return morning;
}

/** Acknowledges alarms through the outbox, so that a dead network loses none. */
export const acknowledge = (alarms: readonly NamedAlarm[]): Promise<void> =>
  enqueue(
    alarms.map((alarm) => ({ kind: 'acknowledge', alarmId: alarm.id })),
    acknowledgedMessage(alarms),
  );

function acknowledgedMessage(alarms: readonly NamedAlarm[]): string {
  const [first] = alarms;
  if (alarms.length !== 1 || first === undefined)
    return isOffline()
      ? m.alarms_acknowledge_later_count({ count: alarms.length })
      : m.alarms_acknowledged_count({ count: alarms.length });
  const system = first.system.name;
  return isOffline() ? m.alarms_acknowledge_later({ system }) : m.alarms_acknowledged({ system });
}

/** Snoozes one alarm until a moment, through the outbox. */
export async function snooze(alarm: Alarm, until: Date): Promise<void> {
  const iso = until.toISOString();
  const inputs = { system: alarm.system.name, time: formatMoment(iso, Date.now(), reader()) };
  const message = isOffline() ? m.alarms_snooze_later(inputs) : m.alarms_snoozed(inputs);
  await enqueue([{ kind: 'snooze', alarmId: alarm.id, body: { until: iso } }], message);
}

type NewAction = Parameters<ReturnType<typeof outbox>['add']>[0];

async function enqueue(newActions: readonly NewAction[], message: string): Promise<void> {
  if (newActions.length === 0) return;
  navigator.vibrate?.(HAPTIC_MS);
  try {
    const actions: QueuedAction[] = [];
    for (const one of newActions) actions.push(await outbox().add(one));
    flash('positive', message, { timeout: UNDO_MS, action: { word: m.actions_undo(), run: () => void undo(actions) } });
  } catch {
    flash('negative', m.alarms_not_stored());
  }
}

/** Undoes actions: removes the waiting ones from the outbox and releases the alarms of those already sent. */
export async function undo(actions: readonly QueuedAction[]): Promise<void> {
  let waits = false;
  for (const { id, kind, alarmId } of actions) {
    if (await outbox().undo(id)) continue;
    if (kind !== 'acknowledge' && kind !== 'snooze') continue;
    // Releases this one action: undoing a snooze leaves the alarm with its owner.
    const of = kind === 'snooze' ? 'snooze' : 'acknowledgement';
    await outbox().add({ kind: 'release', alarmId, body: { of } });
    waits = isOffline();
  }
  flash('info', waits ? m.alarms_undo_later() : m.alarms_undone());
}

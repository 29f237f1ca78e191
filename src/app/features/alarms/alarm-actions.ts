// The actions of people on alarms, through the outbox; with six seconds to undo where nobody was notified.
import { flash } from '#app/device/flash.ts';
import { reader } from '#app/device/reader.ts';
import { dayAfter, dayOf, instantOf } from '#app/device/zone-days.ts';
import type { ActionKind, NewAction } from '#app/offline/outbox.ts';
import { type QueuedAction, addActions, outbox } from '#app/offline/outbox-store.ts';
import { isOffline } from '#app/realtime/freshness.ts';
import { formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';
import type { Alarm } from './alarm-format.ts';
import { subjectOf, type NamedAlarm } from './alarm-subject.ts';

const UNDO_MS = 6000;
/** An answer that takes longer is not waited for without a word, ms. */
export const ANSWER_MS = 1000;
const HOUR_MS = 3600_000;
const MORNING_HOUR = 7;
const HAPTIC_MS = 10;

/** One hour after `now` (epoch ms). */
export const hourFrom = (now: number): Date => new Date(now + HOUR_MS);

/** The next 07:00 by the reader's clock, after `now` (epoch ms). */
export function morningAfter(now: number): Date {
  const { timeZone } = reader();
  const today = dayOf(now, timeZone);
  const morning = instantOf(today, MORNING_HOUR, timeZone);
  return new Date(morning > now ? morning : instantOf(dayAfter(today, 1), MORNING_HOUR, timeZone));
}

/** An action on an alarm for the outbox, under the name of its subject. */
export const actionOn = (alarm: NamedAlarm, kind: ActionKind, body: Record<string, unknown> = {}): NewAction => ({
  kind,
  alarmId: alarm.id,
  subject: subjectOf(alarm),
  body,
});

/** The sentences about an action: before the server has answered, and after. */
interface Texts {
  later: string;
  done: string;
}

/** Acknowledges alarms through the outbox, so that a dead network loses none. */
export const acknowledge = (alarms: readonly NamedAlarm[]): Promise<void> =>
  enqueue(
    alarms.map((alarm) => actionOn(alarm, 'acknowledge')),
    acknowledgeTexts(alarms),
  );

function acknowledgeTexts(alarms: readonly NamedAlarm[]): Texts {
  const [first] = alarms;
  const count = alarms.length;
  if (count !== 1 || first === undefined)
    return { later: m.alarms_acknowledge_later_count({ count }), done: m.alarms_acknowledged_count({ count }) };
  const system = subjectOf(first);
  return { later: m.alarms_acknowledge_later({ system }), done: m.alarms_acknowledged({ system }) };
}

/** Snoozes the alarms of one system until a moment, through the outbox. */
export async function snooze(alarms: readonly Alarm[], until: Date): Promise<void> {
  const [first] = alarms;
  if (first === undefined) return;
  const iso = until.toISOString();
  const inputs = { system: subjectOf(first), time: formatMoment(iso, Date.now(), reader()) };
  const texts = { later: m.alarms_snooze_later(inputs), done: m.alarms_snoozed(inputs) };
  await enqueue(
    alarms.map((alarm) => actionOn(alarm, 'snooze', { until: iso })),
    texts,
  );
}

/** Keeps an own alarm: its acknowledgement lapses later. */
export const keepAlarm = (alarm: Alarm): Promise<void> => {
  const system = subjectOf(alarm);
  return enqueue(
    [actionOn(alarm, 'acknowledge')],
    { later: m.alarms_keep_later({ system }), done: m.alarms_kept({ system }) },
    { undoable: false },
  );
};

/** Acknowledges an alarm in place of the person who has it. */
export const takeOver = (alarm: Alarm): Promise<void> => {
  const system = subjectOf(alarm);
  return enqueue(
    [actionOn(alarm, 'takeOver', { from: alarm.acknowledgedBy?.id })],
    { later: m.alarms_take_over_later({ system }), done: m.alarms_taken_over({ system }) },
    { undoable: false },
  );
};

/** Ends the acknowledgement of whoever has an alarm; everyone on shift is notified. */
export const giveBack = (alarm: Alarm): Promise<void> => {
  const system = subjectOf(alarm);
  return enqueue(
    [actionOn(alarm, 'release', { of: 'acknowledgement', from: alarm.acknowledgedBy?.id, notify: true })],
    { later: m.alarms_give_back_later({ system }), done: m.alarms_given_back({ system }) },
    { undoable: false },
  );
};

/** Ends a snooze; the person who has the alarm is notified, else everyone on shift. */
export const endSnooze = (alarm: Alarm): Promise<void> => {
  const system = subjectOf(alarm);
  return enqueue(
    [actionOn(alarm, 'release', { of: 'snooze', notify: true })],
    { later: m.alarms_end_snooze_later({ system }), done: m.alarms_snooze_ended({ system }) },
    { undoable: false },
  );
};

type Added = Awaited<ReturnType<typeof addActions>>;

async function enqueue(newActions: readonly NewAction[], texts: Texts, { undoable = true } = {}): Promise<void> {
  if (newActions.length === 0) return;
  navigator.vibrate?.(HAPTIC_MS);
  try {
    const added = await addActions(newActions);
    const action = { word: m.actions_undo(), run: () => void undo(added.actions) };
    await report(added, texts, { timeout: UNDO_MS, ...(undoable && { action }) });
  } catch {
    flash('negative', m.alarms_not_stored());
  }
}

/** Says that actions wait, and once the server has answered that they are done. Nothing is said to be done before. */
export async function report(
  { actions, answered }: Added,
  { later, done }: Texts,
  options: Parameters<typeof flash>[2] = { timeout: UNDO_MS },
): Promise<void> {
  void answered.then((isDone) => isDone && flash('positive', done, options));
  const soon = isOffline() ? 0 : ANSWER_MS;
  await new Promise((resolve) => setTimeout(resolve, soon));
  const waiting = new Set(
    outbox()
      .waiting()
      .map(({ id }) => id),
  );
  if (actions.some(({ id }) => waiting.has(id))) flash('info', later, options);
}

// Releases this one action: undoing a snooze leaves the alarm with its owner.
const releaseOf = ({ kind, alarmId, subject }: QueuedAction): NewAction => ({
  kind: 'release',
  alarmId,
  ...(subject !== undefined && { subject }),
  body: { of: kind === 'snooze' ? 'snooze' : 'acknowledgement' },
});

/**
 * Undoes actions: removes the waiting ones from the outbox and releases the alarms of those already sent, which is said
 * to be done once the server has answered. Of the kinds that cannot be released, one that is being sent stays.
 */
export async function undo(actions: readonly QueuedAction[]): Promise<void> {
  try {
    const sent: QueuedAction[] = [];
    for (const action of actions) if (!(await outbox().undo(action.id))) sent.push(action);
    const done = m.alarms_undone();
    if (sent.length === 0) return flash('info', done);
    const releases = sent.filter(({ kind }) => kind === 'acknowledge' || kind === 'snooze').map(releaseOf);
    if (releases.length > 0) await report(await addActions(releases), { later: m.alarms_undo_later(), done });
  } catch {
    flash('negative', m.alarms_not_stored());
  }
}

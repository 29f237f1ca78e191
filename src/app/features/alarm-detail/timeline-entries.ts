// The timeline of one alarm: every delivery, the acts of people, whom it did not ring and why, and what comes next.
import { reader } from '#app/device/reader.ts';
import { type Alarm, nameFor, reasonOf } from '#app/features/alarms/alarm-format.ts';
import type { IconName } from '#app/ui/primitives/icon.tsx';
import type { TimelineEntry, TimelineLook } from '#app/ui/status/timeline.tsx';
import { dayOf } from '#app/device/zone-days.ts';
import { formatAge, formatMoment, formatSeconds } from '#text/format.ts';
import * as m from '#text/messages.js';
import { deliveryEntries } from './delivery-entries.ts';
import { type AlarmHistory, type Happened, type TimelineInput, personIn } from './timeline-types.ts';

type Act = AlarmHistory['acts'][number];
type Ahead = AlarmHistory['ahead'][number];

/** The entries of the past and those ahead, each in the order of time. */
export function timelineOf(input: TimelineInput): { past: TimelineEntry[]; ahead: TimelineEntry[] } {
  const { alarm, history, now } = input;
  const past = [
    raised(alarm, now),
    ...deliveryEntries(input),
    ...history.notRung.map((one, index) => notRung(input, one, index)),
    ...history.acts.map((act) => actEntry(act, input)),
    ...endedByItself(alarm),
  ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return {
    past: past.map((one) => written(one, alarm, now)),
    ahead: history.ahead.map((one) => aheadEntry(one, input)),
  };
}

/** Today a time to the second; of other days the moment. */
function timeOf(at: string, now: number): string {
  const { timeZone } = reader();
  return dayOf(at, timeZone) === dayOf(now, timeZone) ? formatSeconds(at, reader()) : formatMoment(at, now, reader());
}

function written({ at, end, ...entry }: Happened, { createdAt }: Alarm, now: number): TimelineEntry {
  const passed = Date.parse(at) - Date.parse(createdAt);
  return {
    ...entry,
    iso: at,
    time: timeOf(at, now),
    end: end ?? (passed >= 1000 ? formatAge(passed, reader()) : undefined),
  };
}

const raised = (alarm: Alarm, now: number): Happened => ({
  id: 'raised',
  at: alarm.createdAt,
  icon: 'bell',
  look: 'raised',
  text: m.alarms_timeline_raised({ what: reasonOf(alarm, now, true) }),
});

function endedByItself({ resolvedAt, resolvedBy }: Alarm): Happened[] {
  if (resolvedAt === null || resolvedBy !== null) return [];
  const text = m.alarms_timeline_ended();
  return [{ id: 'ended', at: resolvedAt, icon: 'check', look: 'key', text }];
}

function notRung(
  { alarm, deliveries, mine }: TimelineInput,
  { user, reason }: AlarmHistory['notRung'][number],
  index: number,
): Happened {
  const name = nameFor(user, mine);
  const at = alarm.createdAt;
  const id = `not-rung-${index}`;
  if (reason === 'dayShift')
    return { id, at, icon: 'moon', look: 'plain', text: m.alarms_timeline_day_shift({ name }) };
  if (reason === 'readOnly') return { id, at, icon: 'eye', look: 'plain', text: m.alarms_timeline_read_only({ name }) };
  const isMailed = deliveries.some(
    (one) => one.stage === 'new' && one.channel === 'mail' && user !== null && one.user?.id === user.id,
  );
  const text = m.alarms_timeline_no_device({ name });
  return { id, at, icon: 'warn', look: 'trouble', text, ...(isMailed && { end: m.alarms_timeline_emailed() }) };
}

const actLooks = new Map<Act['act'], readonly [IconName, TimelineLook]>([
  ['read', ['eye', 'plain']],
  ['acknowledged', ['check', 'key']],
  ['tookOver', ['user', 'key']],
  ['handedOver', ['hand', 'key']],
  ['kept', ['refresh', 'plain']],
  ['released', ['left', 'plain']],
  ['lapsed', ['bell', 'trouble']],
  ['snoozed', ['moon', 'plain']],
  ['noted', ['file', 'plain']],
  ['resolved', ['checks', 'key']],
]);

function actEntry(act: Act, { mine, now }: TimelineInput): Happened {
  const [icon, look] = actLooks.get(act.act) ?? ['file', 'plain'];
  return { id: act.id, at: act.at, icon, look, text: actText(act, mine, now), quote: act.note ?? undefined };
}

function actText({ act, by, to, until }: Act, mine: string | null, now: number): string {
  const name = personIn(by, mine);
  switch (act) {
    case 'read':
      return m.alarms_timeline_read({ name });
    case 'acknowledged':
      return m.alarms_timeline_acknowledged({ name });
    case 'tookOver':
      return m.alarms_timeline_took_over({ name });
    case 'handedOver':
      return m.alarms_timeline_handed_over({ name, to: personIn(to, mine) });
    case 'kept':
      return m.alarms_timeline_kept({ name });
    case 'released':
      return m.alarms_timeline_released({ name });
    case 'lapsed':
      return m.alarms_timeline_lapsed();
    case 'snoozed':
      return until === null
        ? m.alarms_timeline_snoozed({ name })
        : m.alarms_timeline_snoozed_until({ name, time: formatMoment(until, now, reader()) });
    case 'noted':
      return m.alarms_timeline_noted({ name });
    case 'resolved':
      return m.alarms_timeline_resolved({ name });
  }
}

const aheadIcons = new Map<Ahead['event'], IconName>([
  ['reminder', 'bell'],
  ['escalation', 'upgrade'],
  ['repeat', 'refresh'],
  ['snoozeEnds', 'moon'],
  ['asked', 'help'],
  ['lapse', 'bell'],
]);

function aheadEntry({ at, event }: Ahead, { alarm, mine, now }: TimelineInput): TimelineEntry {
  const text = aheadText(event, alarm, mine);
  return {
    id: event,
    iso: at,
    time: formatMoment(at, now, reader()),
    icon: aheadIcons.get(event) ?? 'bell',
    look: 'plain',
    text,
  };
}

function aheadText(event: Ahead['event'], { acknowledgedBy }: Alarm, mine: string | null): string {
  const name = nameFor(acknowledgedBy, mine);
  switch (event) {
    case 'reminder':
      return m.alarms_timeline_reminder_ahead();
    case 'escalation':
      return m.alarms_timeline_escalation_ahead();
    case 'repeat':
      return m.alarms_timeline_repeat_ahead();
    case 'snoozeEnds':
      return acknowledgedBy === null
        ? m.alarms_timeline_snooze_ends()
        : m.alarms_timeline_snooze_ends_for({ name: personIn(acknowledgedBy, mine) });
    case 'asked':
      return acknowledgedBy?.id === mine ? m.alarms_timeline_asked_you() : m.alarms_timeline_asked({ name });
    case 'lapse':
      return m.alarms_timeline_lapse_ahead();
  }
}

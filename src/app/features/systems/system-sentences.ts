// The sentences on the page of a system: the latest event, and what happens next.
import { reader } from '#app/device/reader.ts';
import type { MessagePart } from '#app/ui/primitives/rich-text.tsx';
import { type Tense, tenseOf } from '#app/realtime/tense.ts';
import { daysBetween, formatDay, formatMoment, formatShortMoment, formatTime, withoutStop } from '#text/format.ts';
import * as m from '#text/messages.js';
import { type SystemSummary, stateOf } from './system-format.ts';

/** A sentence in parts; the moments are bold. */
type Sentence = readonly MessagePart[];

const plain = (value: string): Sentence => [{ type: 'text', value }];

/** "today at 18:00", "Thu at 18:00", "on 12 Nov". */
function when(iso: string | null, now: number): string {
  if (iso === null) return m.systems_when({ day: 'unknown', date: '', time: '', weekday: '' });
  const apart = Math.abs(daysBetween(iso, now, reader()));
  return m.systems_when({
    day: apart === 0 ? 'today' : apart < 7 ? 'week' : 'other',
    date: formatMoment(iso, now, reader()),
    time: formatTime(iso, reader()),
    weekday: formatShortMoment(iso, now, reader()),
  });
}

/** "Thu 19 Nov, 18:00". */
export const dayAndTime = (iso: string): string =>
  m.systems_day_time({ day: formatDay(iso, reader()), time: formatTime(iso, reader()) });

/** One or two sentences. `past`: only cached, so nothing is stated as present. `now` in epoch ms. */
export function sentencesOf(system: SystemSummary, now: number, past = false): readonly Sentence[] {
  const { lastBackup, failedAt, failedReason, dueAt, alarmAt, runningSince, createdAt } = system;
  const tense = tenseOf(past);
  const time = (iso: string | null): string => (iso === null ? when(null, now) : dayAndTime(iso));
  const last =
    lastBackup === null ? plain(m.systems_say_never({ tense })) : m.systems_say_last.parts({ time: time(lastBackup) });
  switch (stateOf(system, now)) {
    case 'failed': {
      const failed = failedReason
        ? m.systems_say_failed_reason.parts({ time: time(failedAt), reason: withoutStop(failedReason) })
        : m.systems_say_failed.parts({ time: time(failedAt) });
      return [failed, lastGood(lastBackup, tense)];
    }
    case 'notBackedup':
      return [
        plain(m.systems_say_never({ tense })),
        m.systems_say_first_missed.parts({ when: when(dueAt, now), time: time(createdAt) }),
      ];
    case 'overdue':
      return [
        m.systems_say_nothing_since.parts({ time: time(lastBackup), tense }),
        plain(m.systems_say_was_due({ when: when(dueAt, now) })),
      ];
    case 'late':
      return [last, plain(m.systems_say_late({ when: when(dueAt, now), alarm: when(alarmAt, now), tense }))];
    case 'running':
      return [m.systems_say_running.parts({ time: time(runningSince), tense }), last];
    case 'waiting':
      return [
        plain(m.systems_say_none_yet({ tense })),
        plain(m.systems_say_first_due({ when: when(dueAt, now), tense })),
      ];
    case 'unscheduled':
      return [plain(m.systems_say_unscheduled()), last];
    case 'unwatched':
    case 'paused':
      return [plain(pause(system, now, tense)), last];
    case 'ok':
      return dueAt === null ? [last] : [last, plain(m.systems_say_next_due({ when: when(dueAt, now), tense }))];
  }
}

const lastGood = (lastBackup: string | null, tense: Tense): Sentence =>
  lastBackup === null
    ? plain(m.systems_say_no_good({ tense }))
    : m.systems_say_last_good.parts({ time: dayAndTime(lastBackup) });

function pause({ active, reenableTime }: SystemSummary, now: number, tense: Tense): string {
  // Resuming the system would not help: its organization is paused.
  if (active) return m.systems_say_paused_organization({ tense });
  return reenableTime === null
    ? m.systems_say_paused({ tense })
    : m.systems_say_paused_until({ when: when(reenableTime, now), tense });
}

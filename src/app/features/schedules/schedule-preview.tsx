// The preview of a schedule: its sentence, the number of its systems, and the next three due times with their alarms.
import { Card } from '#app/ui/layout/rows.tsx';
import { DuePicture } from '#app/ui/status/due-picture.tsx';
import { timeZoneText } from '#app/ui/form/time-zone-row.tsx';
import { useNow } from '#app/device/now.ts';
import { reader } from '#app/device/reader.ts';
import { daysBetween, formatDate, formatDay, formatMoment, formatNumber, formatTime } from '#text/format.ts';
import * as m from '#text/messages.js';
import { type DueTime, nextThree, waitingShare } from './due-times.ts';
import { ScheduleEffect } from './schedule-effect.tsx';
import { type Rule, delayText, ruleSentence } from './schedule-text.ts';

const TICK_MS = 30_000;
/** Further away a weekday says less than the year. */
const NEAR_DAYS = 180;

interface PreviewProps {
  rule: Rule;
  /** The number of its systems; left out for a new schedule. */
  systems?: number | undefined;
  /** The schedule whose rule was changed; left out where nothing is to be saved. */
  changed?: string | undefined;
}

/** The sentence, the effect of a change, and the picture. */
export function SchedulePreview({ rule, systems, changed }: PreviewProps) {
  const now = useNow(TICK_MS);
  const from = new Date(now).toISOString();
  const { timeZone } = reader();
  const times = nextThree(rule, from, timeZone);
  const delay = delayText(rule.alarmAfter);
  return (
    <section>
      <div className="px-4 pt-3 pb-1">
        <p className="text-[min(1.25rem,8vw)]/[1.25] font-[650] tracking-[-0.018em]" role="status">
          {ruleSentence(rule)}
        </p>
        {systems !== undefined && (
          <p className="text-text2">
            {systems === 0
              ? m.retentions_unused()
              : m.schedules_used_by({ count: systems, number: formatNumber(systems, reader()) })}
          </p>
        )}
      </div>
      {changed !== undefined && <ScheduleEffect id={changed} rule={rule} />}
      {times.length > 0 && (
        <Card title={m.schedules_next_three()}>
          <DuePicture
            share={waitingShare(times, from)}
            label={rule.alarmAfter === 0 ? m.schedules_picture_at_once() : m.schedules_picture({ delay })}
          >
            {times.map((time) => (
              <DueLabel key={time.dueAt} time={time} now={now} />
            ))}
          </DuePicture>
          <p className="mt-2.5 border-t border-line pt-2.5 text-secondary text-text3">
            {m.schedules_times_in({ zone: timeZoneText(timeZone) })}
          </p>
        </Card>
      )}
    </section>
  );
}

function DueLabel({ time: { dueAt, alarmAt }, now }: { time: DueTime; now: number }) {
  const near = Math.abs(daysBetween(dueAt, now, reader())) < NEAR_DAYS;
  return (
    <>
      <b className="block font-[650]">{near ? formatDay(dueAt, reader()) : formatDate(dueAt, now, reader())}</b>
      <span className="block text-text2 tabular-nums">{m.schedules_due_at({ time: formatTime(dueAt, reader()) })}</span>
      <span className="block text-misstext tabular-nums">
        {m.schedules_alarm_at({ time: formatMoment(alarmAt, Date.parse(dueAt), reader()) })}
      </span>
    </>
  );
}

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
import { useRuleZone } from './use-rule-zone.ts';

const TICK_MS = 30_000;
/** Further away a weekday says less than the year. */
const NEAR_DAYS = 180;

interface PreviewProps {
  rule: Rule;
  /** The id of the schedule; undefined for a new one. */
  id?: string | undefined;
  /** The organization that owns it; null: all share it. */
  owner: string | null;
  /** The number of its systems; left out for a new schedule. */
  systems?: number | undefined;
  /** The schedule whose rule was changed; left out where nothing is to be saved. */
  changed?: string | undefined;
}

/** The sentence, the effect of a change, and the picture. */
export function SchedulePreview({ rule, id, owner, systems, changed }: PreviewProps) {
  const now = useNow(TICK_MS);
  const from = new Date(now).toISOString();
  const timeZone = useRuleZone(id, owner);
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
              <DueLabel key={time.dueAt} time={time} now={now} timeZone={timeZone} />
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

interface DueLabelProps {
  time: DueTime;
  now: number;
  timeZone: string;
}

function DueLabel({ time: { dueAt, alarmAt }, now, timeZone }: DueLabelProps) {
  const there = { ...reader(), timeZone };
  const here = formatMoment(dueAt, now, reader());
  const near = Math.abs(daysBetween(dueAt, now, there)) < NEAR_DAYS;
  return (
    <>
      <b className="block font-[650]">{near ? formatDay(dueAt, there) : formatDate(dueAt, now, there)}</b>
      <span className="block text-text2 tabular-nums">{m.schedules_due_at({ time: formatTime(dueAt, there) })}</span>
      <span className="block text-misstext tabular-nums">
        {m.schedules_alarm_at({ time: formatMoment(alarmAt, Date.parse(dueAt), there) })}
      </span>
      {here !== formatMoment(dueAt, now, there) && (
        <span className="block text-text3 tabular-nums">{m.schedules_for_you({ time: here })}</span>
      )}
    </>
  );
}

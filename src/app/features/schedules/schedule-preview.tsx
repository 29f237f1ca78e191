// The preview of a schedule: its sentence, the number of its systems, and the next three due times with their alarms.
import { useState } from 'react';
import { Card } from '#app/ui/layout/rows.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { DuePicture } from '#app/ui/status/due-picture.tsx';
import { timeZoneText } from '#app/ui/form/time-zone-row.tsx';
import { SystemChoices } from '#app/features/systems/system-choices.tsx';
import { useCanIn } from '#app/auth/can-in.ts';
import { useNow } from '#app/device/now.ts';
import { reader } from '#app/device/reader.ts';
import { daysBetween, formatDate, formatDay, formatMoment, formatNumber, formatTime } from '#text/format.ts';
import * as m from '#text/messages.js';
import { type DueTime, nextThree, startOf, waitingShare } from './due-times.ts';
import { ScheduleEffect } from './schedule-effect.tsx';
import { type Rule, delayText, ruleSentence } from './schedule-text.ts';
import { type Follower, useFirstFollower, useRuleZone } from './use-rule-zone.ts';

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
  const first = useFirstFollower(id);
  const [chosen, setChosen] = useState<Follower>();
  const follower = chosen ?? first;
  const timeZone = useRuleZone(follower, owner ?? undefined);
  const from = startOf(rule, follower?.lastBackup ?? null, new Date(now).toISOString(), timeZone);
  const times = nextThree(rule, from, timeZone);
  // A user of some organizations does not see the systems of others that use it.
  const isAllSeen = useCanIn('system.read', owner);
  const delay = delayText(rule.alarmAfter);
  return (
    <section>
      <div className="px-4 pt-3 pb-1">
        <p className="text-[min(1.25rem,8vw)]/[1.25] font-[650] tracking-[-0.018em]" role="status">
          {ruleSentence(rule)}
        </p>
        {systems !== undefined && (systems > 0 || isAllSeen) && (
          <p className="text-text2">
            {systems === 0
              ? m.retentions_unused()
              : m.schedules_used_by({ count: systems, number: formatNumber(systems, reader()) })}
          </p>
        )}
      </div>
      {changed !== undefined && <ScheduleEffect id={changed} rule={rule} />}
      {times.length > 0 && (
        <Card
          title={
            follower === undefined || id === undefined ? (
              m.schedules_next_three()
            ) : (
              <FollowerChoice id={id} follower={follower} onChoose={setChosen} />
            )
          }
        >
          <DuePicture
            share={waitingShare(times, from)}
            label={rule.alarmAfter === 0 ? m.schedules_picture_at_once() : m.schedules_picture({ delay })}
          >
            {times.map((time) => (
              <DueLabel key={time.dueAt} time={time} now={now} timeZone={timeZone} />
            ))}
          </DuePicture>
          <p className="mt-2.5 border-t border-line pt-2.5 text-secondary text-text3">
            {follower !== undefined && from === follower.lastBackup
              ? m.schedules_times_after({
                  time: formatMoment(from, now, { ...reader(), timeZone }),
                  zone: timeZoneText(timeZone),
                  organization: follower.organizationName,
                })
              : m.schedules_times_in({ zone: timeZoneText(timeZone) })}
          </p>
        </Card>
      )}
    </section>
  );
}

interface FollowerProps {
  /** The id of the schedule. */
  id: string;
  follower: Follower;
  onChoose: (follower: Follower) => void;
}

/** The title of the picture: a press chooses another system of the schedule. */
function FollowerChoice({ id, follower, onChoose }: FollowerProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <button
        type="button"
        className="-my-3 flex min-h-11 w-full items-center justify-between gap-2 text-start wrap-anywhere"
        onClick={(e) => setAnchor(e.currentTarget)}
      >
        <span className="line-clamp-2">{m.schedules_next_for({ system: follower.name })}</span>
        <Icon name="down" size={20} />
      </button>
      <Sheet open={anchor !== null} onClose={() => setAnchor(null)} anchor={anchor} title={m.schedules_next_whose()}>
        <SystemChoices
          label={m.schedules_next_whose()}
          where={{ schedule: id }}
          value={follower.id}
          onChoose={onChoose}
        />
      </Sheet>
    </>
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

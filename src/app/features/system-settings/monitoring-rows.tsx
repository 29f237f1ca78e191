// Watched or paused: a check box, and the end of the pause.
import { useState } from 'react';
import { Button } from '#app/ui/primitives/button.tsx';
import { MomentField } from '#app/features/shell/moment-field.tsx';
import { CheckRow, FieldRows } from '#app/ui/form/field-rows.tsx';
import type { OwnField } from '#app/ui/form/form-fields.tsx';
import { SheetRow } from '#app/ui/form/picker.tsx';
import { useCloseThen } from '#app/ui/sheet/sheet-context.ts';
import { SheetActions } from '#app/ui/sheet/sheet-parts.tsx';
import { reader } from '#app/device/reader.ts';
import { instantOfWallTime, wallTimeOf } from '#app/device/wall-time.ts';
import { hourFrom, morningAfter } from '#app/features/alarms/alarm-actions.ts';
import { formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';
import type { Monitoring } from './system-form.ts';

/** A pause ends a watch, and resuming it ends the pause: one value for both rows. */
export function MonitoringRows({ value, onChange, ...shared }: OwnField<Monitoring>) {
  const { active, reenableTime } = value;
  const pause = (until: Date | null) => onChange({ active: false, reenableTime: until?.toISOString() ?? null });
  const untilText =
    reenableTime === null ? m.systemform_until_resumed() : formatMoment(reenableTime, Date.now(), reader());
  return (
    <FieldRows label={shared.label}>
      <CheckRow
        {...shared}
        hint={shared.hint ?? m.systemform_watched_hint()}
        checked={active}
        onChange={(on) => onChange({ active: on, reenableTime: null })}
      />
      <SheetRow label={m.systemform_pause_until()} shown={active ? m.systemform_not_paused() : untilText}>
        <PauseChoices value={value} onPause={pause} onResume={() => onChange({ active: true, reenableTime: null })} />
      </SheetRow>
    </FieldRows>
  );
}

interface PauseChoicesProps {
  value: Monitoring;
  /** Null: until somebody resumes it. */
  onPause: (until: Date | null) => void;
  onResume: () => void;
}

/** The ends of a pause, inside a sheet. */
export function PauseChoices({ value: { active, reenableTime }, onPause, onResume }: PauseChoicesProps) {
  const now = Date.now();
  const at = (date: Date) => formatMoment(date.toISOString(), now, reader());
  const [hour, morning] = [hourFrom(now), morningAfter(now)];
  return (
    <>
      <SheetActions
        actions={[
          ...(active ? [] : [{ icon: 'check' as const, label: m.systemform_not_paused(), onSelect: onResume }]),
          { icon: 'minus', label: m.systemform_until_resumed(), onSelect: () => onPause(null) },
          { icon: 'clock', label: m.systems_pause_hour(), note: at(hour), onSelect: () => onPause(hour) },
          { icon: 'sunrise', label: m.systems_pause_morning(), note: at(morning), onSelect: () => onPause(morning) },
        ]}
      />
      <PauseMoment first={reenableTime === null ? morning : new Date(reenableTime)} onPause={onPause} />
    </>
  );
}

function PauseMoment({ first, onPause }: { first: Date; onPause: (until: Date) => void }) {
  const closeThen = useCloseThen();
  const { timeZone } = reader();
  const [text, setText] = useState(() => wallTimeOf(first.getTime(), timeZone));
  const [tried, setTried] = useState(false);
  const at = instantOfWallTime(text, timeZone);
  const isLater = at !== null && at > Date.now();
  const pause = () => {
    setTried(true);
    if (at !== null && isLater) closeThen(() => onPause(new Date(at)));
  };
  return (
    <div className="pt-4 [--field-inset:0px]">
      <MomentField
        label={m.systemform_pause_moment()}
        timeZone={timeZone}
        error={tried && !isLater ? m.systemform_pause_past() : undefined}
        value={text}
        onChange={setText}
        onEnter={pause}
      />
      <Button kind="lamp" wide onPress={pause}>
        {m.systemform_pause()}
      </Button>
    </div>
  );
}

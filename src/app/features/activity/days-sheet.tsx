// The days that the activity is narrowed to: their text, and the sheet that chooses them.
import { useState } from 'react';
import { TextField } from '#app/ui/form/field.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { useCloseThen } from '#app/ui/sheet/sheet-context.ts';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { reader } from '#app/device/reader.ts';
import { dayOf, instantOf } from '#app/device/zone-days.ts';
import { formatDate } from '#text/format.ts';
import * as m from '#text/messages.js';
import type { ActivitySearch } from './activity-search.ts';

export type Days = Pick<ActivitySearch, 'from' | 'to'>;

/** "20 Nov", "18 Nov – 20 Nov", or with an open end "18 Nov –". `now` in epoch ms. */
export function daysText({ from, to }: Days, now: number): string {
  const text = (day: string | undefined) =>
    day === undefined ? '' : formatDate(new Date(instantOf(day, 12, reader().timeZone)).toISOString(), now, reader());
  return from === to ? text(from) : `${text(from)} – ${text(to)}`.trim();
}

interface DaysSheetProps {
  /** The element that opened it; null while it is closed. */
  anchor: HTMLElement | null;
  onClose: () => void;
  onChoose: (days: Days) => void;
}

/** One day is the same day twice; a side that is left empty is open. */
export function DaysSheet({ anchor, onClose, onChoose }: DaysSheetProps) {
  return (
    <Sheet open={anchor !== null} onClose={onClose} anchor={anchor} title={m.activity_days()}>
      {anchor && <Fields onChoose={onChoose} />}
    </Sheet>
  );
}

function Fields({ onChoose }: Pick<DaysSheetProps, 'onChoose'>) {
  const closeThen = useCloseThen();
  const today = dayOf(Date.now(), reader().timeZone);
  const [from, setFrom] = useState(today);
  const [to, setTo] = useState(today);
  const show = () => closeThen(() => onChoose({ ...(from && { from }), ...(to && { to }) }));
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        show();
      }}
    >
      <TextField label={m.activity_from()} type="date" max={to || today} value={from} onChange={setFrom} />
      <TextField label={m.activity_to()} type="date" min={from} max={today} value={to} onChange={setTo} />
      <Button kind="lamp" wide size="large" type="submit">
        {m.activity_show()}
      </Button>
    </form>
  );
}

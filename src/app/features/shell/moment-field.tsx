// A date and time in the reader's zone.
import * as m from '#text/messages.js';
import { TextField } from '#app/ui/form/field.tsx';
import { timeZoneText } from '#app/ui/form/time-zone-row.tsx';

interface MomentFieldProps {
  label: string;
  /** The zone, where it is left out. */
  hint?: string | undefined;
  timeZone: string;
  error: string | undefined;
  /** As `wallTimeOf` writes it. */
  value: string;
  onChange: (value: string) => void;
  onEnter: () => void;
}

/** No form: it may stand inside the one of a page. */
export function MomentField({ hint, timeZone, onEnter, ...field }: MomentFieldProps) {
  return (
    <TextField
      {...field}
      type="datetime-local"
      hint={hint ?? m.systemform_pause_zone({ zone: timeZoneText(timeZone) })}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        onEnter();
      }}
    />
  );
}

// A client on a Raspberry Pi: a check box, and below it the MAC address, whose colons are typed by the field.
import { useState } from 'react';
import { TextField } from '#app/ui/form/field.tsx';
import { CheckRow } from '#app/ui/form/field-rows.tsx';
import type { OwnField } from '#app/ui/form/form-fields.tsx';
import * as m from '#text/messages.js';
import type { PiClient } from './system-form.ts';

const DIGITS = 12;

/** The text as a MAC address as far as it goes: "dca632" is "dc:a6:32". */
export const macText = (text: string): string =>
  (
    text
      .toLowerCase()
      .replaceAll(/[^0-9a-f]/g, '')
      .slice(0, DIGITS)
      .match(/..?/g) ?? []
  ).join(':');

const isComplete = (mac: string): boolean => mac.replaceAll(':', '').length === DIGITS;

/** Inside `FieldRows`. */
export function PiRows({ value, onChange, error, ...shared }: OwnField<PiClient>) {
  const [left, setLeft] = useState(false);
  const { has, mac } = value;
  const wrong = error ?? (left && mac !== '' && !isComplete(mac) ? m.systemform_mac_invalid() : undefined);
  return (
    <div>
      <CheckRow {...shared} checked={has} onChange={(on) => onChange({ ...value, has: on })} />
      {has && (
        <div className="pt-2">
          <TextField
            label={m.client_mac()}
            hint={m.systemform_mac_hint()}
            error={wrong}
            inputMode="text"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={mac}
            onChange={(text) => onChange({ ...value, mac: macText(text) })}
            onFocus={() => setLeft(false)}
            onBlur={() => setLeft(true)}
          />
        </div>
      )}
    </div>
  );
}

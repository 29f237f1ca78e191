// A time zone, chosen from those that the browser knows, each with its current time so that a wrong one is seen.
import { useCallback } from 'react';
import type { FieldShared } from './field.tsx';
import * as m from '#text/messages.js';
import { PickerRow, type PickerOption } from './picker.tsx';

const knownZones = (): string[] =>
  typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : [];

/** "America/New_York" as people read it; empty for the zone of the device. */
export const timeZoneText = (zone: string): string =>
  zone === '' ? m.forms_time_zone_device() : zone.replaceAll('_', ' ');

function clockIn(zone: string, now: number): string | undefined {
  try {
    return new Intl.DateTimeFormat(undefined, { timeStyle: 'short', ...(zone !== '' && { timeZone: zone }) }).format(
      now,
    );
  } catch {
    return undefined;
  }
}

/**
 * The zone of the device, every one that the browser knows, UTC, and the one in use, with the time there. `now` in ms;
 * `isNamed`: without that of the device.
 */
export const timeZoneOptions = (current: string, now: number, isNamed = false): PickerOption[] =>
  [...new Set([...(isNamed ? [] : ['']), ...knownZones(), 'UTC', current])]
    .toSorted()
    .map((zone) => ({ value: zone, label: timeZoneText(zone), note: clockIn(zone, now) ?? '' }));

type TimeZoneProps = FieldShared & {
  value: string;
  onChange: (zone: string) => void;
  /** The zone of the device is no choice: a zone has to be named. */
  isNamed?: boolean;
};

/** A row that opens the list of time zones. */
export function TimeZoneRow({ isNamed = false, ...props }: TimeZoneProps) {
  const { value } = props;
  // Made when the list opens: 400 formatters take a slow phone a tenth of a second.
  const options = useCallback(() => timeZoneOptions(value, Date.now(), isNamed), [value, isNamed]);
  return <PickerRow {...props} options={options} shown={timeZoneText(value)} />;
}

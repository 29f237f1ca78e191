// The time at a customer, where it differs from the reader's: "00:10 in Los Angeles".
import { reader } from '#app/device/reader.ts';
import { dayOf } from '#app/device/zone-days.ts';
import { formatTime } from '#text/format.ts';
import * as m from '#text/messages.js';

const cityOf = (timeZone: string): string => (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');

/** The time of an instant (epoch ms) in the customer's zone; null where reader and customer have the same clock. */
export function customerTime(at: number, timeZone: string): string | null {
  const iso = new Date(at).toISOString();
  const there = { locale: reader().locale, timeZone };
  const isSame =
    formatTime(iso, there) === formatTime(iso, reader()) && dayOf(at, timeZone) === dayOf(at, reader().timeZone);
  return isSame ? null : m.systems_customer_time({ time: formatTime(iso, there), city: cityOf(timeZone) });
}

// Every time is in the reader's zone, days of a strip in the customer's: each viewer at each customer, across clock changes.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { setAccountZone, reader } from '#app/device/reader.ts';
import { dayOf, instantOf } from '#app/device/zone-days.ts';
import { morningAfter } from '#app/features/alarms/alarm-actions.ts';
import { whereOf } from '#app/features/alarms/alarm-queries.ts';
import { customerTime } from '#app/features/systems/customer-time.ts';
import { readDay, type Backup } from '#app/features/systems/system-days.ts';
import { formatMoment } from '#text/format.ts';

vi.mock('#app/offline/outbox-store.ts', () => ({ outbox: vi.fn(), whenAnswered: vi.fn(), useWaiting: () => [] }));
afterEach(() => setAccountZone(() => ''));

const zones = ['America/Los_Angeles', 'Europe/Berlin', 'Asia/Tokyo', 'Pacific/Auckland', 'UTC'];
// Beside the changes of Berlin (29 March, 25 October) and of Los Angeles (8 March, 1 November 2026).
const nights = [
  '2026-03-08T10:30:00.000Z',
  '2026-03-29T00:59:59.000Z',
  '2026-10-25T01:30:00.000Z',
  '2026-11-21T07:44:00.000Z',
];

const clockOf = (iso: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeStyle: 'short' }).format(new Date(iso));

describe.each(zones)('a reader in %s', (zone) => {
  test('reads every time by the own clock', () => {
    setAccountZone(() => zone);
    for (const night of nights) expect(formatMoment(night, Date.parse(night), reader())).toBe(clockOf(night, zone));
  });

  test.each(zones)(
    'of a customer in %s sees the day there, the own time, and both dates where they differ',
    (customer) => {
      setAccountZone(() => zone);
      for (const night of nights) {
        const backup = { date: night, size: 1e9 } as Backup;
        const organization = { id: 'o', name: 'o', timeZone: customer, phone: '' };
        const system = { strip: 'o', stripDay: dayOf(night, customer), dueAt: null, organization };
        const [title, text] = readDay(system, [backup], 0, Date.parse(night));
        expect(text).toContain(clockOf(night, zone));
        const differ = dayOf(night, zone) !== dayOf(night, customer);
        expect(title.includes('there')).toBe(differ);
        const there = customerTime(Date.parse(night), customer);
        const isSame = clockOf(night, zone) === clockOf(night, customer) && !differ;
        expect(there === null ? null : there.startsWith(clockOf(night, customer))).toBe(isSame ? null : true);
      }
    },
  );

  test('has a morning at 07:00 of the own clock, on the days of a clock change as well', () => {
    setAccountZone(() => zone);
    for (const night of nights) {
      const morning = morningAfter(Date.parse(night));
      expect(clockOf(morning.toISOString(), zone)).toBe('7:00 AM');
      expect(morning.getTime()).toBeGreaterThan(Date.parse(night));
      expect(morning.getTime() - Date.parse(night)).toBeLessThanOrEqual(25 * 3_600_000);
    }
  });

  test('filters a day from midnight to midnight of the own clock', () => {
    setAccountZone(() => zone);
    for (const day of ['2026-03-08', '2026-03-29', '2026-10-25', '2026-11-21']) {
      const { or } = whereOf({ day }) as { or: [{ since: { '>=': string; '<': string } }] };
      const { '>=': from, '<': until } = or[0].since;
      expect([dayOf(from, zone), dayOf(Date.parse(from) - 1, zone) < day]).toEqual([day, true]);
      expect([dayOf(Date.parse(until) - 1, zone), dayOf(until, zone) > day]).toEqual([day, true]);
    }
  });
});

test('an account without a zone follows the device', () => {
  setAccountZone(() => '');
  expect(reader().timeZone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
});

test('the time at a customer names the city of its zone', () => {
  setAccountZone(() => 'Europe/Berlin');
  expect(customerTime(Date.parse('2026-11-21T08:10:00.000Z'), 'America/Los_Angeles')).toBe('12:10 AM in Los Angeles');
  expect(instantOf('2026-03-29', 7, 'Europe/Berlin')).toBe(Date.parse('2026-03-29T05:00:00.000Z'));
});

// The order of reports: whatever the clocks of sender and server say, ages decide.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isNewest, knownDate, mends, receivedDate } from '#contract/time/receipt.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.parse('2026-11-21T03:00:00.000Z');
const at = (ms: number) => new Date(ms).toISOString();
const now = at(NOW);
/** Clocks up to a month apart; ages up to ten days. */
const offset = fc.integer({ min: -15 * 24 * 60, max: 15 * 24 * 60 }).map((steps) => 2 * steps * MINUTE);
const age = fc.integer({ min: 0, max: 10 * 24 * 60 }).map((minutes) => minutes * MINUTE);
/** A report of something that old, received at `receipt` from a sender whose clock is that far off. */
const received = (old: number, off: number, receipt = NOW) =>
  receivedDate({ date: at(receipt + off - old), sentAt: at(receipt + off) }, at(receipt));

describe('the date of a report', () => {
  test('is its age before the receipt, however wrong the clock of the sender is', () => {
    fc.assert(
      fc.property(age, offset, (old, off) => {
        expect(received(old, off)).toBe(at(NOW - old));
      }),
    );
  });

  test('is what the sender says where its clock is in step, so that a repeated report is the same', () => {
    const within = fc.integer({ min: -MINUTE, max: MINUTE });
    fc.assert(
      fc.property(age, within, within, (old, one, other) => {
        const date = at(NOW - 2 * MINUTE - old);
        const dates = [one, other].map((off) => receivedDate({ date, sentAt: at(NOW + off) }, now));
        expect(dates).toEqual([date, date]);
      }),
    );
    expect(receivedDate({ date: at(NOW - MINUTE) }, now)).toBe(at(NOW - MINUTE));
    const hourAgo = at(NOW - HOUR);
    for (const sentAt of [at(NOW - MINUTE), at(NOW + MINUTE)])
      expect(receivedDate({ date: hourAgo, sentAt }, now)).toBe(hourAgo);
    expect(receivedDate({ date: hourAgo, sentAt: at(NOW - MINUTE - 1) }, now)).toBe(at(NOW - HOUR + MINUTE + 1));
  });

  test('is never later than the receipt', () => {
    const instant = fc.integer({ min: NOW - 1e12, max: NOW + 1e12 }).map(at);
    fc.assert(
      fc.property(instant, fc.option(instant, { nil: undefined }), (date, sentAt) => {
        expect(receivedDate({ date, sentAt }, now) <= now).toBe(true);
      }),
    );
  });
});

describe('what is newest', () => {
  test('what happens at its receipt is never old, whatever was dated before, also by a clock that was set back since', () => {
    fc.assert(
      fc.property(offset, offset, (off, set) => {
        expect(isNewest(received(0, off), at(NOW + set), now)).toBe(true);
      }),
    );
  });

  test('of two reports of one server clock, the younger is the newest in whichever order they come', () => {
    fc.assert(
      fc.property(age, age, age, offset, offset, (first, second, pause, one, other) => {
        const known = received(first, one, NOW - pause);
        const isYounger = second <= first + pause;
        expect(isNewest(received(second, other), known, now)).toBe(isYounger);
      }),
    );
  });

  test('what is older than the moment at which the clock was found set back is not newer than what was known', () => {
    fc.assert(
      fc.property(age, age, age, offset, (old, ahead, since, off) => {
        const known = knownDate(at(NOW - since + ahead), at(NOW - since));
        expect(known).toBe(at(NOW - since));
        expect(isNewest(received(old, off), known, now)).toBe(old <= since);
      }),
    );
  });

  test('the file that failed mends its failure, however long its report was under way', () => {
    const delay = fc.integer({ min: 0, max: 30_000 });
    fc.assert(
      fc.property(age, offset, delay, delay, (old, off, first, second) => {
        const date = at(NOW - old);
        const dated = (delayed: number, receipt: number) => {
          const sentAt = at(receipt - delayed + off);
          return receivedDate({ date: at(Date.parse(date) + off), sentAt }, at(receipt));
        };
        const [failed, stored] = [dated(first, NOW), dated(second, NOW + HOUR)];
        expect(mends(stored, failed, at(NOW + HOUR), stored !== at(Date.parse(date) + off))).toBe(true);
      }),
    );
    expect(mends(at(NOW - 2 * MINUTE), at(NOW), now, true)).toBe(false);
    expect(mends(at(NOW - 1), at(NOW), now, false)).toBe(false);
  });

  test('anything is newer than nothing', () => expect(isNewest(at(0), null, now)).toBe(true));
});

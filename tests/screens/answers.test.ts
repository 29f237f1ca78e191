// Answers of the server: when they count as fresh, and the message of a failed call.
import { describe, expect, test } from 'vitest';
import { ApiError } from '#app/api/errors.ts';
import { errorMessage } from '#app/api/error-messages.ts';
import { isFresh } from '#app/realtime/freshness.ts';

const now = Date.parse('2026-11-21T03:12:00.000Z');

describe('freshness of an answer', () => {
  const live = { state: 'enrolled', since: now - 600_000, lastContactAt: now - 60_000, roundTrip: null } as const;
  test.each<[string, boolean, Parameters<typeof isFresh>]>([
    ['when it is seconds old', true, [now - 5000, false, { ...live, state: 'enrolling' }, now]],
    ['as long as every change is reported', true, [now - 500_000, false, live, now]],
    [
      'not when the server, which is asked each minute, has not answered for long',
      false,
      [now - 500_000, false, { ...live, lastContactAt: now - 151_000 }, now],
    ],
    ['not when it is from before the enrollment', false, [now - 700_000, false, live, now]],
    ['not when it is old and nothing is reported', false, [now - 120_000, false, { ...live, state: 'enrolling' }, now]],
    ['not without a connection', false, [now - 5000, false, { ...live, state: 'offline' }, now]],
    ['not when the last question failed', false, [now - 5000, true, live, now]],
    ['not before any came', false, [0, false, live, now]],
  ])('%s', (_, believed, given) => {
    expect(isFresh(...given)).toBe(believed);
  });
});

describe('a call that failed', () => {
  const offline = new ApiError(0, 'E_NETWORK');

  test('a write mentions that nothing was changed, a read does not', () => {
    expect(errorMessage(offline)).toBe('No connection. Nothing was changed.');
    expect(errorMessage(new ApiError(502, 'E_INTERNAL'))).toBe('The server reported an error. Nothing was changed.');
    expect(errorMessage(offline, { read: true })).toBe('No connection.');
    expect(errorMessage(new Error('odd'), { read: true })).toBe('Something went wrong.');
  });

  test('shows the waiting time from the server', () => {
    const wait = 'Too many attempts. Try again in 840 seconds.';
    expect(errorMessage(new ApiError(429, 'E_RATE', { message: wait }))).toBe(wait);
  });

  test('names the field and the rule for invalid input', () => {
    expect(errorMessage(new ApiError(400, 'E_INVALID_NEW_RECORD', { details: ['name: must not be empty'] }))).toBe(
      'name: must not be empty',
    );
  });
});

// Answers of the server: when they count as fresh, and the message of a failed call.
import { describe, expect, onTestFinished, test } from 'vitest';
import { errorStatuses } from '#contract/errors.ts';
import type { ValidationIssue } from '#contract/validation-issues.ts';
import { ApiError } from '#app/api/errors.ts';
import { readErrorMessage } from '#app/api/error-messages.ts';
import { errorMessage } from '#app/api/write-error-messages.ts';
import { passkeyError } from '#app/features/auth/login-errors.ts';
import { signOnError } from '#app/features/auth/sign-on-errors.ts';
import { failureText } from '#app/features/systems/bulk-failures.ts';
import { setLanguage } from '#text/language.ts';
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
    const server = 'The server reported an error. Nothing was changed.';
    expect(errorMessage(offline)).toBe('No connection. Nothing was changed.');
    expect(errorMessage(new ApiError(500, 'E_INTERNAL'))).toBe(server);
    expect(errorMessage(new ApiError(503, 'E_UNAVAILABLE'))).toBe(server);
    expect(errorMessage(new ApiError(507, 'E_DISK_FULL'))).toBe(server);
    expect(readErrorMessage(offline)).toBe('No connection.');
    expect(readErrorMessage(new Error('odd'))).toBe('Something went wrong.');
  });

  test.each([
    ['a connection that broke off', new ApiError(0, 'E_DISCONNECTED')],
    ['a gateway', new ApiError(504, 'E_504')],
    ['an answer of somebody else', new ApiError(200, 'E_BAD_ANSWER')],
  ])('a write without the answer of the server may have been done: %s', (_, error) => {
    expect(errorMessage(error)).toMatch(/^The connection was lost\. Check whether it was done before you try again\.$/);
  });

  test('says how long to wait after too many attempts', () => {
    const message = 'Too many attempts. Try again in 840 seconds.';
    const rate = (retryAfterSeconds: number | null) => new ApiError(429, 'E_RATE', { message, retryAfterSeconds });
    expect(errorMessage(rate(840))).toBe('Too many attempts. Try again in 14 minutes.');
    expect(errorMessage(rate(null))).toBe('Too many attempts. Try again in 1 minute.');
  });

  test('names the filter that was refused, and says where one looks through too much', () => {
    const refused = (issue: ValidationIssue) =>
      readErrorMessage(new ApiError(400, 'E_INVALID_CRITERIA', { issues: [issue] }));
    const invalid = { path: 'where.dueAt', code: 'invalid_value' } as const;
    expect(refused(invalid)).toBe('The server did not accept the filter “dueAt”.');
    expect(refused({ path: 'where', code: 'too_big', maximum: 30_000 })).toMatch(/looks through more than 30,000 rows/);
  });

  test.each(['en', 'de', 'es'])('in %s never shows the English text of the server', (language) => {
    onTestFinished(() => setLanguage('en'));
    setLanguage(language);
    const text = 'Written for users of the API.';
    const codes = Object.entries(errorStatuses).map(([code, status]) => new ApiError(status, code, { message: text }));
    const odd = new ApiError(418, 'E_418', { message: text, details: [text] });
    const texts = [...codes, odd].flatMap((error) => [
      errorMessage(error),
      readErrorMessage(error),
      signOnError(error),
      passkeyError(error),
      failureText({ id: '', name: '', organizationName: '', state: 'failed', code: error.code, message: text }),
    ]);
    expect(texts.filter((said) => said === '' || said.includes(text))).toEqual([]);
    if (language !== 'en') expect(errorMessage(odd)).not.toMatch(/server did not accept/);
  });
});

// The meaning of each answer of a push service, apart from any network.
import { expect, test } from 'vitest';
import { resultOf, retryAfterOf } from '#server/ports/push.ts';

const table = {
  accepted: [200, 201, 202, 204],
  gone: [404, 410],
  refused: [301, 307, 400, 401, 403, 405, 411, 413, 418],
  retry: [408, 425, 429, 500, 502, 503, 504],
};

test.each(Object.entries(table).flatMap(([result, statuses]) => statuses.map((status) => [status, result] as const)))(
  '%i means %s',
  (status, result) => expect(resultOf(status)).toBe(result),
);

test('only 404 and 410 let a subscription be deleted', () => {
  const deleting = Array.from({ length: 500 }, (_, index) => index + 100).filter(
    (status) => resultOf(status) === 'gone',
  );
  expect(deleting).toEqual([404, 410]);
});

test('Retry-After is read as seconds and as a date, and ignored when it is neither', () => {
  const now = Date.parse('2026-11-21T03:12:00.000Z');
  expect(retryAfterOf('120', now)).toBe(120);
  expect(retryAfterOf('Sat, 21 Nov 2026 03:13:30 GMT', now)).toBe(90);
  expect(retryAfterOf('Sat, 21 Nov 2026 03:00:00 GMT', now)).toBe(0);
  expect(retryAfterOf('soon', now)).toBeUndefined();
  expect(retryAfterOf('', now)).toBeUndefined();
  expect(retryAfterOf(undefined, now)).toBeUndefined();
});

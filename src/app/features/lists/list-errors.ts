// The failure that lists alone have: an order that the server gives to short lists only.
import { ApiError } from '#app/api/errors.ts';
import * as m from '#text/messages.js';

/** The sentence for a list with more rows than the server sorts by that attribute; undefined for other failures. */
export function sortLimitMessage(error: unknown): string | undefined {
  const [issue] = error instanceof ApiError ? error.issues : [];
  return issue?.path === 'sort' && issue.code === 'too_big'
    ? m.lists_sort_limited({ count: issue.maximum })
    : undefined;
}

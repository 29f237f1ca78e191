// The errors of a page about a record that does not exist.
import { ApiError } from '#app/api/errors.ts';

/** True for the error of a record that does not exist: 404, or 400 for an id that is none, such as one cut off in a link. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

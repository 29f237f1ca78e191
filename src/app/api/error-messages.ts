// The sentences for failed calls, all in one place.
import { ApiError } from './errors.ts';

interface MessageOptions {
  /** The call only read: the sentence does not mention that nothing was changed. */
  read?: boolean;
}

/** The sentence for a failed call. A screen that knows more about a code says its own. */
export function errorMessage(error: unknown, { read = false }: MessageOptions = {}): string {
  const unchanged = read ? '' : ' Nothing was changed.';
  if (!(error instanceof ApiError)) return `Something failed.${unchanged}`;
  if (error.status === 0) return unansweredMessage(error.code, unchanged);
  if (error.status === 401) return 'Your session has ended. Sign in again.';
  if (error.status === 403) return 'You do not have permission.';
  if (error.status === 404) return 'It no longer exists.';
  if (error.status >= 500) return `The server failed.${unchanged}`;
  return error.details[0] ?? error.message;
}

// Apart from a missing network, the server may have done what the call asked.
function unansweredMessage(code: string, unchanged: string): string {
  if (code === 'E_TIMEOUT') return 'The server took too long to answer. Try again.';
  if (code === 'E_ABORTED') return 'The request was stopped before the server answered.';
  if (code === 'E_DISCONNECTED') return 'The connection was lost before the server answered. Try again.';
  return `No connection.${unchanged}`;
}

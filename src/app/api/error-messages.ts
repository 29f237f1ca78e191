// The message for a failed call.
import * as m from '#text/messages.js';
import { ApiError } from './errors.ts';

interface MessageOptions {
  /** The call only read: the sentence does not mention that nothing was changed. */
  read?: boolean;
}

/** The sentence for a failed call. A screen that knows more about a code says its own. */
export function errorMessage(error: unknown, { read = false }: MessageOptions = {}): string {
  if (!(error instanceof ApiError)) return read ? m.errors_failed() : m.errors_failed_unchanged();
  if (error.status === 0) return unansweredMessage(error.code, read);
  if (error.status === 401) return m.errors_session_ended();
  if (error.code === 'E_REAUTHENTICATE') return m.errors_reauthenticate();
  if (error.status === 403) return m.errors_forbidden();
  if (error.status === 404) return m.errors_not_found();
  if (error.status >= 500) return read ? m.errors_server() : m.errors_server_unchanged();
  return error.details[0] ?? error.message;
}

// Apart from a missing network, the server may have done what the call asked.
function unansweredMessage(code: string, read: boolean): string {
  if (code === 'E_TIMEOUT') return m.errors_timeout();
  if (code === 'E_ABORTED') return m.errors_aborted();
  if (code === 'E_DISCONNECTED') return m.errors_disconnected();
  return read ? m.errors_no_connection() : m.errors_no_connection_unchanged();
}

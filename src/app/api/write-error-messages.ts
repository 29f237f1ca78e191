// The message for a call that failed to change something, in the reader's language.
import * as m from '#text/messages.js';
import { commonErrorMessage } from './error-messages.ts';
import { ApiError } from './errors.ts';

/** The sentence of a code that several screens meet. A screen that knows more about a code says its own. */
const texts: Readonly<Record<string, (error: ApiError) => string>> = {
  E_BAD_ANSWER: m.errors_disconnected,
  E_CHANGED: m.forms_changed_meanwhile,
  E_DANGLING: m.errors_not_found,
  E_EXISTS: m.errors_exists,
  E_IN_USE: m.forms_in_use,
  E_INCOMPLETE: m.errors_incomplete,
  E_LAST_ADMINISTRATOR: m.errors_last_administrator,
  E_NETWORK: m.errors_no_connection_unchanged,
  E_NOT_CONNECTED: m.client_not_connected,
  E_NOT_STORED: m.errors_not_stored,
  E_RATE: ({ retryAfterSeconds }) => m.errors_rate({ count: Math.ceil((retryAfterSeconds ?? 60) / 60) }),
  E_REAUTHENTICATE: m.errors_reauthenticate,
  E_RESOLVED: m.errors_resolved,
  E_TOO_MANY: m.errors_too_many,
  E_UNIQUE: m.errors_exists,
};

/** The sentence for a failed call, with a word that nothing was changed where that is certain. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return m.errors_failed_unchanged();
  const text = texts[error.code];
  if (text) return text(error);
  // The server sends an error body: without one a gateway answered in its place.
  if (error.status >= 500 && error.code === `E_${error.status}`) return m.errors_disconnected();
  if (error.status >= 500) return withRequest(m.errors_server_unchanged(), error);
  return commonErrorMessage(error) ?? m.errors_refused_unchanged();
}

// The log has the failure under this id.
const withRequest = (text: string, { requestId }: ApiError): string =>
  requestId === null ? text : `${text} ${m.shell_request({ id: requestId })}`;

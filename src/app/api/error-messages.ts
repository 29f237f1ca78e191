// The message for a failed call, in the reader's language. The messages of the server are English, for users of the API.
import * as m from '#text/messages.js';
import { ApiError } from './errors.ts';

/** The sentence for a call that failed to read. The pages before Watch need no others. */
export function readErrorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return m.errors_failed();
  if (error.code === 'E_NETWORK') return m.errors_no_connection();
  if (error.status >= 500) return m.errors_server();
  const [issue] = error.issues;
  if (issue?.path.startsWith('where'))
    return issue.code === 'too_big'
      ? m.errors_filter_broad({ count: issue.maximum })
      : m.errors_filter({ field: issue.path.replace('where.', '') });
  return commonErrorMessage(error) ?? m.errors_refused();
}

/** The sentence of failures that a read and a write share; null for others. */
export function commonErrorMessage({ status, code }: ApiError): string | null {
  // Apart from a missing network, the server may have done what the call asked.
  if (code === 'E_TIMEOUT') return m.errors_timeout();
  if (code === 'E_ABORTED') return m.errors_aborted();
  if (code === 'E_DISCONNECTED') return m.errors_disconnected();
  if (status === 401) return m.errors_session_ended();
  if (status === 403) return m.errors_forbidden();
  return status === 404 ? m.errors_not_found() : null;
}

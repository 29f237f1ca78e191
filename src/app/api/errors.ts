// The errors of calls to the server: one class for answers with an error and for calls without an answer.
import type { ValidationIssue } from '#contract/validation-issues.ts';

/** Codes of calls that got no answer; each has `status` 0. */
export type TransportCode = 'E_NETWORK' | 'E_ABORTED' | 'E_TIMEOUT' | 'E_DISCONNECTED';

/** Codes that any call may answer with. `E_${number}` is a status without an error body, for example of a proxy. */
export type CommonCode =
  | TransportCode
  | 'E_BAD_ANSWER'
  | 'E_BAD_BODY'
  | 'E_CHANGED'
  | 'E_CSRF'
  | 'E_OTHER_USER'
  | 'E_FORBIDDEN'
  | 'E_INTERNAL'
  | 'E_INVALID_CRITERIA'
  | 'E_INVALID_NEW_RECORD'
  | 'E_INVALID_POPULATES'
  | 'E_INVALID_VALUES_TO_SET'
  | 'E_METHOD'
  | 'E_NOT_FOUND'
  | 'E_TOO_LARGE'
  | 'E_UNAUTHORIZED'
  | 'E_UNAVAILABLE'
  | 'E_UNIQUE'
  | `E_${number}`;

/** The parts of an error body that the app reads. */
export interface ErrorParts {
  /** English text for API users; for calls without an answer the text of axios or sails.io.js. */
  message?: string;
  /** One sentence per fault. */
  details?: readonly string[];
  issues?: readonly ValidationIssue[];
  /** With 412: the record as it is now. */
  current?: unknown;
  /** With 412: the user who saved last, where the reader may see that user. */
  editedBy?: { readonly id: string; readonly name: string } | null;
  /** The header `X-Request-Id` of the answer: the server's log has the failure under it. */
  requestId?: string | null;
  /** The header `Retry-After`. */
  retryAfterSeconds?: number | null;
}

/** A call that failed. `status` is the HTTP status, 0 without an answer (see `TransportCode`). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly details: readonly string[];
  readonly issues: readonly ValidationIssue[];
  readonly current: unknown;
  readonly editedBy: { readonly id: string; readonly name: string } | null;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(status: number, code: string, parts: ErrorParts = {}) {
    super(parts.message ?? code);
    this.status = status;
    this.code = code;
    this.details = parts.details ?? [];
    this.issues = parts.issues ?? [];
    this.current = parts.current;
    this.editedBy = parts.editedBy ?? null;
    this.requestId = parts.requestId ?? null;
    this.retryAfterSeconds = parts.retryAfterSeconds ?? null;
  }
}

/** An error whose code is one of those that a call declares. */
export type CallError<C extends string> = ApiError & { readonly code: C | CommonCode };

const FIRST_GATEWAY_STATUS = 502;

/** True if the server did not decide on the call: no answer, too many requests, or a gateway error. It may be retried. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= FIRST_GATEWAY_STATUS);

// Codes of every expected error with their HTTP statuses, and the body of an error answer.
import type { ValidationIssue } from './validation-issues.ts';

/** The HTTP status of each error code. Codes are part of the API: they are added, never renamed. */
export const errorStatuses = {
  E_BAD_BODY: 400,
  E_INVALID_CRITERIA: 400,
  E_INVALID_NEW_RECORD: 400,
  E_INVALID_VALUES_TO_SET: 400,
  E_INVALID_POPULATES: 400,
  E_PARSE_VIRTUAL_REQUEST: 400,
  E_SOCKET_REQUIRED: 400,
  E_UNIQUE: 400,
  E_DANGLING: 400,
  E_NOT_STORED: 400,
  E_LAST_ADMINISTRATOR: 400,
  E_IN_USE: 400,
  E_BAD_PATTERN: 400,
  E_CHECKSUM: 400,
  E_SIZE: 400,
  E_BAD_KEY: 400,
  E_PUSH_ENDPOINT: 400,
  E_PASSKEY: 400,
  E_TOO_MANY: 400,
  E_UNAUTHORIZED: 401,
  E_BAD_LOGIN: 401,
  E_SIGN_ON: 401,
  E_FORBIDDEN: 403,
  E_CSRF: 403,
  E_OTHER_USER: 403,
  E_REAUTHENTICATE: 403,
  E_TOKEN: 403,
  E_SET_UP_DONE: 403,
  E_STATE: 403,
  E_EMAIL_UNVERIFIED: 403,
  E_NO_ACCOUNT: 403,
  E_DISABLED: 403,
  E_SUBJECT: 403,
  E_NOT_FOUND: 404,
  E_METHOD: 405,
  E_TIMEOUT: 408,
  E_KEY_CLAIMED: 409,
  E_ENDPOINT_IN_USE: 409,
  E_RESOLVED: 409,
  E_EXISTS: 409,
  E_NOT_CONNECTED: 409,
  E_NO_CLIENT: 409,
  E_NO_SIGN_ON: 409,
  E_LENGTH_REQUIRED: 411,
  E_CHANGED: 412,
  E_TOO_LARGE: 413,
  E_RATE: 429,
  E_INTERNAL: 500,
  E_INCOMPLETE: 500,
  E_PROVIDER: 502,
  E_DISK_FULL: 507,
  E_UNAVAILABLE: 503,
} as const;

/** The code of an expected error, such as `E_NOT_FOUND`. */
export type Code = keyof typeof errorStatuses;

/** Returns the code for invalid input of a call, which depends on whether it reads, creates or updates. */
export function badInput({ method, path }: { method: string; path: string }): Code {
  if (method === 'GET' || method === 'DELETE') return 'E_INVALID_CRITERIA';
  return method === 'POST' && !path.includes(':') ? 'E_INVALID_NEW_RECORD' : 'E_INVALID_VALUES_TO_SET';
}

/** The body of every answer with a status of 400 or more. */
export interface ErrorBody {
  code: string;
  message: string;
  /** English, one sentence for each fault; for invalid input each names the field and the rule. */
  details?: string[];
  /** For invalid input: the same faults as codes and values, for forms. */
  issues?: ValidationIssue[];
  /** With E_CHANGED: the current record, as the call would return it. */
  record?: Record<string, unknown>;
  /** With E_CHANGED: the user who edited it last; absent if the reader may not see that user. */
  editedBy?: { id: string; name: string };
  /** With E_UNIQUE: the noun of the record, as Sails names it. */
  modelIdentity?: string;
  /** With E_UNIQUE: the attributes that must be unique. */
  attrNames?: string[];
  /** With E_INTERNAL: the header X-Request-Id of the answer, under which the server's log has the error. */
  requestId?: string;
}

// The stable words of every expected error, with the status each travels under.
import type { ValidationIssue } from './validation-issues.ts';

export const refusals = {
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
  E_RESOLVED: 409,
  E_EXISTS: 409,
  E_NOT_CONNECTED: 409,
  E_NO_CLIENT: 409,
  E_NO_SIGN_ON: 409,
  E_CHANGED: 412,
  E_TOO_LARGE: 413,
  E_RATE: 429,
  E_INTERNAL: 500,
  E_PROVIDER: 502,
  E_DISK_FULL: 507,
} as const;

export type Code = keyof typeof refusals;

/** The word for bad input to a call: for what is looked for, for what is made, or for what is set. */
export function badInput({ method, path }: { method: string; path: string }): Code {
  if (method === 'GET' || method === 'DELETE') return 'E_INVALID_CRITERIA';
  return method === 'POST' && !path.includes(':') ? 'E_INVALID_NEW_RECORD' : 'E_INVALID_VALUES_TO_SET';
}

/** The body of every answer with a status of 400 or more. */
export interface ErrorBody {
  code: string;
  message: string;
  /** One sentence per fault; for bad input each names the field and the rule. */
  details?: string[];
  /** The same faults of bad input, for forms: codes and values in place of English. */
  issues?: ValidationIssue[];
  /** Of E_CHANGED: the record as it is now, as the call would answer it. */
  record?: Record<string, unknown>;
  /** Of E_CHANGED: the person who edited it last, where the reader may see that person. */
  editedBy?: { id: string; name: string };
  modelIdentity?: string;
  attrNames?: string[];
  requestId?: string;
}

// An expected error: it has a status, a stable word and a sentence for a person.
import { errorStatuses, type Code, type ErrorBody } from '#contract/errors.ts';
import type { ValidationRule } from '#contract/validation-issues.ts';

type Extra = Pick<ErrorBody, 'details' | 'issues' | 'record' | 'editedBy' | 'modelIdentity' | 'attrNames'>;

/** An expected error. Its status follows from the code; the dispatcher answers it as `body()`. */
export class ApiError extends Error {
  readonly code: Code;
  readonly status: number;
  readonly extra: Extra;
  /** Whole seconds after which it may be tried again. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: Code, message: string, extra: Extra = {}, retryAfterSeconds?: number) {
    super(message);
    this.code = code;
    this.status = errorStatuses[code];
    this.extra = extra;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  body(): ErrorBody {
    return { code: this.code, message: this.message, ...this.extra };
  }
}

/** Returns the 404: missing, or outside the organizations of the actor. The answer does not tell which. */
export const notFound = (): ApiError => new ApiError('E_NOT_FOUND', 'Not Found');
/** Returns the 403 for a missing right. */
export const forbidden = (message = 'You do not have permission to do this.'): ApiError =>
  new ApiError('E_FORBIDDEN', message);

/** Returns the error for one field whose value is not accepted; `rule` completes the sentence that begins with the field. */
export function invalidField(
  code: Code,
  field: string,
  rule: string,
  issue: ValidationRule = { code: 'invalid_value' },
): ApiError {
  const message = `${field}: ${rule}`;
  return new ApiError(code, message, { details: [message], issues: [{ path: field, ...issue }] });
}

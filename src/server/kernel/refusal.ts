// An expected error: it has a status, a stable word and a sentence for a person.
import { refusals, type Code, type ErrorBody } from '#contract/errors.ts';

type Extra = Pick<ErrorBody, 'details' | 'modelIdentity' | 'attrNames'>;

export class Refusal extends Error {
  readonly code: Code;
  readonly status: number;
  readonly extra: Extra;
  /** Whole seconds after which it may be tried again. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: Code, message: string, extra: Extra = {}, retryAfterSeconds?: number) {
    super(message);
    this.code = code;
    this.status = refusals[code];
    this.extra = extra;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  body(): ErrorBody {
    return { code: this.code, message: this.message, ...this.extra };
  }
}

export const notFound = (): Refusal => new Refusal('E_NOT_FOUND', 'Not Found');
export const forbidden = (message = 'You may not do this.'): Refusal => new Refusal('E_FORBIDDEN', message);

// What the carrier throws: a refusal of the server, or the lack of any answer.

/** A call that was not done. `status` 0 means that no answer came: `E_OFFLINE` or `E_TIMEOUT`. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  readonly code: string;
  /** One sentence per fault; for bad input each names the field and the rule. */
  readonly details: readonly string[];

  constructor(status: number, code: string, details: readonly string[] = [], message = code) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** Whether a failure says nothing of the server's mind: no answer, too late, or busy. Such a call may be tried again. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof Refused && (error.status === 0 || error.status === 429 || error.status >= 502);

/** The default sentence for a failed call; a screen that knows better says it better. `kept`: what a failed write left. */
export function sentenceOf(error: unknown, kept = ' Nothing was changed.'): string {
  if (!(error instanceof Refused)) return `Something failed.${kept}`;
  if (error.code === 'E_OFFLINE') return `No connection.${kept}`;
  if (error.code === 'E_TIMEOUT') return 'The server did not answer in 8 s.';
  if (error.status === 401) return 'Your session has ended. Sign in again.';
  if (error.status === 403) return 'Your groups may not do this.';
  if (error.status === 404) return 'It is no longer there.';
  if (error.status >= 500) return `The server failed.${kept}`;
  return error.details[0] ?? error.message;
}

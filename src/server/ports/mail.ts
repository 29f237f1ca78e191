// The mail port: one letter to one person, and its outcome.

export interface Mail {
  /** One bare address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
}

export interface MailOutcome {
  /** `kept`: it lies here, and reaches nobody. `refused`: will never be taken. `retry`: may be taken later. */
  result: 'accepted' | 'kept' | 'refused' | 'retry';
  /** For the log; never what the mail says. */
  detail: string;
}

export interface MailPort {
  /** Hands one mail over; does not throw. */
  send(mail: Mail): Promise<MailOutcome>;
  close(): void;
}

/** A refusal for good has a code of 500 or more; a wrong account of our own with the mail server (53x) can be mended. */
export function resultOfReply(code: number | undefined): 'refused' | 'retry' {
  return code !== undefined && code >= 500 && code < 600 && !(code >= 530 && code < 540) ? 'refused' : 'retry';
}

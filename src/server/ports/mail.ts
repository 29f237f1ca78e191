// The mail port: one letter to one person, and its outcome.
import * as z from 'zod/mini';

/** A schema, since the outbox keeps mails as JSON. */
export const Mail = z.object({
  /** One bare address. */
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  headers: z.optional(z.record(z.string(), z.string())),
});
export type Mail = z.output<typeof Mail>;

export interface MailOutcome {
  /** `kept`: stored here, reaches nobody. `refused`: will never be accepted. `retry`: may be accepted later. */
  result: 'accepted' | 'kept' | 'refused' | 'retry';
  /** The status of the mail server's reply; absent when none came. */
  status?: number;
  /** `unsent`: it never left. `noMailServer`: with `kept`. */
  code?: 'unsent' | 'noMailServer';
  /** The code of the failure, such as EAUTH; never what the mail says. */
  detail: string;
}

export interface MailPort {
  /** False where mails stay on this server and reach nobody. */
  readonly sends: boolean;
  /** Hands one mail over; does not throw. */
  send(mail: Mail): Promise<MailOutcome>;
  close(): void;
}

/** A refusal for good has a code of 500 or more; a wrong account of our own with the mail server (53x) can be mended. */
export function resultOfReply(code: number | undefined): 'refused' | 'retry' {
  return code !== undefined && code >= 500 && code < 600 && !(code >= 530 && code < 540) ? 'refused' : 'retry';
}

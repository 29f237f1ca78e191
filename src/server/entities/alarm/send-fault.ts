// The reason of a push or mail that did not get through, as it is recorded: a code, and the words of others.
import type { SendFault } from '#contract/cause.ts';
import type { MailOutcome } from '#server/ports/mail.ts';
import type { PushOutcome } from '#server/ports/push.ts';

/** A fault that its code alone says. */
export const sendFault = (code: SendFault['code']): SendFault => ({ code, status: null, text: null });

/** The fault of an outcome other than `accepted`. */
export const sendFaultOf = ({ status, code, detail }: MailOutcome | PushOutcome): SendFault =>
  code
    ? sendFault(code)
    : { code: status === undefined ? 'unanswered' : 'answered', status: status ?? null, text: detail || null };

// Causes of trouble that the server itself saw, as codes with values: screens and messages write the sentence in the
// language of the reader.
import * as z from 'zod/mini';

/** The reason of a push or an email that did not get through. */
export const SendFault = z.object({
  /**
   * `answered`: the push service or mail server refused with `status`. `unanswered`: it could not be reached. `unsent`: this
   * server could not send it, its log says why. `subscription`: the push subscription of the device cannot be used.
   * `noMailServer`: the mail lies in a folder. `otherUser`: the device belongs to another user by now. `mailsOff`: the user
   * switched them off. `unneeded`: the alarm was over or taken, or the user may not receive it any more. `notShown`: accepted,
   * but no device showed it. `other`: `text`.
   */
  code: z.enum([
    'answered',
    'unanswered',
    'unsent',
    'subscription',
    'noMailServer',
    'otherUser',
    'mailsOff',
    'unneeded',
    'notShown',
    'other',
  ]),
  /** Of HTTP or SMTP; only with `answered`. */
  status: z.nullable(z.number()),
  /** The words of the push service, the mail server or the network. */
  text: z.nullable(z.string()),
});
export type SendFault = z.output<typeof SendFault>;

/** The cause of an alarm, or of a failed test of the store or copy of the database. Sizes in bytes. */
export const Cause = z.discriminatedUnion('code', [
  z.object({ code: z.enum(['storeFull', 'storeEmpty', 'storeDiffers', 'databaseDamaged']) }),
  /** `error`: the code of the operating system, such as ENOENT; null where the store does not answer. */
  z.object({ code: z.literal('storeUnavailable'), error: z.nullable(z.string()) }),
  z.object({ code: z.literal('storeLost'), missing: z.number(), newest: z.number() }),
  z.object({ code: z.enum(['fileMissing', 'fileSize']), file: z.string() }),
  z.object({ code: z.literal('copyTooLarge'), bytes: z.number() }),
  z.object({ code: z.literal('shrank'), bytes: z.number(), usual: z.number() }),
  /** The words of the operating system or of the database. */
  z.object({ code: z.literal('foreign'), text: z.string() }),
]);
export type Cause = z.output<typeof Cause>;

// Sentences about the people whom an alarm reaches now, and why it does not reach others.
import type { Answer } from '#app/api/types.ts';
import { reader } from '#app/device/reader.ts';
import { formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';

export type Recipients = Answer<'alarm', 'recipients'>;
type Recipient = Recipients[number];

const nameOf = ({ user }: Recipient): string => user?.name ?? m.alarms_someone();

/** One sentence about one person: "Jonas is on day shift, from 07:00". */
export function recipientText(recipient: Recipient, now: number): string {
  const name = nameOf(recipient);
  switch (recipient.reason) {
    case 'dayShift':
      return recipient.from === null
        ? m.alarms_recipient_day_shift({ name })
        : m.alarms_recipient_day_shift_from({ name, time: formatMoment(recipient.from, now, reader()) });
    case 'noDevice':
      return m.alarms_recipient_no_device({ name });
    case 'readOnly':
      return m.alarms_recipient_read_only({ name });
    case null:
      return recipient.channels.includes('push')
        ? m.alarms_recipient_push({ name })
        : m.alarms_recipient_mail({ name });
  }
}

/** True for a person whose device would ring. */
export const isRung = ({ channels }: Recipient): boolean => channels.includes('push');

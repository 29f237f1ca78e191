// Sentences about the people whom an alarm reaches now, and why it does not reach others.
import type { Answer } from '#app/api/types.ts';
import { reader } from '#app/device/reader.ts';
import { sendFaultText } from '#app/features/shell/send-fault.ts';
import { formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';

export type Recipients = Answer<'alarm', 'recipients'>;
type Recipient = Recipients[number];

/** One sentence about one person: "Jonas is on day shift, from 07:00"; `mine`: the id of the reader, who is "You". */
export function recipientText(recipient: Recipient, now: number, mine: string | null): string {
  const { user, lastError } = recipient;
  const who = user !== null && user.id === mine ? 'you' : 'other';
  const name = user?.name ?? m.alarms_someone();
  switch (recipient.reason) {
    case 'dayShift':
      return m.alarms_recipient_day_shift({ who, name, time: shiftTime(recipient, now) });
    case 'noDevice':
      return m.alarms_recipient_no_device({ who, name });
    case 'readOnly':
      return m.alarms_recipient_read_only({ who, name });
    case null:
      if (lastError) {
        const names = who === 'you' ? m.alarms_timeline_you() : name;
        return m.alarms_timeline_failed({ names, detail: sendFaultText(lastError, 'push') });
      }
      return recipient.channels.includes('push')
        ? m.alarms_recipient_push({ who, name })
        : m.alarms_recipient_mail({ who, name });
  }
}

/** Time at which the shift of a person on day shift begins. */
export const shiftTime = ({ from }: Recipient, now: number): string =>
  from === null ? '' : formatMoment(from, now, reader());

/** True for a person whose device would ring: the last push did not fail on each. */
export const isRung = ({ channels, lastError }: Recipient): boolean => channels.includes('push') && !lastError;

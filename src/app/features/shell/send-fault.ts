// The sentence for a push or an email that did not get through.
import type { SendFault } from '#contract/cause.ts';
import * as m from '#text/messages.js';

/** A clause, as it follows a colon; foreign words stand as a quotation beside it. */
export function sendFaultText({ code, status, text }: SendFault, channel: 'push' | 'mail'): string {
  if (code === 'other') return text ?? '';
  const fault = m.alarms_send_fault({ code, channel, status: status ?? '' });
  return text === null ? fault : m.alarms_send_fault_quoted({ fault, text });
}

/** "Last error: the push service answered 403". */
export const pushTroubleText = (fault: SendFault): string =>
  m.account_device_trouble({ trouble: sendFaultText(fault, 'push') });

// A warning in the sheet of an alarm: beside the person who has it, or the reader, nobody would ring.
import { useMe } from '#app/auth/me.ts';
import { isHalted } from '#app/features/shell/query-state.tsx';
import { useFreshness } from '#app/realtime/freshness.ts';
import { Warning } from '#app/ui/status/warning.tsx';
import * as m from '#text/messages.js';
import type { Alarm } from './alarm-format.ts';
import { organizationOf, recipientsInput } from './alarm-subject.ts';
import { isRung, recipientText } from './recipients-text.ts';
import { useRecipients } from './use-recipients.ts';

/** People named with their reason. */
const NAMED = 2;

/** Renders nothing while somebody else would ring, or before that is known; a failure to know it is a warning of its own. */
export function NobodyElse({ alarm, now }: { alarm: Alarm; now: number }) {
  const mine = useMe()?.id ?? null;
  const query = useRecipients(recipientsInput(organizationOf(alarm).id));
  const { fresh } = useFreshness(query);
  const own = alarm.acknowledgedBy?.id ?? mine;
  const others = query.data?.filter(({ user }) => user === null || user.id !== own);
  if (!fresh || others === undefined)
    return isHalted(query) ? <Warning title={m.alarms_recipients_not_loaded()} /> : null;
  if (others.some(isRung)) return null;
  const reasons = others.slice(0, NAMED).map((other) => recipientText(other, now, mine));
  return (
    <Warning title={m.alarms_nobody_else()}>
      {reasons.length === 0 ? m.alarms_nobody_else_none() : m.alarms_sentences({ text: reasons.join('. ') })}
    </Warning>
  );
}

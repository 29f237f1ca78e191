// The keys of the alarm beside the list, at the foot of its pane.
import { KeyHints } from '#app/ui/status/key-hints.tsx';
import { useMe } from '#app/auth/me.ts';
import type { AlarmItem } from '#app/features/alarms/alarm-queries.ts';
import { useMayAct } from '#app/features/alarms/use-may-act.ts';
import * as m from '#text/messages.js';

/** Lists the keys of the buttons. Where the reader may not act now, only the keys that change nothing are listed. */
export default function AlarmKeyHints({ alarm, queued }: AlarmItem) {
  const mayAct = useMayAct();
  const mine = useMe()?.id;
  const holder = alarm.acknowledgedBy;
  const acts =
    alarm.resolvedAt === null && queued === null && mayAct(alarm)
      ? [
          holder
            ? { keys: ['b'], action: m.shell_key_give_back() }
            : { keys: ['a'], action: m.shell_key_acknowledge() },
          ...(holder && holder.id !== mine ? [{ keys: ['t'], action: m.shell_key_take_over() }] : []),
          { keys: ['s'], action: m.shell_key_snooze() },
          { keys: ['h'], action: m.shell_key_hand_over() },
          { keys: ['e'], action: m.shell_key_resolve() },
          { keys: ['n'], action: m.shell_key_note() },
        ]
      : [];
  const hints = [
    { keys: ['j', 'k'], action: m.alarms_key_next() },
    ...acts,
    ...(alarm.organization?.phone ? [{ keys: ['c'], action: m.shell_key_call() }] : []),
    ...(alarm.system ? [{ keys: ['o'], action: m.shell_key_open_system() }] : []),
  ];
  return <KeyHints label={m.alarms_keys()} hints={hints} />;
}

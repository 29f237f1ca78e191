// The permission to act on an alarm, which counts in the organization of the alarm.
import { useCallback } from 'react';
import { mayIn } from '#app/auth/can-in.ts';
import { useMe } from '#app/auth/me.ts';
import type { Alarm } from './alarm-format.ts';

/** Returns whether the person may act on an alarm: some see the alarms of organizations in which they may change nothing. */
export function useMayAct(): (alarm: Pick<Alarm, 'organizationId'>) => boolean {
  const me = useMe();
  return useCallback(({ organizationId }) => me !== null && mayIn(me, 'alarm.update', organizationId), [me]);
}

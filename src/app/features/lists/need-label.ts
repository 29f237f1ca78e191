// The label of the group with unacknowledged alarms.
import { cachedSession } from '#app/auth/me.ts';
import { may } from '#contract/permissions.ts';
import * as m from '#text/messages.js';

/** "Need you", or for a person who may act on no alarm "Need attention". */
export function needLabel(tense: 'past' | 'present'): string {
  const me = cachedSession()?.user;
  return m.systems_group_need({ tense, who: me && !may(me, 'alarm.update') ? 'reader' : 'actor' });
}

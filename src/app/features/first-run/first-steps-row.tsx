// The row of More that leads back to the first steps, while they are hidden.
import { useRouter } from '@tanstack/react-router';
import { LinkRow } from '#app/ui/layout/rows.tsx';
import { useMe } from '#app/auth/me.ts';
import * as m from '#text/messages.js';
import { setFirstRunState, useFirstRunState } from './first-run-store.ts';
import { stepHref } from './first-steps.tsx';

/** Nothing while they are not hidden. */
export default function FirstStepsRow() {
  const me = useMe();
  const { history } = useRouter();
  const state = useFirstRunState();
  const hasBackup = state === 'alarmsHidden';
  if (me === null || (state !== 'hidden' && !hasBackup)) return null;
  const show = () => {
    setFirstRunState(me.id, hasBackup ? 'alarms' : 'open');
    history.push(hasBackup ? stepHref('arrived') : '/');
  };
  return <LinkRow icon="watch" label={m.firstrun_title()} onPress={show} />;
}

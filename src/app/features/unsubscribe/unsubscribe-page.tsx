// Turns off alarm emails as soon as the link in one of them is opened, and offers to undo that.
import { useCallback, useState } from 'react';
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx';
import * as m from '#text/messages.js';
import { errorMessage } from '#app/api/error-messages.ts';
import { type Unsubscribed, isStale, setAlarmMails } from '#app/auth/mail-links.ts';
import { flash } from '#app/device/flash.ts';
import { AuthLayout } from '#app/features/shell/auth-layout.tsx';
import { FailedToLoad } from '#app/features/shell/error-pages.tsx';
import { useRunOnce } from '#app/features/shell/use-run-once.ts';

export function UnsubscribePage({ token }: { token: string }) {
  const { run, retry } = useRunOnce(
    `unsubscribe:${token}`,
    useCallback(() => setAlarmMails(token, 'off'), [token]),
  );
  if (run.status === 'done') return <EmailChoice token={token} initial={run.value} />;
  if (run.status === 'running') return <AuthLayout title={m.auth_unsubscribe_title()}>{null}</AuthLayout>;
  if (isStale(run.error) || token === '') return <BrokenLink />;
  return (
    <AuthLayout title={m.auth_unsubscribe_title()}>
      <FailedToLoad title={m.auth_link_not_loaded()} error={run.error} onRetry={retry} />
    </AuthLayout>
  );
}

function BrokenLink() {
  return (
    <AuthLayout title={m.auth_unsubscribe_broken()} line={m.auth_unsubscribe_broken_line()}>
      <div className="px-4">
        <ButtonLink to="/user/account" wide>
          {m.auth_go_to_account()}
        </ButtonLink>
      </div>
    </AuthLayout>
  );
}

/** The current setting of alarm emails: all of this user, or those about one organization. */
function stateMessage({ organization, alarmEmails, allAlarmEmails }: Unsubscribed): string {
  const state = allAlarmEmails && alarmEmails ? 'on' : 'off';
  return organization === null || !allAlarmEmails
    ? m.auth_unsubscribe_state({ state })
    : m.auth_unsubscribe_state_of({ state, organization: organization.name });
}

function EmailChoice({ token, initial }: { token: string; initial: Unsubscribed }) {
  const [current, setCurrent] = useState(initial);
  const [confirming, setConfirming] = useState(false);
  const [busy, setBusy] = useState(false);
  const save = async (set: Parameters<typeof setAlarmMails>[1]) => {
    if (busy) return;
    setBusy(true);
    setConfirming(false);
    try {
      setCurrent(await setAlarmMails(token, set));
    } catch (error) {
      flash('negative', errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  const off = !current.allAlarmEmails || !current.alarmEmails;
  const undo = () => void save(current.allAlarmEmails ? 'on' : 'all-on');
  const message = stateMessage(current);
  return (
    <AuthLayout title={message} line={m.auth_unsubscribe_line({ email: current.email })}>
      <p role="status" className="sr-only">
        {message}
      </p>
      <div className="grid gap-2 px-4">
        <Button kind={off ? 'lamp' : 'quiet'} wide busy={busy} onPress={off ? undo : () => void save('off')}>
          {off ? m.actions_undo() : m.auth_unsubscribe_off()}
        </Button>
        {current.allAlarmEmails && current.organization !== null && (
          <Button
            kind="danger"
            wide
            busy={busy}
            onPress={() => (confirming ? void save('all-off') : setConfirming(true))}
          >
            {confirming ? m.auth_unsubscribe_all_confirm() : m.auth_unsubscribe_all()}
          </Button>
        )}
      </div>
    </AuthLayout>
  );
}

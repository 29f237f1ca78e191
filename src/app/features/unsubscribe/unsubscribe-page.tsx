// Turns off alarm emails on one press, after the link in one of them was opened, and offers to undo that.
import { useState } from 'react';
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx';
import { reader } from '#app/device/reader.ts';
import { formatList } from '#text/format.ts';
import * as m from '#text/messages.js';
import { errorMessage } from '#app/api/write-error-messages.ts';
import { type Unsubscribed, isStale, setAlarmMails } from '#app/auth/mail-links.ts';
import { flash } from '#app/device/flash.ts';
import { AuthLayout } from '#app/features/shell/auth-layout.tsx';

/** Nothing is changed before the press: mail gateways open every link. */
export function UnsubscribePage({ token }: { token: string }) {
  const [done, setDone] = useState<Unsubscribed | null>(null);
  const [broken, setBroken] = useState(token === '');
  const [busy, setBusy] = useState(false);
  const turnOff = async () => {
    setBusy(true);
    try {
      setDone(await setAlarmMails(token, 'off'));
    } catch (error) {
      if (isStale(error)) setBroken(true);
      else flash('negative', errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  if (done) return <EmailChoice token={token} initial={done} />;
  if (broken) return <BrokenLink />;
  return (
    <AuthLayout title={m.auth_unsubscribe_title()} line={m.auth_unsubscribe_ask()}>
      <div className="grid px-4">
        <Button kind="lamp" wide busy={busy} onPress={() => void turnOff()}>
          {m.auth_unsubscribe_stop()}
        </Button>
      </div>
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

/** The current setting of alarm emails: all of this user, or those about some organizations. */
function stateMessage({ organizations, alarmEmails, allAlarmEmails }: Unsubscribed): string {
  const state = allAlarmEmails && alarmEmails ? 'on' : 'off';
  if (organizations.length === 0 || !allAlarmEmails) return m.auth_unsubscribe_state({ state });
  return m.auth_unsubscribe_state_of({
    state,
    organizations: formatList(
      organizations.map(({ name }) => name),
      reader(),
    ),
  });
}

function EmailChoice({ token, initial }: { token: string; initial: Unsubscribed }) {
  const [current, setCurrent] = useState(initial);
  const [busy, setBusy] = useState(false);
  const save = async (set: Parameters<typeof setAlarmMails>[1]) => {
    if (busy) return;
    setBusy(true);
    try {
      setCurrent(await setAlarmMails(token, set));
    } catch (error) {
      flash('negative', errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  const off = !current.allAlarmEmails || !current.alarmEmails;
  // The token of a mail about some organizations does not change the switch for all.
  const needsAccount = !current.allAlarmEmails && current.organizations.length > 0;
  const message = stateMessage(current);
  return (
    <AuthLayout title={message} line={m.auth_unsubscribe_line({ email: current.email })}>
      <p role="status" className="sr-only">
        {message}
      </p>
      <div className="grid gap-2 px-4">
        {!needsAccount && (
          <Button kind={off ? 'lamp' : 'quiet'} wide busy={busy} onPress={() => void save(off ? 'on' : 'off')}>
            {off ? m.actions_undo() : m.auth_unsubscribe_off()}
          </Button>
        )}
        {current.organizations.length > 0 && (
          <ButtonLink to="/user/account" wide>
            {needsAccount ? m.auth_go_to_account() : m.auth_unsubscribe_all()}
          </ButtonLink>
        )}
      </div>
    </AuthLayout>
  );
}

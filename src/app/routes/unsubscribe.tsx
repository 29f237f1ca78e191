// Ends alarm mails by the link in one of them: done by opening it, without a session, and undone by one touch.
import { createFileRoute } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx';
import { errorMessage } from '#app/api/error-messages.ts';
import { type Unsubscribed, isStale, setAlarmMails } from '#app/auth/mail-links.ts';
import { flash } from '#app/device/flash.ts';
import { Bare } from '#app/features/shell/auth-layout.tsx';
import { tokenIn } from '#app/features/auth/mail-link.ts';
import { FailedToLoad } from '#app/features/shell/error-pages.tsx';
import { useRun } from '#app/features/shell/use-run-once.ts';

export const Route = createFileRoute('/unsubscribe')({
  staticData: { title: 'Unsubscribe' },
  validateSearch: tokenIn,
  component: Unsubscribe,
});

function Unsubscribe() {
  const { token = '' } = Route.useSearch();
  const { run, again } = useRun(
    `unsubscribe ${token}`,
    useCallback(() => setAlarmMails(token, 'off'), [token]),
  );
  if (run.at === 'done') return <Choice token={token} first={run.value} />;
  if (run.at === 'running') return <Bare title="Alarm mails">{null}</Bare>;
  if (isStale(run.error) || token === '') return <Stale />;
  return (
    <Bare title="Alarm mails">
      <FailedToLoad what="this link" error={run.error} onRetry={again} />
    </Bare>
  );
}

function Stale() {
  return (
    <Bare
      title="This link opens nothing"
      line="It was cut short, or the account is gone. Alarm mails can be changed under Account."
    >
      <div className="px-4">
        <ButtonLink to="/user/account" wide>
          Go to Account
        </ButtonLink>
      </div>
    </Bare>
  );
}

/** What is sent now, in one sentence. */
function sentenceOfMails({ organization, alarmEmails, allAlarmEmails }: Unsubscribed): string {
  if (!allAlarmEmails) return 'No more alarm mails';
  const about = organization === null ? '' : ` about ${organization.name}`;
  return alarmEmails ? `Alarm mails${about} are sent` : `No more alarm mails${about}`;
}

function Choice({ token, first }: { token: string; first: Unsubscribed }) {
  const [now, setNow] = useState(first);
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const put = async (set: Parameters<typeof setAlarmMails>[1]) => {
    if (busy) return;
    setBusy(true);
    setAsked(false);
    try {
      setNow(await setAlarmMails(token, set));
    } catch (error) {
      flash('negative', errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  const off = !now.allAlarmEmails || !now.alarmEmails;
  const undo = () => void put(now.allAlarmEmails ? 'on' : 'all-on');
  const sentence = sentenceOfMails(now);
  return (
    <Bare title={sentence} line={`To ${now.email}. Your devices ring as before.`}>
      <p role="status" className="sr-only">
        {sentence}
      </p>
      <div className="grid gap-2 px-4">
        <Button kind={off ? 'lamp' : 'quiet'} wide busy={busy} onPress={off ? undo : () => void put('off')}>
          {off ? 'Undo' : 'No more of them'}
        </Button>
        {now.allAlarmEmails && now.organization !== null && (
          <Button kind="danger" wide busy={busy} onPress={() => (asked ? void put('all-off') : setAsked(true))}>
            {asked ? 'Yes, all alarm mails off' : 'All alarm mails off'}
          </Button>
        )}
      </div>
    </Bare>
  );
}

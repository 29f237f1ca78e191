// Ends alarm mails by the link in one of them: done by opening it, without a session, and undone by one touch.
import { createFileRoute } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Empty } from '#app/ui/empty.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Screen } from '#app/ui/screen.tsx';
import { sentenceOf } from '../api/refused.ts';
import { type Unsubscribed, isStale, setAlarmMails } from '../session/mail-links.ts';
import { flash } from '../session/flash.ts';
import { FlashHost } from './-page.tsx';
import { FailedToLoad, ToWatch, useTitle } from './-states.tsx';
import { useRun } from './-use-run.ts';

export const Route = createFileRoute('/unsubscribe')({
  staticData: { title: 'Unsubscribe' },
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    typeof search['token'] === 'string' ? { token: search['token'] } : {},
  component: Unsubscribe,
});

function Unsubscribe() {
  const { token = '' } = Route.useSearch();
  useTitle('Alarm mails');
  const { run, again } = useRun(
    `unsubscribe ${token}`,
    useCallback(() => setAlarmMails(token, 'off'), [token]),
  );
  return (
    <Screen title="Alarm mails" flash={<FlashHost />}>
      {run.at === 'done' && <Choice token={token} first={run.value} />}
      {run.at === 'failed' &&
        (isStale(run.error) || token === '' ? (
          <Empty
            art={<Icon name="warn" size={56} className="t2" />}
            title="This link opens nothing"
            action={<ToWatch />}
          >
            It was cut short, or the account is gone. Alarm mails can be changed under Account.
          </Empty>
        ) : (
          <FailedToLoad what="this link" error={run.error} onRetry={again} />
        ))}
    </Screen>
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
      flash('negative', sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  const off = !now.allAlarmEmails || !now.alarmEmails;
  const undo = () => void put(now.allAlarmEmails ? 'on' : 'all-on');
  const action = (
    <div className="grid w-full gap-2">
      <Button kind={off ? 'lamp' : 'quiet'} wide busy={busy} onPress={off ? undo : () => void put('off')}>
        {off ? 'Undo' : 'No more of them'}
      </Button>
      {now.allAlarmEmails && now.organization !== null && (
        <Button kind="danger" wide busy={busy} onPress={() => (asked ? void put('all-off') : setAsked(true))}>
          {asked ? 'Yes, all alarm mails off' : 'All alarm mails off'}
        </Button>
      )}
    </div>
  );
  return (
    <div role="status">
      <Empty art={<Icon name="mail" size={56} className="t3" />} title={sentenceOfMails(now)} action={action}>
        To {now.email}. Your devices ring as before.
      </Empty>
    </div>
  );
}

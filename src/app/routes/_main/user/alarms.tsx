// Turning on alarms: the steps for this device, the permission by a press, and a test alarm that is followed home.
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { TopBar } from '#app/ui/layout/page-header.tsx';
import { LinkRow, Rows } from '#app/ui/layout/rows.tsx';
import { FieldNote } from '#app/ui/form/field.tsx';
import { HowTo, HowToLine, Step, Steps } from '#app/ui/layout/steps.tsx';
import { sentenceOf } from '#app/api/errors.ts';
import { isOwnPath } from '#app/auth/guard.ts';
import { install, useInstallDeclined, useInstallWay } from '#app/device/install.ts';
import { useNow } from '#app/device/now.ts';
import { type PushNow, usePush } from '#app/push/store.ts';
import { sendTest, useTrial } from '#app/push/test-alarm.ts';
import { type Trial, stageOf } from '#app/push/test-alarm-state.ts';
import { LivePanel } from '#app/features/shell/live-panel.tsx';
import { Page } from '#app/features/shell/page.tsx';
import { thing } from '#app/features/push/push-state.ts';
import { useTitle } from '#app/features/shell/error-pages.tsx';
import { AlarmDock } from '#app/features/push/alarm-dock.tsx';
import { BeHeard, ToHomeScreen, Unblock } from '#app/features/push/alarm-help.tsx';
import {
  type Ask,
  type Standing,
  type StepView,
  askOf,
  faultWords,
  headOf,
  stepsOf,
} from '#app/features/push/alarm-steps.ts';
import { RoundTrip } from '#app/features/push/alarm-trail.tsx';

export const Route = createFileRoute('/_main/user/alarms')({
  staticData: { title: 'Turn on alarms', bar: 'own' },
  validateSearch: (search: Record<string, unknown>): { from?: string } =>
    typeof search['from'] === 'string' && isOwnPath(search['from']) ? { from: search['from'] } : {},
  component: TurnOnAlarms,
});

function TurnOnAlarms() {
  const { from } = Route.useSearch();
  const router = useRouter();
  const push = usePush();
  const trial = useTrial();
  const way = useInstallWay();
  const declined = useInstallDeclined();
  const now = useNow(1000);
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { platform } = push.facts;
  const stage = trial === null ? null : stageOf(trial, now);
  const standing: Standing = { platform, state: push.state, way, declined, stage };
  const ask = askOf(standing);
  const { title, line } = headOf(standing, trial, now);
  useTitle(title);
  const send = () => {
    if (sending) return;
    setSending(true);
    setFailure(null);
    sendTest()
      .catch((error: unknown) => setFailure(sentenceOf(error)))
      .finally(() => setSending(false));
  };
  const leave = () => router.history.push(from ?? '/');
  return (
    <Page
      ground="deep"
      header={<TopBar brand="Backwatch" end={<LivePanel />} />}
      dock={<AlarmDock ask={ask} busy={push.busy || sending} onLeave={leave} onSend={send} />}
      bar={null}
    >
      <div className="steps-page">
        <h1>{title}</h1>
        <p aria-live="polite">{line}</p>
        {ask === 'impossible' ? (
          <Elsewhere />
        ) : (
          <Steps>
            {stepsOf(standing).map((step, index) => (
              <Step
                key={step.key}
                number={index + 1}
                state={step.state}
                title={step.key === 'allow' && ask === 'blocked' ? 'Unblock notifications' : step.title}
                note={noteOf(step, ask, platform)}
              >
                <Inside step={step} ask={ask} push={push} trial={trial} now={now} failure={failure} />
              </Step>
            ))}
          </Steps>
        )}
        {ask === 'done' && way === 'offered' && !declined && (
          <Rows>
            <LinkRow icon="addhome" label="Install Backwatch, to open it at once" onPress={() => void install()} />
          </Rows>
        )}
      </div>
    </Page>
  );
}

interface InsideProps {
  step: StepView;
  ask: Ask;
  push: PushNow;
  trial: Trial | null;
  now: number;
  failure: string | null;
}

// What stands inside a step: only the step that is now says more than its title.
function Inside({ step, ask, push, trial, now, failure }: InsideProps) {
  const { platform, standalone } = push.facts;
  if (step.state !== 'now') return step.key === 'test' && ask === 'done' ? <BeHeard platform={platform} /> : null;
  if (step.key === 'install') return ask === 'byHand' ? <ToHomeScreen /> : null;
  if (step.key === 'allow')
    return (
      <>
        {ask === 'blocked' && <Unblock platform={platform} standalone={standalone} />}
        {push.fault && ask !== 'blocked' && <Fault text={faultWords[push.fault]} />}
      </>
    );
  const it = `this ${thing(platform)}`;
  const helps = ask === 'answer' || ask === 'mend';
  return (
    <>
      {trial && !helps && <RoundTrip trial={trial} stage={stageOf(trial, now)} it={it} />}
      {helps && <BeHeard platform={platform} />}
      {failure && <Fault text={failure} />}
    </>
  );
}

function noteOf({ key, state }: StepView, ask: Ask, platform: Standing['platform']): string | undefined {
  if (key === 'install')
    return state === 'now' && ask === 'install' ? 'Then it opens at once, like any app.' : undefined;
  if (key === 'allow') {
    if (state === 'later') return `${platform === 'iphone' ? 'iPhone' : 'Your phone'} asks once, after step 1.`;
    if (state !== 'now' || ask === 'blocked') return undefined;
    return ask === 'renew' || platform === 'desktop' ? 'Your browser asks once.' : `Your ${thing(platform)} asks once.`;
  }
  if (ask === 'answer')
    return `If the screen lit up but stayed silent, sound is off or ${platform === 'iphone' ? 'a Focus' : 'Do Not Disturb'} is on.`;
  if (ask === 'mend') return 'Go through these, then send it again.';
  if (ask === 'done') return 'To be sure of the nights to come:';
  return ask === 'watch' || ask === 'retry' || ask === 'renew' ? undefined : 'So you know it rings.';
}

function Fault({ text }: { text: string }) {
  return (
    <div role="alert">
      <FieldNote id="alarms-error" error={text} />
    </div>
  );
}

function Elsewhere() {
  return (
    <HowTo>
      <HowToLine icon="phone">
        Open this address on your <b>phone</b>: Chrome, Edge or Firefox on Android, the Home Screen on iPhone
      </HowToLine>
      <HowToLine icon="win">
        On a computer: <b>Chrome, Edge, Firefox</b> or Safari 16 and later, and not in a private window
      </HowToLine>
      <HowToLine icon="mail">Emails about alarms reach you all the same, if your account wants them</HowToLine>
    </HowTo>
  );
}

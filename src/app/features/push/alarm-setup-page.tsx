// Turns on alarms for this device: the steps, the permission prompt, and a test alarm that is followed to the device.
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { TopBar } from '#app/ui/layout/page-header.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { LinkRow, Rows } from '#app/ui/layout/rows.tsx';
import { Step, Steps, StepsPage } from '#app/ui/layout/steps.tsx';
import * as m from '#text/messages.js';
import { errorMessage } from '#app/api/write-error-messages.ts';
import { install, useInstallDeclined, useInstallWay } from '#app/device/install.ts';
import { useNow } from '#app/device/now.ts';
import { reader } from '#app/device/reader.ts';
import { type PushNow, usePush } from '#app/push/store.ts';
import { sendTest, useTestAlarm } from '#app/push/test-alarm.ts';
import { type TestAlarm, stageOf } from '#app/push/test-alarm-state.ts';
import { LivePanel } from '#app/features/shell/live-panel.tsx';
import { Page } from '#app/features/shell/page.tsx';
import { useTitle } from '#app/features/shell/error-pages.tsx';
import { AlarmDock } from './alarm-dock.tsx';
import { headingOf, pushErrorMessage, stepNote } from './alarm-headings.ts';
import { HomeScreenHelp, OtherDeviceHelp, SoundHelp, UnblockHelp } from './alarm-help.tsx';
import { type AlarmSetup, type SetupAction, type StepView, nextAction, stepsOf } from './alarm-steps.ts';
import { TestAlarmTrail } from './alarm-trail.tsx';
import { deviceKind } from './push-state.ts';

/** `from` is the path to open afterwards, Watch if left out. */
export function AlarmSetupPage({ from }: { from: string | undefined }) {
  const router = useRouter();
  const push = usePush();
  const testAlarm = useTestAlarm();
  const way = useInstallWay();
  const declined = useInstallDeclined();
  const now = useNow(1000);
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { platform } = push.facts;
  const stage = testAlarm === null ? null : stageOf(testAlarm, now);
  const device = deviceKind(platform);
  const setup: AlarmSetup = { platform, device, state: push.state, way, declined, stage };
  const action = nextAction(setup);
  const { title, line } = headingOf(setup, testAlarm, now, reader());
  useTitle(title);
  const send = () => {
    if (sending) return;
    setSending(true);
    setFailure(null);
    sendTest()
      .catch((error: unknown) => setFailure(errorMessage(error)))
      .finally(() => setSending(false));
  };
  const leave = () => router.history.push(from ?? '/');
  return (
    <Page
      ground="deep"
      measure="form"
      header={<TopBar brand="Backwatch" end={<LivePanel />} />}
      dock={<AlarmDock action={action} busy={push.busy || sending} onLeave={leave} onSend={send} />}
      bar={null}
    >
      <StepsPage title={title} line={line}>
        {action === 'unsupported' ? (
          <OtherDeviceHelp />
        ) : (
          <Steps>
            {stepsOf(setup).map((step, index) => (
              <Step
                key={step.key}
                number={index + 1}
                state={step.state}
                title={step.key === 'allow' && action === 'unblock' ? m.push_step_unblock() : step.title}
                note={stepNote(step, setup)}
              >
                <StepContent
                  step={step}
                  action={action}
                  push={push}
                  testAlarm={testAlarm}
                  now={now}
                  failure={failure}
                />
              </Step>
            ))}
          </Steps>
        )}
        {action === 'done' && way === 'offered' && !declined && (
          <Rows>
            <LinkRow icon="addhome" label={m.push_install_row()} onPress={() => void install()} />
          </Rows>
        )}
      </StepsPage>
    </Page>
  );
}

interface StepContentProps {
  step: StepView;
  action: SetupAction;
  push: PushNow;
  testAlarm: TestAlarm | null;
  now: number;
  failure: string | null;
}

// Only the current step has content, and a finished test the advice for the night.
function StepContent({ step, action, push, testAlarm, now, failure }: StepContentProps) {
  const { platform, standalone } = push.facts;
  if (step.state !== 'now') return step.key === 'test' && action === 'done' ? <SoundHelp platform={platform} /> : null;
  if (step.key === 'install') return action === 'addByHand' ? <HomeScreenHelp /> : null;
  if (step.key === 'allow')
    return (
      <>
        {action === 'unblock' && <UnblockHelp platform={platform} standalone={standalone} />}
        {push.fault && action !== 'unblock' && <ErrorLine text={pushErrorMessage(push.fault)} />}
      </>
    );
  const showsHelp = action === 'confirm' || action === 'checkSound';
  return (
    <>
      {testAlarm && !showsHelp && (
        <TestAlarmTrail testAlarm={testAlarm} stage={stageOf(testAlarm, now)} device={deviceKind(platform)} />
      )}
      {showsHelp && <SoundHelp platform={platform} />}
      {failure && <ErrorLine text={failure} />}
    </>
  );
}

function ErrorLine({ text }: { text: string }) {
  return (
    <p className="mt-2 flex items-start gap-2 text-[1rem]/[1.3] font-semibold text-misstext" role="alert">
      <Icon name="warn" size={20} />
      {text}
    </p>
  );
}

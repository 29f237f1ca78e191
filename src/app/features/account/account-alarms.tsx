// Alarms on this device: their state, the result of the last test, turning them on and off, and sending a test.
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx';
import { FactRow, Facts, SectionTitle } from '#app/ui/layout/rows.tsx';
import { errorMessage } from '#app/api/write-error-messages.ts';
import { flash } from '#app/device/flash.ts';
import { useNow } from '#app/device/now.ts';
import { turnOff } from '#app/push/push.ts';
import { type PushNow, usePush } from '#app/push/store.ts';
import type { LastTest } from '#app/push/storage.ts';
import { lastTest, sendTest, useTestAlarm } from '#app/push/test-alarm.ts';
import { deviceKind, stateSentence, stateLabel } from '#app/features/push/push-state.ts';
import { reader } from '#app/device/reader.ts';
import { formatMoment } from '#text/format.ts';
import { sendFaultText } from '#app/features/shell/send-fault.ts';
import * as m from '#text/messages.js';
import { type Device, receiptText } from './account-devices.tsx';

const ONBOARDING = '/user/alarms?from=/user/account';

/** The section; `quiet` while the page has another thing to press. */
export function AlarmsHere({ device, quiet }: { device: Device | undefined; quiet: boolean }) {
  const push = usePush();
  useTestAlarm();
  const now = useNow(30_000);
  const test = lastTest();
  const { platform } = push.facts;
  const label = stateLabel(push.state);
  const title = m.shell_alarms_on_device({ device: deviceKind(platform) });
  return (
    <section id="alarms" aria-label={title}>
      <SectionTitle end={label === '' ? undefined : <b className={tones[push.state] ?? 'text-latetext'}>{label}</b>}>
        {title}
      </SectionTitle>
      <Facts>
        <FactRow icon="bell" term={stateSentence(push.state, platform)} />
        <FactRow term={m.account_last_test()}>{testResult(test, now)}</FactRow>
        {push.state === 'on' && device && <FactRow term={m.account_last_shown()}>{receiptText(device, now)}</FactRow>}
        {device?.lastError && (
          <FactRow term={m.account_last_trouble()}>{sendFaultText(device.lastError, 'push')}</FactRow>
        )}
      </Facts>
      <div className="flex min-h-16 flex-wrap gap-2 px-3 pt-2 *:flex-1 md:*:flex-none">
        {push.state === 'on' ? <WhenOn push={push} /> : <WhenNot push={push} quiet={quiet} />}
      </div>
    </section>
  );
}

const tones: Partial<Record<PushNow['state'], string>> = { on: 'text-oktext', off: 'text-latetext' };

/** The result of the last test on this device. */
export function testResult(test: LastTest | null, now: number): string {
  if (test === null) return m.account_never();
  const answer = test.rang === true ? 'rang' : test.rang === false ? 'silent' : 'shown';
  const result = test.shownAt === null && test.rang !== true ? 'unshown' : answer;
  return m.account_test_result({ result, time: formatMoment(test.askedAt, now, reader()) });
}

function WhenOn({ push }: { push: PushNow }) {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const doing = (work: () => Promise<void>) => {
    setBusy(true);
    work()
      .catch((error: unknown) => flash('negative', errorMessage(error)))
      .finally(() => setBusy(false));
  };
  const test = () =>
    doing(async () => {
      await sendTest();
      router.history.push(ONBOARDING);
    });
  const off = () =>
    doing(async () => {
      await turnOff();
      flash('warning', m.account_alarms_off({ device: deviceKind(push.facts.platform) }));
    });
  return (
    <>
      <Button kind="line" busy={busy} onPress={off}>
        {m.account_turn_off()}
      </Button>
      <Button kind="quiet" busy={busy} onPress={test}>
        {m.account_test_send()}
      </Button>
    </>
  );
}

const setupLabels: Partial<Record<PushNow['state'], () => string>> = {
  blocked: m.account_unblock,
  impossible: m.account_turn_on_elsewhere,
  needsInstall: m.account_turn_on_how,
  lost: m.account_turn_on_again,
};

function WhenNot({ push, quiet }: { push: PushNow; quiet: boolean }) {
  if (push.state === 'unknown') return null;
  return (
    <ButtonLink to={ONBOARDING} kind={quiet ? 'quiet' : 'lamp'}>
      {(setupLabels[push.state] ?? m.account_turn_on)()}
    </ButtonLink>
  );
}

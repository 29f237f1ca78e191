// Alarms on this phone: how it stands, what the last test said, turning them on and off, and sending a test.
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { clockWords } from '#app/ui/format.ts';
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx';
import { FactRow, Facts, SectionTitle } from '#app/ui/layout/rows.tsx';
import { errorMessage } from '#app/api/error-messages.ts';
import { flash } from '#app/device/flash.ts';
import { useNow } from '#app/device/now.ts';
import { turnOff } from '#app/push/push.ts';
import { type PushNow, usePush } from '#app/push/store.ts';
import type { LastTest } from '#app/push/storage.ts';
import { lastTest, sendTest, useTrial } from '#app/push/test-alarm.ts';
import { stateSentence, stateWord, thing } from '#app/features/push/push-state.ts';
import { type Device, receiptWords } from './account-devices.tsx';

const ONBOARDING = '/user/alarms?from=/user/account';

/** The section; `quiet` while the page has another thing to press. */
export function AlarmsHere({ device, quiet }: { device: Device | undefined; quiet: boolean }) {
  const push = usePush();
  useTrial();
  const now = useNow(30_000);
  const test = lastTest();
  const { platform } = push.facts;
  const word = stateWord(push.state);
  return (
    <section id="alarms" aria-label={`Alarms on this ${thing(platform)}`}>
      <SectionTitle end={word === '' ? undefined : <b className={tones[push.state] ?? 'text-latetext'}>{word}</b>}>
        Alarms on this {thing(platform)}
      </SectionTitle>
      <Facts>
        <FactRow icon="bell" term={stateSentence(push.state, platform)} />
        <FactRow term="Last test">{testWords(test, now)}</FactRow>
        {push.state === 'on' && device && <FactRow term="Last shown">{receiptWords(device, now)}</FactRow>}
        {push.state === 'on' && device?.lastError && <FactRow term="Last trouble">{device.lastError}</FactRow>}
      </Facts>
      <div className="flex flex-wrap gap-2 px-3 pt-2 *:flex-1">
        {push.state === 'on' ? <WhenOn push={push} /> : <WhenNot push={push} quiet={quiet} />}
      </div>
    </section>
  );
}

const tones: Partial<Record<PushNow['state'], string>> = { on: 'text-oktext', off: 'text-latetext' };

/** What came of the last test on this device. */
export function testWords(test: LastTest | null, now: number): string {
  if (test === null) return 'Never';
  const said = test.heard === true ? 'it rang' : test.heard === false ? 'not heard' : 'nobody said that it rang';
  return `${clockWords(test.askedAt, now)}, ${test.shownAt === null && test.heard !== true ? 'not shown' : said}`;
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
      flash('warning', `Alarms are off. This ${thing(push.facts.platform)} will not ring.`);
    });
  return (
    <>
      <Button kind="line" busy={busy} onPress={off}>
        Turn off
      </Button>
      <Button kind="quiet" busy={busy} onPress={test}>
        Send a test alarm
      </Button>
    </>
  );
}

const wayIn: Partial<Record<PushNow['state'], string>> = {
  blocked: 'How to unblock',
  impossible: 'What else can ring',
  needsInstall: 'How to turn on alarms',
  lost: 'Turn on again',
};

function WhenNot({ push, quiet }: { push: PushNow; quiet: boolean }) {
  if (push.state === 'unknown') return null;
  return (
    <ButtonLink to={ONBOARDING} kind={quiet ? 'quiet' : 'lamp'}>
      {wayIn[push.state] ?? 'Turn on alarms'}
    </ButtonLink>
  );
}

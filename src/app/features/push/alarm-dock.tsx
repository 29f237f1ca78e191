// The bottom of the onboarding: the one thing to press now, and the way out.
import type { ReactNode } from 'react';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { declineInstall, install } from '#app/device/install.ts';
import { repair, turnOn } from '#app/push/push.ts';
import { dismissTrial, confirmHeard } from '#app/push/test-alarm.ts';
import type { Ask } from './alarm-steps.ts';

interface DockProps {
  ask: Ask;
  busy: boolean;
  onLeave: () => void;
  onSend: () => void;
}

/** Two buttons at most; the right one is what the thumb should do next. */
export function AlarmDock(props: DockProps) {
  return (
    <>
      {props.ask === 'byHand' && (
        <p className="text-text3 px-1 pb-2 text-[0.9375rem]">
          iPhone only lets Home Screen apps ring. Needs iOS 16.4 or later.
        </p>
      )}
      <div className="flex gap-2 *:min-w-0 *:flex-1">{buttonsOf(props)}</div>
    </>
  );
}

function turnOnAgain(): void {
  dismissTrial();
  void turnOn();
}

function buttonsOf({ ask, busy, onLeave, onSend }: DockProps): ReactNode {
  const lamp = (label: ReactNode, onPress: () => void) => (
    <Button kind="lamp" busy={busy} onPress={onPress}>
      {label}
    </Button>
  );
  const quiet = (label: string, onPress: () => void = onLeave) => (
    <Button kind="quiet" onPress={onPress}>
      {label}
    </Button>
  );
  const rang = (
    <Button kind="lamp" onPress={() => void confirmHeard(true)}>
      <Icon name="check" />
      It rang
    </Button>
  );
  const pairs: Record<Ask, ReactNode[]> = {
    wait: [quiet('Not now')],
    byHand: [quiet('Not now')],
    impossible: [quiet('Back')],
    watch: [quiet('Not now')],
    install: [quiet('Skip', declineInstall), lamp('Install', () => void install())],
    allow: [quiet('Not now'), lamp('Allow', () => void turnOn())],
    blocked: [quiet('Not now'), lamp('Check again', () => void repair())],
    send: [quiet('Not now'), lamp('Send test', onSend)],
    answer: [quiet('It did not', () => void confirmHeard(false)), rang],
    mend: [quiet('Not now'), lamp('Send again', onSend)],
    retry: [quiet('It rang', () => void confirmHeard(true)), lamp('Send again', onSend)],
    renew: [quiet('Not now'), lamp('Turn on again', turnOnAgain)],
    done: [lamp('Done', onLeave)],
  };
  return pairs[ask].map((button, index) => (
    <span key={`${ask}${index}`} className="grid">
      {button}
    </span>
  ));
}

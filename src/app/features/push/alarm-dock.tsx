// The bottom bar of the alarm setup: the next action and the way out.
import type { ReactNode } from 'react';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import * as m from '#text/messages.js';
import { declineInstall, install } from '#app/device/install.ts';
import { repair, turnOn } from '#app/push/push.ts';
import { dismissTest, confirmRang } from '#app/push/test-alarm.ts';
import type { SetupAction } from './alarm-steps.ts';

interface DockProps {
  action: SetupAction;
  busy: boolean;
  onLeave: () => void;
  onSend: () => void;
}

/** Two buttons at most; the right one is the next action. */
export function AlarmDock(props: DockProps) {
  return (
    <>
      {props.action === 'addByHand' && (
        <p className="text-text3 px-1 pb-2 text-[0.9375rem]">{m.push_note_ios_only()}</p>
      )}
      <div className="flex gap-2 *:min-w-0 *:flex-1 md:*:flex-none">{buttonsOf(props)}</div>
    </>
  );
}

function turnOnAgain(): void {
  dismissTest();
  void turnOn();
}

function buttonsOf({ action, busy, onLeave, onSend }: DockProps): ReactNode {
  const primary = (label: ReactNode, onPress: () => void) => (
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
    <Button kind="lamp" onPress={() => void confirmRang(true)}>
      <Icon name="check" />
      {m.push_action_rang()}
    </Button>
  );
  const notNow = quiet(m.push_action_not_now());
  const sendAgain = primary(m.push_action_send_again(), onSend);
  const pairs: Record<SetupAction, ReactNode[]> = {
    wait: [notNow],
    addByHand: [notNow],
    unsupported: [quiet(m.actions_back())],
    follow: [notNow],
    install: [quiet(m.push_action_skip(), declineInstall), primary(m.push_action_install(), () => void install())],
    allow: [notNow, primary(m.push_action_allow(), () => void turnOn())],
    unblock: [notNow, primary(m.push_action_check_again(), () => void repair())],
    sendTest: [notNow, primary(m.push_action_send(), onSend)],
    confirm: [quiet(m.push_action_did_not_ring(), () => void confirmRang(false)), rang],
    checkSound: [notNow, sendAgain],
    resend: [quiet(m.push_action_rang(), () => void confirmRang(true)), sendAgain],
    resubscribe: [notNow, primary(m.push_action_turn_on_again(), turnOnAgain)],
    done: [primary(m.push_action_done(), onLeave)],
  };
  return pairs[action].map((button, index) => (
    <span key={`${action}${index}`} className="grid">
      {button}
    </span>
  ));
}

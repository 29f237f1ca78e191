// The steps of the alarm setup: which ones a device needs, which one is current, and the next action. Pure.
import type { StepState } from '#app/ui/layout/steps.tsx';
import * as m from '#text/messages.js';
import type { InstallWay } from '#app/device/install.ts';
import type { PushState } from '#app/push/rules.ts';
import type { TestStage } from '#app/push/test-alarm-state.ts';
import type { Platform } from '#app/device/device.ts';
import type { DeviceKind } from './push-state.ts';

/** Everything that decides on the steps. */
export interface AlarmSetup {
  platform: Platform;
  device: DeviceKind;
  state: PushState;
  way: InstallWay;
  /** Installing was declined on this device. */
  declined: boolean;
  /** Null until a test alarm is sent. */
  stage: TestStage | null;
}

export type StepKey = 'install' | 'allow' | 'test';
export interface StepView {
  key: StepKey;
  state: StepState;
  title: string;
}

const titles: Record<StepKey, { open: () => string; done: () => string }> = {
  install: { open: m.push_step_install, done: m.push_step_install_done },
  allow: { open: m.push_step_allow, done: m.push_step_allow_done },
  test: { open: m.push_step_test, done: m.push_step_test_done },
};

// An iPhone without push in its tabs cannot ring otherwise. Android can, so the step is optional. A computer needs none.
function needsInstallStep({ platform, way, declined, state }: AlarmSetup): boolean {
  if (platform === 'iphone') return way === 'installed' || state === 'needsInstall';
  return platform === 'android' && (way === 'installed' || (way === 'offered' && !declined));
}

function isDone(key: StepKey, { state, way, stage }: AlarmSetup): boolean {
  if (key === 'install') return way === 'installed';
  return key === 'allow' ? state === 'on' : stage === 'rang';
}

function titleOf(key: StepKey, { stage }: AlarmSetup, done: boolean): string {
  if (done) return titles[key].done();
  if (key !== 'test' || stage === null) return titles[key].open();
  return stage === 'failed' || stage === 'gone' ? m.push_step_test_failed() : m.push_step_test_sent();
}

/** The steps for this device, in order. Exactly one is `now` until all are done. */
export function stepsOf(setup: AlarmSetup): StepView[] {
  const keys: StepKey[] = needsInstallStep(setup) ? ['install', 'allow', 'test'] : ['allow', 'test'];
  const now = keys.find((key) => !isDone(key, setup));
  return keys.map((key) => {
    const done = isDone(key, setup);
    return { key, state: done ? 'done' : key === now ? 'now' : 'later', title: titleOf(key, setup, done) };
  });
}

/**
 * The next action of the user.
 * - wait: the browser has not reported its state yet.
 * - addByHand, install: install first, through the browser's menu or its install prompt.
 * - allow: grant the permission and subscribe; also after a lost subscription.
 * - unblock: only the device's settings can undo the block.
 * - unsupported: this browser cannot receive push.
 * - sendTest, follow, confirm, checkSound, resend, resubscribe, done: the test alarm and its outcomes.
 */
export type SetupAction =
  | 'wait'
  | 'addByHand'
  | 'install'
  | 'allow'
  | 'unblock'
  | 'unsupported'
  | 'sendTest'
  | 'follow'
  | 'confirm'
  | 'checkSound'
  | 'resend'
  | 'resubscribe'
  | 'done';

const actionOfStage: Record<TestStage, SetupAction> = {
  leaving: 'follow',
  accepted: 'follow',
  late: 'resend',
  shown: 'confirm',
  rang: 'done',
  silent: 'checkSound',
  gone: 'resubscribe',
  failed: 'resend',
};

/** The one action that the page offers now. */
export function nextAction(setup: AlarmSetup): SetupAction {
  const { state, stage } = setup;
  if (state === 'unknown') return 'wait';
  if (state === 'needsInstall') return 'addByHand';
  if (state === 'blocked') return 'unblock';
  if (state === 'impossible') return 'unsupported';
  if (state === 'on') return stage === null ? 'sendTest' : actionOfStage[stage];
  if (stage === 'gone') return 'resubscribe';
  const install = stepsOf(setup).find(({ key }) => key === 'install');
  return install?.state === 'now' && setup.way === 'offered' ? 'install' : 'allow';
}

// The onboarding of alarms as data: which steps for which device, where a person stands, and what is said there. Pure.
import { ageWords, secondWords } from '#app/ui/format.ts';
import type { StepState } from '#app/ui/layout/steps.tsx';
import type { InstallWay } from '#app/device/install.ts';
import type { PushFault, PushState } from '#app/push/rules.ts';
import { type Trial, type TrialStage, roundTripSeconds } from '#app/push/test-alarm-state.ts';
import { type Platform, isTablet } from '#app/device/device.ts';
import { thing } from './push-state.ts';

export interface AlarmStatus {
  platform: Platform;
  state: PushState;
  way: InstallWay;
  /** Installing was declined on this device. */
  declined: boolean;
  /** Null while no test was sent. */
  stage: TrialStage | null;
}

export type StepKey = 'install' | 'allow' | 'test';
export interface StepView {
  key: StepKey;
  state: StepState;
  title: string;
}

const titles: Record<StepKey, { open: string; done: string }> = {
  install: { open: 'Put Backwatch on your Home Screen', done: 'On your Home Screen' },
  allow: { open: 'Allow notifications', done: 'Notifications allowed' },
  test: { open: 'Send yourself a test alarm', done: 'It rang' },
};

// iPhone cannot ring otherwise, unless its browser says that it can; Android rings from a tab too, so there it is only
// offered; a desk needs none.
function asksToInstall({ platform, way, declined, state }: AlarmStatus): boolean {
  if (platform === 'iphone') return way === 'installed' || state === 'needsInstall';
  return platform === 'android' && (way === 'installed' || (way === 'offered' && !declined));
}

function isDone(key: StepKey, { state, way, stage }: AlarmStatus): boolean {
  if (key === 'install') return way === 'installed';
  return key === 'allow' ? state === 'on' : stage === 'rang';
}

/** The steps for this device, in order; exactly one is `now` until all are done. */
export function stepsOf(standing: AlarmStatus): StepView[] {
  const keys: StepKey[] = asksToInstall(standing) ? ['install', 'allow', 'test'] : ['allow', 'test'];
  const now = keys.find((key) => !isDone(key, standing));
  return keys.map((key) => {
    const done = isDone(key, standing);
    const title = key === 'test' && standing.stage !== null && !done ? testTitle(standing.stage) : titles[key].open;
    return { key, state: done ? 'done' : key === now ? 'now' : 'later', title: done ? titles[key].done : title };
  });
}

function testTitle(stage: TrialStage): string {
  return stage === 'failed' || stage === 'gone' ? 'Test alarm not delivered' : 'Test alarm sent';
}

/**
 * What the page asks for now.
 * - wait: the browser has not said how it stands.
 * - byHand, install: onto the Home Screen first, by the person or by the browser's own question.
 * - allow: permission and subscription; again where they were lost.
 * - blocked, impossible: a dead end, told as such.
 * - send, watch, answer, mend, retry, renew, done: the test alarm and what came of it.
 */
export type Ask =
  | 'wait'
  | 'byHand'
  | 'install'
  | 'allow'
  | 'blocked'
  | 'impossible'
  | 'send'
  | 'watch'
  | 'answer'
  | 'mend'
  | 'retry'
  | 'renew'
  | 'done';

const askOfStage: Record<TrialStage, Ask> = {
  leaving: 'watch',
  taken: 'watch',
  late: 'retry',
  shown: 'answer',
  rang: 'done',
  silent: 'mend',
  gone: 'renew',
  failed: 'retry',
};

/** The one thing that is asked of the person. */
export function askOf(standing: AlarmStatus): Ask {
  const { state, stage } = standing;
  if (state === 'unknown') return 'wait';
  if (state === 'needsInstall') return 'byHand';
  if (state === 'blocked' || state === 'impossible') return state;
  // A test that was shown says more than a state that is being looked up again.
  if (state === 'on') return stage === null ? 'send' : askOfStage[stage];
  if (stage === 'gone') return 'renew';
  const install = stepsOf(standing).find(({ key }) => key === 'install');
  return install?.state === 'now' && standing.way === 'offered' ? 'install' : 'allow';
}

const counts = ['No', 'One', 'Two', 'Three'];

/** The page's title and the line below it. */
export function headOf(standing: AlarmStatus, trial: Trial | null, now: number): { title: string; line: string } {
  const it = `this ${thing(standing.platform)}`;
  const ask = askOf(standing);
  const steps = stepsOf(standing).length;
  const start = `${counts[steps]} steps, about a minute. Then ${it} can wake you when a backup is in trouble.`;
  if (ask === 'blocked')
    return {
      title: 'Alarms are blocked',
      line: `Somebody chose Block, so ${it} will not ring. Only its own settings can undo that.`,
    };
  if (ask === 'impossible')
    return {
      title: 'This browser cannot ring',
      line: 'It has no push notifications. Another browser, or your phone, can wake you.',
    };
  if (ask === 'send')
    return { title: 'Now hear it', line: `Alarms are on. A test shows that they reach ${it}, and wake you.` };
  if (ask === 'renew' || (ask === 'allow' && standing.state === 'lost'))
    return {
      title: 'Turn on alarms again',
      line: `The push service no longer knows ${it}. It will not ring until you do.`,
    };
  if (standing.state === 'unfinished')
    return {
      title: 'Almost there',
      line: `The server has not heard of ${it} yet. Try again when there is a connection.`,
    };
  if (trial === null || standing.state !== 'on') return { title: 'Turn on alarms', line: start };
  return trialHead(standing, trial, now);
}

function trialHead({ stage, platform }: AlarmStatus, trial: Trial, now: number): { title: string; line: string } {
  const it = `this ${thing(platform)}`;
  const left = `A test alarm left our server at ${secondWords(trial.askedAt)}`;
  const took = roundTripSeconds(trial);
  if (stage === 'rang')
    return { title: `${it.replace('t', 'T')} rings`, line: 'A backup in trouble can wake you now.' };
  if (stage === 'silent')
    return {
      title: 'Make it heard',
      line:
        took === null
          ? `${left} and ${it} did not show it.`
          : `${left} and ${it} showed it ${took} s later, but you did not hear it.`,
    };
  if (stage === 'shown') return { title: 'Did it ring?', line: `${left} and ${it} showed it ${took ?? 1} s later.` };
  if (stage === 'late')
    return { title: 'Nothing yet', line: `${left} ${ageWords(now - trial.begunAt)} ago. ${lateWhy(trial, it)}` };
  if (stage === 'failed')
    return {
      title: 'It did not go out',
      line: `The push service did not take the test alarm. ${trial.status?.detail ?? ''}`.trim(),
    };
  return { title: 'On its way', line: `${left}. Put ${it} down as you would at night.` };
}

function lateWhy({ status, unheard }: Trial, it: string): string {
  if (unheard) return 'There is no connection to ask how far it got.';
  return status?.status === 'sent'
    ? `The push service took it, but ${it} has not shown it.`
    : 'The push service has not taken it.';
}

/** Why turning on did not work, and what to do. */
export const faultWords: Record<PushFault, string> = {
  denied: 'Notifications were not allowed.',
  dismissed: 'The question was closed without an answer. Press again and choose Allow.',
  offline: 'No connection. Try again when there is one.',
  noService: 'The push service of this browser did not answer. Try again in a minute.',
  refused: 'The server does not accept the push service of this browser.',
  noWorker: 'The app is not ready for alarms here. Reload this page and try again.',
};

/**
 * Where Share is: the newest Safari of a phone hides it behind three dots, an iPad has it at the top, and other browsers
 * beside the address. The browser inside another app cannot install anything.
 */
export function shareAt(userAgent: string): 'dots' | 'bottom' | 'top' | 'address' | 'nowhere' {
  if (/CriOS|FxiOS|EdgiOS/.test(userAgent)) return 'address';
  if (!userAgent.includes('Safari/')) return 'nowhere';
  if (isTablet(userAgent)) return 'top';
  const version = Number(/Version\/(\d+)/.exec(userAgent)?.[1] ?? 0);
  return version >= 26 ? 'dots' : 'bottom';
}

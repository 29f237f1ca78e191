// Whether this device would ring, in the app's words; the truth of it is kept by the session.
import { usePush } from '#app/push/store.ts';
import type { PushState as DeviceState } from '#app/push/rules.ts';
import { type Platform, isTablet, thisPlatform } from '#app/device/device.ts';

/** `unknown` while the browser has not said; nothing is claimed then. Everything that does not ring is `off`. */
export type PushState = 'unknown' | 'on' | 'off';

/** The state now. */
export function usePushState(): PushState {
  const { state } = usePush();
  return state === 'unknown' || state === 'on' ? state : 'off';
}

const things: Record<Platform, string> = { iphone: 'phone', android: 'phone', desktop: 'computer' };

/** "phone", "iPad" or "computer": what this device is called in a sentence. */
export const thing = (platform: Platform = thisPlatform()): string =>
  platform === 'iphone' && isTablet(navigator.userAgent) ? 'iPad' : things[platform];

const words: Record<DeviceState, string> = {
  unknown: '',
  on: 'On',
  off: 'Off',
  blocked: 'Blocked',
  impossible: 'Not possible here',
  needsInstall: 'Install first',
  lost: 'Lost',
  unfinished: 'Not finished',
};

/** One or two words for a state. */
export const stateWord = (state: DeviceState): string => words[state];

/** What a state means for the night: one sentence. */
export function stateSentence(state: DeviceState, platform: Platform): string {
  const it = thing(platform);
  const sentences: Record<DeviceState, string> = {
    unknown: 'Looking.',
    on: `This ${it} rings when a backup is in trouble.`,
    off: `This ${it} will not ring.`,
    blocked: `Notifications are blocked, so this ${it} will not ring.`,
    impossible: 'This browser cannot ring.',
    needsInstall: 'Only the app on the Home Screen can ring.',
    lost: `The push service no longer knows this ${it}. It will not ring.`,
    unfinished: 'The server has not heard of it yet. Do not count on it.',
  };
  return sentences[state];
}

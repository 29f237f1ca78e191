// The push state of this device as labels and sentences for the screens.
import * as m from '#text/messages.js';
import { usePush } from '#app/push/store.ts';
import type { PushState as DeviceState } from '#app/push/rules.ts';
import { type Platform, isTablet, thisPlatform } from '#app/device/device.ts';

/** `unknown` until the browser has answered. Every other state that does not ring is `off`. */
export type PushState = 'unknown' | 'on' | 'off';

/** The push state of this device. */
export function usePushState(): PushState {
  const { state } = usePush();
  return state === 'unknown' || state === 'on' ? state : 'off';
}

/** Selects the variant of a message that names this device. */
export type DeviceKind = 'phone' | 'iPad' | 'computer';

const deviceKinds: Record<Platform, DeviceKind> = { iphone: 'phone', android: 'phone', desktop: 'computer' };

/** The kind of this device, for the `device` input of messages. */
export const deviceKind = (platform: Platform = thisPlatform()): DeviceKind =>
  platform === 'iphone' && isTablet(navigator.userAgent) ? 'iPad' : deviceKinds[platform];

const labels: Record<DeviceState, () => string> = {
  unknown: () => '',
  on: m.push_state_word_on,
  off: m.push_state_word_off,
  blocked: m.push_state_word_blocked,
  impossible: m.push_state_word_unsupported,
  needsInstall: m.push_state_word_install,
  lost: m.push_state_word_lost,
  unfinished: m.push_state_word_unfinished,
};

/** One or two words for a state; empty for `unknown`. */
export const stateLabel = (state: DeviceState): string => labels[state]();

const sentences: Record<DeviceState, (inputs: { device: DeviceKind }) => string> = {
  unknown: () => m.push_state_sentence_unknown(),
  on: m.push_state_sentence_on,
  off: m.watch_will_not_ring,
  blocked: m.push_state_sentence_blocked,
  impossible: () => m.push_state_sentence_unsupported(),
  needsInstall: () => m.push_state_sentence_install(),
  lost: m.push_state_sentence_lost,
  unfinished: m.push_state_sentence_unfinished,
};

/** One sentence: whether this device rings, and why not. */
export const stateSentence = (state: DeviceState, platform: Platform): string =>
  sentences[state]({ device: deviceKind(platform) });

// The notification banner: exactly one at a time, the newest wins, gone after its time.
import { useSyncExternalStore } from 'react';

export interface Flash {
  visible: boolean;
  /** Milliseconds; 0 stays. */
  timeout: number;
  kind: 'positive' | 'negative' | 'warning' | 'info';
  messages: string[];
  icon: string | null;
  /** Goes when the page changes. */
  pageSpecific: boolean;
  action: { word: string; run: () => void } | null;
  /** Tells one banner from the next with the same words. */
  serial: number;
}

const DEFAULT_MS = 5000;
const hidden: Flash = {
  visible: false,
  timeout: 0,
  kind: 'info',
  messages: [],
  icon: null,
  pageSpecific: false,
  action: null,
  serial: 0,
};
const listeners = new Set<() => void>();
let now: Flash = hidden;
const PAST_KEPT = 5;
let past: readonly { serial: number; words: string; at: number }[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

function put(next: Flash): void {
  clearTimeout(timer);
  now = next;
  if (next.visible && next.timeout > 0) timer = setTimeout(dismissFlash, next.timeout);
  for (const listener of listeners) listener();
}

/** Shows a banner in place of the one that is there; 5,000 ms unless told. */
export function flash(
  kind: Flash['kind'],
  message: string | string[],
  more: Partial<Pick<Flash, 'timeout' | 'icon' | 'pageSpecific' | 'action'>> = {},
): void {
  const messages = Array.isArray(message) ? message : [message];
  const serial = now.serial + 1;
  past = [{ serial, words: messages.join(' '), at: Date.now() }, ...past].slice(0, PAST_KEPT);
  put({ ...hidden, timeout: DEFAULT_MS, ...more, visible: true, kind, messages, serial });
}

/** Takes the banner away. */
export const dismissFlash = (): void => put({ ...hidden, serial: now.serial });

/** The page changed: what was said about it goes. */
export function pageChanged(): void {
  if (now.visible && now.pageSpecific) dismissFlash();
}

/** The banner as it is now. */
export const flashNow = (): Flash => now;

/** What was said lately, newest first: each flash can be read again. */
export const pastFlashes = () => past;

const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The banner, for the part that draws it. */
export const useFlash = (): Flash => useSyncExternalStore(listen, flashNow);

// The flash message: one at a time, the newest replaces the others, hidden after its time.
import { createStore } from './create-store.ts';

export interface Flash {
  visible: boolean;
  /** Milliseconds; 0 stays. */
  timeout: number;
  kind: 'positive' | 'negative' | 'warning' | 'info';
  messages: string[];
  icon: string | null;
  /** Hidden when the page changes. */
  pageSpecific: boolean;
  action: { word: string; run: () => void } | null;
  /** A number for each flash, to tell apart two with the same text. */
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
const current = createStore<Flash>(hidden);
const MAX_PAST = 5;
let past: readonly { serial: number; text: string; at: number }[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

function put(next: Flash): void {
  clearTimeout(timer);
  if (next.visible && next.timeout > 0) timer = setTimeout(dismissFlash, next.timeout);
  current.set(next);
}

/** Shows a flash instead of the current one, for 5,000 ms by default. */
export function flash(
  kind: Flash['kind'],
  message: string | string[],
  more: Partial<Pick<Flash, 'timeout' | 'icon' | 'pageSpecific' | 'action'>> = {},
): void {
  const messages = Array.isArray(message) ? message : [message];
  const serial = current.get().serial + 1;
  past = [{ serial, text: messages.join(' '), at: Date.now() }, ...past].slice(0, MAX_PAST);
  put({ ...hidden, timeout: DEFAULT_MS, ...more, visible: true, kind, messages, serial });
}

/** Hides the flash. */
export const dismissFlash = (): void => put({ ...hidden, serial: current.get().serial });

/** Hides a flash about the page that was left. */
export function pageChanged(): void {
  const { visible, pageSpecific } = current.get();
  if (visible && pageSpecific) dismissFlash();
}

/** The current flash. */
export const flashNow = current.get;

/** The last flashes, newest first, so that each can be read again. */
export const pastFlashes = () => past;

/** The current flash, for the component that shows it. */
export const useFlash = (): Flash => current.use();

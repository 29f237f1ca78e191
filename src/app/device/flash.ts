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

/** A negative flash that hides by itself is read in this time, ms: good news that comes meanwhile waits. */
const NEGATIVE_MS = 3000;
let heldUntil = 0;
let next: Flash | null = null;
let nextTimer: ReturnType<typeof setTimeout> | undefined;

function put(shown: Flash): void {
  clearTimeout(timer);
  clearTimeout(nextTimer);
  next = null;
  const heldMs = shown.timeout > 0 ? NEGATIVE_MS : Infinity;
  heldUntil = shown.visible && shown.kind === 'negative' ? Date.now() + heldMs : 0;
  if (shown.visible && shown.timeout > 0) timer = setTimeout(dismissFlash, shown.timeout);
  current.set(shown);
}

function putAfter(waiting: Flash, ms: number): void {
  clearTimeout(nextTimer);
  next = waiting;
  nextTimer = setTimeout(() => put(waiting), ms);
}

/**
 * Shows a flash, for 5,000 ms by default. It replaces the current one. A positive one lets a negative one stay for 3 s. A positive
 * one without an action does not replace a negative one without a time: that may hold the text of a refused note.
 */
export function flash(
  kind: Flash['kind'],
  message: string | string[],
  more: Partial<Pick<Flash, 'timeout' | 'icon' | 'pageSpecific' | 'action'>> = {},
): void {
  const messages = Array.isArray(message) ? message : [message];
  const serial = (next ?? current.get()).serial + 1;
  past = [{ serial, text: messages.join('\n'), at: Date.now() }, ...past].slice(0, MAX_PAST);
  const wanted = { ...hidden, timeout: DEFAULT_MS, ...more, visible: true, kind, messages, serial };
  const wait = heldUntil - Date.now();
  if (kind !== 'positive' || wait <= 0 || (wait === Infinity && wanted.action)) put(wanted);
  else if (wait < Infinity) putAfter(wanted, wait);
}

/** Hides the flash, and shows the one that waited for it. */
export const dismissFlash = (): void => put(next ?? { ...hidden, serial: current.get().serial });

/** Forgets all messages: the next person on this device may not see what they name. */
export function forgetFlashes(): void {
  past = [];
  next = null;
  dismissFlash();
}

/** Hides good news: the next try may fail, and must not stand under the success of the last one. */
export function dismissSuccess(): void {
  const { visible, kind } = current.get();
  if (visible && kind === 'positive') dismissFlash();
}

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

// What this device remembers about alarms: its own name for itself, each person's choice, what the server took, the last test.
import { getItem, setItem } from '#app/device/local-storage.ts';

/** The newest test alarm to this device. */
export interface LastTest {
  pushId: string;
  /** ISO instants. */
  askedAt: string;
  shownAt: string | null;
  /** What the person said; null for nothing yet. */
  heard: boolean | null;
}

/** What one person did about alarms on this device. */
export interface Remembered {
  wanted: 'on' | 'off' | null;
  /** The subscription that the server took last, and under which id. */
  endpoint: string | null;
  device: string | null;
  /** The onboarding was offered after a sign-in. */
  offered: boolean;
  test: LastTest | null;
}

const nothing: Remembered = { wanted: null, endpoint: null, device: null, offered: false, test: null };
const INSTALL = 'backwatch.install';
const keyOf = (user: string): string => `backwatch.alarms.${user}`;

/** What one person did here; nothing at all for somebody new. */
export function remembered(user: string): Remembered {
  try {
    return { ...nothing, ...(JSON.parse(getItem(keyOf(user)) ?? '{}') as Partial<Remembered>) };
  } catch {
    return nothing;
  }
}

/** Remembers more of one person; answers all of it. */
export function remember(user: string, more: Partial<Remembered>): Remembered {
  const next = { ...remembered(user), ...more };
  setItem(keyOf(user), JSON.stringify(next));
  return next;
}

/** What this installation of the app calls itself; made once. */
export function installId(): string {
  const known = getItem(INSTALL);
  if (known !== null) return known;
  const made = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  setItem(INSTALL, made);
  return made;
}

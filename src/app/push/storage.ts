// Push data in localStorage: the id of the installation, and for each user the choice, the subscription and the last test.
import { getItem, setItem } from '#app/device/local-storage.ts';
import { randomId } from '#app/device/random-id.ts';

/** The newest test alarm to this device. */
export interface LastTest {
  pushId: string;
  /** ISO instants. */
  askedAt: string;
  shownAt: string | null;
  /** The user's answer; null before one. */
  rang: boolean | null;
}

/** The stored push data of one user on this device. */
export interface Remembered {
  wanted: 'on' | 'off' | null;
  /** The subscription that the server accepted last, and its device id. */
  endpoint: string | null;
  device: string | null;
  /** The onboarding was offered after a sign-in. */
  offered: boolean;
  test: LastTest | null;
}

const nothing: Remembered = { wanted: null, endpoint: null, device: null, offered: false, test: null };
const INSTALL = 'backwatch.install';
const keyOf = (user: string): string => `backwatch.alarms.${user}`;

/** Returns the stored data of a user; defaults for a new user. */
export function remembered(user: string): Remembered {
  try {
    return { ...nothing, ...(JSON.parse(getItem(keyOf(user)) ?? '{}') as Partial<Remembered>) };
  } catch {
    return nothing;
  }
}

/** Stores changes for a user; returns all data of the user. */
export function remember(user: string, more: Partial<Remembered>): Remembered {
  const next = { ...remembered(user), ...more };
  setItem(keyOf(user), JSON.stringify(next));
  return next;
}

/** The random id of this installation of the app, created once. */
export function installId(): string {
  const known = getItem(INSTALL);
  if (known !== null) return known;
  const made = randomId();
  setItem(INSTALL, made);
  return made;
}

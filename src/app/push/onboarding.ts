// Where a sign-in leads: to the wanted page, or once to the onboarding on a device that would not ring.
import { firstFacts, currentSubscription } from './browser.ts';
import { type Remembered, remember, remembered } from './storage.ts';

const ONBOARDING = '/user/alarms';
const LOOK_MS = 1000;

/** A page that was wanted goes first; then the onboarding, once for each person and device without alarms. */
export function leadsTo(
  from: string | undefined,
  memory: Pick<Remembered, 'offered' | 'wanted'>,
  rings: boolean,
): string {
  // Whatever opened the app (`/?source=pwa`): its start is not a page that somebody wanted.
  if (from !== undefined && !/^\/(?:\?|$)/.test(from)) return from;
  return rings || memory.offered || memory.wanted !== null ? '/' : ONBOARDING;
}

async function wouldRing(): Promise<boolean> {
  const { able, permission } = firstFacts();
  if (!able || permission !== 'granted') return false;
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), LOOK_MS));
  return (await Promise.race([currentSubscription().catch(() => null), late])) !== null;
}

/** The path to open after the sign-in of that person; remembers what it offered. */
export async function afterSignIn(user: string, from: string | undefined): Promise<string> {
  const path = leadsTo(from, remembered(user), await wouldRing());
  if (path === ONBOARDING) remember(user, { offered: true });
  return path;
}

// The page after a sign-in: the wanted one, or once the onboarding on a device without alarms.
import { firstFacts, currentSubscription } from './browser.ts';
import { type Remembered, remember, remembered } from './storage.ts';

const ONBOARDING = '/user/alarms';
const LOOK_MS = 1000;

/** Returns the wanted path; else the onboarding, once for each user and device without alarms; else `/`. */
export function leadsTo(
  from: string | undefined,
  memory: Pick<Remembered, 'offered' | 'wanted'>,
  rings: boolean,
): string {
  // The start page (`/?source=pwa`) does not count as wanted.
  if (from !== undefined && !/^\/(?:\?|$)/.test(from)) return from;
  return rings || memory.offered || memory.wanted !== null ? '/' : ONBOARDING;
}

async function wouldRing(): Promise<boolean> {
  const { able, permission } = firstFacts();
  if (!able || permission !== 'granted') return false;
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), LOOK_MS));
  return (await Promise.race([currentSubscription().catch(() => null), late])) !== null;
}

/** Returns the path to open after the sign-in of a user, and stores that the onboarding was offered. */
export async function afterSignIn(user: string, from: string | undefined): Promise<string> {
  const path = leadsTo(from, remembered(user), await wouldRing());
  if (path === ONBOARDING) remember(user, { offered: true });
  return path;
}

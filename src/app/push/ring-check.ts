// Asks the server whether this device still rings, also without a session.
import { api } from '#app/api/client.ts';
import { base64url, currentSubscription } from './browser.ts';

/** Returns whether pushes still reach this device; null if it has no subscription, or without an answer. */
export async function stillRings(): Promise<boolean | null> {
  try {
    const held = await currentSubscription();
    const auth = held?.getKey('auth');
    if (!held || !auth) return null;
    return (await api.push.check({ endpoint: held.endpoint, auth: base64url(auth) })).rings;
  } catch {
    return null;
  }
}

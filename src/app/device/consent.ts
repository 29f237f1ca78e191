// The person's consent to storage on this device that is not strictly necessary: asked when such a setting is switched on.
import { createStore } from './create-store.ts';
import { getItem, setItem } from './local-storage.ts';

/** The answer that was given on this device; null for none. */
export type Consent = 'accepted' | 'declined' | null;

const KEY = 'backwatch.consent';

function storedConsent(): Consent {
  const stored = getItem(KEY);
  return stored === 'accepted' || stored === 'declined' ? stored : null;
}

/** A setting that waits for the answer. */
interface Request {
  /** Switches the setting on. */
  accept(): void;
}

const waiting = createStore<Request | null>(null);

/** True while a setting waits for the answer: the banner is shown. */
export const useConsentAsked = (): boolean => waiting.use() !== null;

/**
 * Runs `accept` at once where the person consented before, else after the banner was accepted. Nothing optional is stored
 * before. A person who declined and switches a setting on is asked again.
 */
export function withConsent(accept: () => void): void {
  if (storedConsent() === 'accepted') accept();
  else waiting.set({ accept });
}

/** The answer of the banner; it is stored, which is necessary to ask only once. */
export function answerConsent(accepted: boolean): void {
  const request = waiting.get();
  waiting.set(null);
  setItem(KEY, accepted ? 'accepted' : 'declined');
  if (accepted) request?.accept();
}

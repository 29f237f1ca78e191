// The person's consent to storage on this device that is not strictly necessary: asked when such a setting is switched on.
import { useState } from 'react';
import { getItem, setItem } from './local-storage.ts';

/** The answer that was given on this device; null for none. */
type Consent = 'accepted' | 'declined' | null;

const KEY = 'backwatch.consent';

function storedConsent(): Consent {
  const stored = getItem(KEY);
  return stored === 'accepted' || stored === 'declined' ? stored : null;
}

interface ConsentRequest {
  /** True while the setting waits for the answer: the banner is shown. */
  isAsked: boolean;
  /**
   * Runs `accept` at once where the person consented before, else after the banner was accepted. Nothing optional is stored
   * before. A person who declined and switches a setting on is asked again.
   */
  withConsent(accept: () => void): void;
  /** The answer of the banner; it is stored, which is necessary to ask only once. */
  answer(accepted: boolean): void;
}

/**
 * The consent that one page asks for. The question ends with its page and not with the app: `accept` may hold data of the
 * signed-in person, which the next person on the device must not store.
 */
export function useConsent(): ConsentRequest {
  const [waiting, setWaiting] = useState<{ accept: () => void } | null>(null);
  return {
    isAsked: waiting !== null,
    withConsent(accept) {
      if (storedConsent() === 'accepted') accept();
      else setWaiting({ accept });
    },
    answer(accepted) {
      setWaiting(null);
      setItem(KEY, accepted ? 'accepted' : 'declined');
      if (accepted) waiting?.accept();
    },
  };
}

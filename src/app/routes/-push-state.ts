// Whether this device would ring: permission and a push subscription, as the browser knows them.
import { useEffect, useState } from 'react';

/** `unknown` while the browser has not said; nothing is claimed then. */
export type PushState = 'unknown' | 'on' | 'off';

async function look(): Promise<PushState> {
  if (!('Notification' in window) || !('serviceWorker' in navigator) || !('PushManager' in window)) return 'off';
  if (Notification.permission !== 'granted') return 'off';
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return 'unknown';
  return (await registration.pushManager.getSubscription()) === null ? 'off' : 'on';
}

/** The state now, looked up again whenever the page is seen. */
export function usePushState(): PushState {
  const [state, setState] = useState<PushState>('unknown');
  useEffect(() => {
    let alive = true;
    const ask = () =>
      void look().then(
        (found) => alive && setState(found),
        () => undefined,
      );
    ask();
    document.addEventListener('visibilitychange', ask);
    return () => {
      alive = false;
      document.removeEventListener('visibilitychange', ask);
    };
  }, []);
  return state;
}

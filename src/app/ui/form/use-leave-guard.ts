// Holds every way out of a page with unsaved changes: links, the system's Back, closing and reloading the tab.
import { useRouter, type BlockerFn, type RouterHistory } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

type Navigation = Parameters<BlockerFn>[0];

/** The page stays itself under its sheets and tabs; another record of the same page is another page. */
const pageOf = ({ pathname, search }: Navigation['nextLocation']): string =>
  `${pathname}?${new URLSearchParams(search).get('id') ?? ''}`;

/** Repeats a navigation that was held. */
function repeat(history: RouterHistory, { action, currentLocation, nextLocation }: Navigation): void {
  const ignoreBlocker = { ignoreBlocker: true };
  if (action === 'PUSH') history.push(nextLocation.href, nextLocation.state, ignoreBlocker);
  else if (action === 'REPLACE') history.replace(nextLocation.href, nextLocation.state, ignoreBlocker);
  else history.go(nextLocation.state.__TSR_index - currentLocation.state.__TSR_index, ignoreBlocker);
}

/** The question at a way out, and its two answers. */
export interface LeaveGuard {
  /** A way out is held and waits for `leave` or `stay`. */
  readonly isAsked: boolean;
  stay(): void;
  leave(): void;
}

/**
 * While `holds` answers true, each way out is held. Reloading and closing ask by the browser's own question, after
 * which `onUnload` runs.
 */
export function useLeaveGuard(holds: () => boolean, onUnload: () => void): LeaveGuard {
  const { history } = useRouter();
  const latest = useRef({ holds, onUnload });
  latest.current = { holds, onUnload };
  const [held, setHeld] = useState<Navigation | null>(null);
  useEffect(() => {
    let unloading = 0;
    const unload = () => Date.now() - unloading < UNLOAD_MS && latest.current.onUnload();
    window.addEventListener('pagehide', unload);
    const release = history.block({
      enableBeforeUnload: () => {
        if (!latest.current.holds()) return false;
        // Timers rest while the browser asks: the time counts from the answer.
        unloading = Infinity;
        setTimeout(() => (unloading = Date.now()));
        return true;
      },
      blockerFn: (navigation) => {
        const { action, currentLocation, nextLocation } = navigation;
        if (!latest.current.holds() || pageOf(currentLocation) === pageOf(nextLocation)) return false;
        // The browser has gone back already and is brought here again. The question is a sheet with a history entry of
        // its own: pushed before the return, the entry would make the router show the other page and lose the edit.
        if (action === 'PUSH' || action === 'REPLACE') setHeld(navigation);
        else window.addEventListener('popstate', () => setHeld(navigation), { once: true });
        return true;
      },
    });
    return () => {
      release();
      window.removeEventListener('pagehide', unload);
    };
  }, [history]);
  return {
    isAsked: held !== null,
    stay: () => setHeld(null),
    leave: () => {
      setHeld(null);
      if (held) repeat(history, held);
    },
  };
}

/** Time that the page may take to unload after the answer to the browser's question, ms. */
const UNLOAD_MS = 3000;

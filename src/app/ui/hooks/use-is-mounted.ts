// For the end of a call: the component that made it may be gone by then.
import { type RefObject, useEffect, useRef } from 'react';

/** A ref that is true while the component is mounted. */
export function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}

// The motion of a sheet: up from the edge on a phone; by fading on a desk and where no motion is wanted.
import { animate } from 'framer-motion/dom/mini';
import { useLayoutEffect, useRef, type RefObject } from 'react';

interface SheetMotion {
  scrim: RefObject<HTMLElement | null>;
  mover: RefObject<HTMLElement | null>;
  leaving: boolean;
  /** Called once it is out of sight. */
  onGone: () => void;
  fades: boolean;
  /** No motion is wanted. */
  still: boolean;
}

/** Animates a sheet in and out. */
export function useSheetMotion(motion: SheetMotion): void {
  const { leaving } = motion;
  const how = useRef(motion);
  how.current = motion;
  const begun = useRef(false);
  useLayoutEffect(() => {
    let over = false;
    const moved = move(how.current, begun.current);
    begun.current = true;
    void moved.then(() => leaving && !over && how.current.onGone());
    return () => {
      over = true;
    };
  }, [leaving]);
}

/** The first time it comes from out of sight; one that is called back on its way out comes from where it is. */
async function move({ scrim, mover, leaving, fades, still }: SheetMotion, begun: boolean): Promise<void> {
  // Without the API the sheet is there, or gone, at once.
  if (!scrim.current || typeof mover.current?.animate !== 'function') return;
  const opacity = leaving ? 0 : begun ? 1 : [0, 1];
  const transform = leaving ? 'translateY(100%)' : begun ? 'none' : ['translateY(100%)', 'none'];
  const seconds = (full: number) => (still ? 0.08 : full);
  await Promise.all([
    animate(scrim.current, { opacity }, { duration: seconds(0.2) }),
    animate(mover.current, fades ? { opacity } : { transform }, {
      duration: seconds(leaving ? 0.2 : 0.32),
      ease: leaving ? [0.4, 0, 1, 1] : [0.2, 0, 0, 1],
    }),
  ]);
}

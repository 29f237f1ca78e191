// The hint that follows the first key of a chord.
import type { ReactNode } from 'react';

/** A lamp-filled plate at the top of the window, announced to screen readers. */
export function KeyHint({ children }: { children: ReactNode }) {
  return (
    <p
      className="absolute start-3 top-[calc(8px+env(safe-area-inset-top))] z-20 rounded-control bg-lamp px-4 py-3 font-[650] text-onlamp"
      role="status"
    >
      {children}
    </p>
  );
}

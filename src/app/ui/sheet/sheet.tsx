// The sheet: a modal dialog from the bottom, or a popover beside what opened it.
import { createContext, lazy, Suspense, useContext, useEffect, useState, type ReactNode } from 'react';
import { useBackCloses } from './sheet-history.ts';

export type SheetProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  detail?: ReactNode;
  /** A flag or icon beside the title. */
  badge?: ReactNode;
  /** The element that opened it: on a desk the sheet stands beside it, and focus returns to it. */
  anchor?: HTMLElement | null;
  /** Where focus goes afterwards instead; null for where it came from. */
  returnFocus?: () => HTMLElement | null;
  children: ReactNode;
};

const CloseContext = createContext<(then: () => void) => void>((then) => then());

/** Inside a sheet: close it, and then, with its history entry gone, do this. */
export function useCloseThen(): (then: () => void) => void {
  return useContext(CloseContext);
}

/** Drawn above every sheet: the flash, which behind it would be neither seen nor spoken. */
export const OverSheetContext = createContext<ReactNode>(null);

// The motion of a sheet weighs as much as the rest of the shell: it is fetched after the first paint, or when needed.
const load = async () => ({ default: (await import('./sheet-moving.tsx')).SheetMoving });
const Moving = lazy(load);

/** A sheet. Drag, scrim, Escape and Back close it; focus goes to its title and returns where it was. */
export function Sheet({ open, onClose, ...rest }: SheetProps) {
  const closeThen = useBackCloses(open, onClose);
  const [used, setUsed] = useState(open);
  if (open && !used) setUsed(true);
  useEffect(() => {
    // Ahead of the first tap; a failure shows when a sheet is opened.
    const timer = setTimeout(() => void load().catch(() => undefined), 2000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <CloseContext value={closeThen}>
      {used && (
        <Suspense fallback={null}>
          <Moving open={open} onClose={onClose} {...rest} />
        </Suspense>
      )}
    </CloseContext>
  );
}

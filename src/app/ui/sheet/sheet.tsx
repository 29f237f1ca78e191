// The sheet: a modal dialog from the bottom, or a popover beside what opened it.
import { lazy, Suspense, useEffect, useState } from 'react';
import { CloseSheetContext, type SheetProps } from './sheet-context.ts';
import { useBackCloses } from './sheet-history.ts';

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
    <CloseSheetContext value={closeThen}>
      {used && (
        <Suspense fallback={null}>
          <Moving open={open} onClose={onClose} {...rest} />
        </Suspense>
      )}
    </CloseSheetContext>
  );
}

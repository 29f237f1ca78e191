// A sheet as it comes and goes.
import { useEffect, useRef, useState } from 'react';
import { SheetPanel } from './sheet-panel.tsx';
import type { SheetProps } from './sheet.tsx';

/** Only Sheet draws it. */
export function SheetMoving({ open, ...props }: SheetProps) {
  const [drawn, setDrawn] = useState(open);
  if (open && !drawn) setDrawn(true);
  // While it goes, it still shows what it showed.
  const kept = useRef(props);
  if (open) kept.current = props;
  return drawn ? <Opened {...kept.current} leaving={!open} onGone={() => setDrawn(false)} /> : null;
}

function Opened(props: Parameters<typeof SheetPanel>[0]) {
  useReturnFocus();
  return <SheetPanel {...props} />;
}

function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    },
    [before],
  );
}

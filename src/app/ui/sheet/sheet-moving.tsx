// A sheet with its way in and out, and the focus that returns when it is gone.
import { useEffect, useRef, useState } from 'react';
import { SheetPanel } from './sheet-panel.tsx';
import type { SheetProps } from './sheet-context.ts';

/** Only Sheet draws it. */
export function SheetMoving({ open, ...props }: SheetProps) {
  const [drawn, setDrawn] = useState(open);
  if (open && !drawn) setDrawn(true);
  // On its way out it still shows its last content.
  const last = useRef(props);
  if (open) last.current = props;
  return drawn ? <Opened {...last.current} leaving={!open} onGone={() => setDrawn(false)} /> : null;
}

type OpenedProps = Parameters<typeof SheetPanel>[0] & Pick<SheetProps, 'returnFocus'>;

function Opened({ returnFocus, ...props }: OpenedProps) {
  useReturnFocus(props.anchor ?? null, returnFocus);
  return <SheetPanel {...props} />;
}

// A browser that does not focus a pressed button leaves the body focused: then the anchor opened the sheet. A row that
// is gone cannot take focus back: then the title of the page does.
function useReturnFocus(anchor: HTMLElement | null, returnFocus: SheetProps['returnFocus']): void {
  const [before] = useState(() =>
    document.activeElement === document.body ? (anchor ?? document.body) : document.activeElement,
  );
  const target = useRef(returnFocus);
  target.current = returnFocus;
  useEffect(
    () => () => {
      const given = target.current?.() ?? null;
      const wanted = given ?? before;
      const to = wanted?.isConnected === true && wanted !== document.body ? wanted : document.querySelector('h1');
      // A place that was not focused before may be out of sight.
      if (to instanceof HTMLElement) to.focus({ preventScroll: given === null });
    },
    [before],
  );
}

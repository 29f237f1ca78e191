// A sheet as it comes and goes.
import { AnimatePresence, LazyMotion } from 'framer-motion';
import { useEffect, useState } from 'react';
import { SheetPanel } from './sheet-panel.tsx';
import type { SheetProps } from './sheet.tsx';

let loaded = false;
const features = async () => {
  const { domMin } = await import('./motion.ts');
  loaded = true;
  return domMin;
};

/** Only Sheet draws it. */
export function SheetMoving({ open, ...rest }: SheetProps) {
  return (
    <LazyMotion features={features} strict>
      <AnimatePresence>{open && <Opened key="sheet" {...rest} />}</AnimatePresence>
    </LazyMotion>
  );
}

function Opened(props: Omit<SheetProps, 'open'>) {
  // Without its motion chunk (slow or lost network) the sheet still opens, only unmoved.
  const [moving] = useState(() => loaded);
  useReturnFocus();
  return <SheetPanel {...props} moving={moving} />;
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

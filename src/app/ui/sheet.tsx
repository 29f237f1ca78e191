// The sheet: a modal dialog from the bottom, or a popover beside what opened it.
import { AnimatePresence, LazyMotion } from 'framer-motion';
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { SheetPanel } from './sheet-panel.tsx';
import { useBackCloses } from './sheet-history.ts';

export type SheetProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  detail?: ReactNode;
  /** A flag or icon beside the title. */
  badge?: ReactNode;
  /** What opened it: on a desk the sheet stands beside it. */
  anchor?: HTMLElement | null;
  children: ReactNode;
};

const CloseContext = createContext<(then: () => void) => void>((then) => then());

/** Inside a sheet: close it, and then, with its history entry gone, do this. */
export function useCloseThen(): (then: () => void) => void {
  return useContext(CloseContext);
}

let loaded = false;
const load = async () => {
  const { domMin } = await import('./motion.ts');
  loaded = true;
  return domMin;
};

/** A sheet. Drag, scrim, Escape and Back close it; focus goes to its title and returns where it was. */
export function Sheet({ open, onClose, ...rest }: SheetProps) {
  const closeThen = useBackCloses(open, onClose);
  return (
    <LazyMotion features={load} strict>
      <CloseContext value={closeThen}>
        <AnimatePresence>{open && <Opened key="sheet" onClose={onClose} {...rest} />}</AnimatePresence>
      </CloseContext>
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

// Filter chips: outline, and a lamp outline when pressed.
import type { ReactNode } from 'react';
import { Mark, type MarkKind } from './mark.tsx';

type ChipProps = {
  pressed?: boolean;
  onPress: () => void;
  mark?: MarkKind;
  /** What it counts is only remembered: the mark in outline, without its colour. */
  stale?: boolean;
  children: ReactNode;
};

/** A chip that is on or off. */
export function Chip({ pressed = false, onPress, mark, stale = false, children }: ChipProps) {
  return (
    <button type="button" className="chip" aria-pressed={pressed} onClick={onPress}>
      {mark && <Mark kind={mark} size={16} hollow={stale} className={stale ? 't3' : ''} />}
      {children}
    </button>
  );
}

/** A row of chips that scrolls sideways. */
export function Chips({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="chips" role="group" aria-label={label}>
      {children}
    </div>
  );
}

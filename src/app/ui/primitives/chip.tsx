// Filter chips: outline, and a lamp outline when pressed.
import { type ReactNode, useEffect, useRef } from 'react';
import { useWidth } from '#app/ui/hooks/use-width.ts';
import styles from './chip.module.css';
import { Mark, type MarkKind } from './mark.tsx';
import { scrollToMiddle } from './scroll-to-middle.ts';

type ChipProps = {
  /** True while it is on; left out for a chip that runs an action. */
  pressed?: boolean;
  onPress: (el: HTMLElement) => void;
  mark?: MarkKind;
  /** The count comes from cached data: the mark is an outline without colour. */
  stale?: boolean;
  /** A text as wide as the chip may become: it keeps its place when the text changes. */
  widest?: string;
  children: ReactNode;
};

/** A button that turns a filter on and off, or runs an action. */
export function Chip({ pressed, onPress, mark, stale = false, widest, children }: ChipProps) {
  return (
    <button type="button" className={styles.chip} aria-pressed={pressed} onClick={(e) => onPress(e.currentTarget)}>
      {mark && <Mark kind={mark} size={16} hollow={stale} className={stale ? 'text-text3' : ''} />}
      <span className={styles.text} data-widest={widest}>
        {children}
      </span>
    </button>
  );
}

/** A row of chips that scrolls sideways; it begins where the pressed one is in sight. */
export function Chips({ label, children }: { label: string; children: ReactNode }) {
  const [row, rowWidth] = useWidth<HTMLDivElement>(0);
  const [content, contentWidth] = useWidth<HTMLDivElement>(0);
  const seen = useRef('');
  useEffect(() => {
    const on = content.current?.querySelector('[aria-pressed=true]');
    // Only when another is pressed or a width changed: a row that was scrolled by hand stays so.
    const now = `${on?.textContent} ${rowWidth} ${contentWidth}`;
    if (!on || now === seen.current) return;
    seen.current = now;
    if (row.current) scrollToMiddle(row.current, on);
  });
  return (
    <div ref={row} className={styles.row} role="group" aria-label={label}>
      <div ref={content} className={styles.chips}>
        {children}
      </div>
    </div>
  );
}

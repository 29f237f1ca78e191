// Parts that open at their title line: one as a card, or several in a card.
import type { ComponentProps, ReactNode } from 'react';
import { FoldHead } from './fold-head.tsx';
import css from './fold.module.css';

/** A card of folds. */
export function Folds({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={css['card']} role="group" aria-label={label}>
      {children}
    </div>
  );
}

/** Closed at first. Outside of `Folds` it is a card of its own. */
export function Fold({ children, ...head }: ComponentProps<typeof FoldHead> & { children: ReactNode }) {
  return (
    <details className={css['fold']}>
      <summary>
        <FoldHead {...head} />
      </summary>
      {children}
    </details>
  );
}

// A card that opens at its title line.
import type { ComponentProps, ReactNode } from 'react';
import { FoldHead } from './fold-head.tsx';
import css from './fold.module.css';

/** Closed at first. */
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

// Facts that are folded: the title says the values while it is closed.
import type { ReactNode } from 'react';
import { FoldHead } from './fold-head.tsx';
import css from './fact-fold.module.css';

/** A card of folds. */
export function FactFolds({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={css['card']} role="group" aria-label={label}>
      {children}
    </div>
  );
}

interface FactFoldProps {
  title: string;
  /** The values in short. */
  summary: string;
  /** `Facts`, or lines of text. */
  children: ReactNode;
}

/** One fold. */
export function FactFold({ title, summary, children }: FactFoldProps) {
  return (
    <details className={css['fold']}>
      <summary>
        <FoldHead title={title} note={summary} />
      </summary>
      {children}
    </details>
  );
}

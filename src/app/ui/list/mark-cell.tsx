// A cell of the table with a status mark before its text.
import type { ReactNode } from 'react';
import { Mark, type MarkKind } from '#app/ui/primitives/mark.tsx';
import styles from './list-table.module.css';

interface MarkCellProps {
  kind: MarkKind;
  hollow: boolean;
  grow?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** The mark and its text, which is cut off where it does not fit. */
export function MarkCell({ className, children, ...mark }: MarkCellProps) {
  return (
    <span className={className}>
      <Mark {...mark} size={18} className={styles.mark} />
      {children}
    </span>
  );
}

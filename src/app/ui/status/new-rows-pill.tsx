// "1 new": rows that arrived out of sight, above the current scroll position.
import type { ReactNode } from 'react';
import styles from './new-rows-pill.module.css';

/** A pill above the bottom edge of the page; put it last in a Screen. */
export function NewRowsPill({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-1">
      <button type="button" className={styles.pill} onClick={onPress}>
        {children}
      </button>
    </div>
  );
}

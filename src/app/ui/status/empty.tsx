// An empty, failed or missing page: a mark, one sentence, one fact, one button.
import type { ReactNode } from 'react';
import { ButtonSizeContext } from '#app/ui/primitives/button.tsx';
import styles from './empty.module.css';

type EmptyProps = { art: ReactNode; title: string; children?: ReactNode; action?: ReactNode };

/** A strip of days without a backup. */
export function EmptyStrip() {
  return (
    <svg width="140" height="64" viewBox="0 0 140 64" className="text-text2" aria-hidden="true">
      <path d="M0 48h140" stroke="currentColor" strokeWidth="2" />
      <path d="M12 43.5h117" stroke="currentColor" strokeWidth="4" strokeLinecap="round" strokeDasharray="0 19.4" />
    </svg>
  );
}

/** The middle of a page with nothing to list. */
export function Empty({ art, title, children, action }: EmptyProps) {
  return (
    <div className={styles.empty}>
      {art}
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action && (
        <div className={styles.action}>
          <ButtonSizeContext value="medium">{action}</ButtonSizeContext>
        </div>
      )}
    </div>
  );
}

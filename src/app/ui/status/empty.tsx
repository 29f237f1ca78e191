// An empty, failed or missing page: a mark, one sentence, one fact, one button.
import type { ReactNode } from 'react';
import { ButtonSizeContext } from '#app/ui/primitives/button.tsx';
import styles from './empty.module.css';

type EmptyProps = { art: ReactNode; title: string; children?: ReactNode; action?: ReactNode };

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

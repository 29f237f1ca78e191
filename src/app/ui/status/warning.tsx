// A warning that stands inside a page or a sheet: what is wrong, and one line of why.
import type { ReactNode } from 'react';
import { Icon } from '#app/ui/primitives/icon.tsx';
import styles from './warning.module.css';

/** Announced by nobody: it stands beside what it is about. */
export const Warning = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className={styles.warning} role="note">
    <Icon name="warn" size={26} />
    <p>
      <b>{title}</b>
      {children && <span>{children}</span>}
    </p>
  </div>
);

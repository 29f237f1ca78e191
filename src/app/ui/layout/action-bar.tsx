// The bar one level in: Back, the primary action, up to two squares; and bars with a status line above their buttons.
import type { ReactNode } from 'react';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon, type IconName } from '#app/ui/primitives/icon.tsx';
import styles from './action-bar.module.css';
import * as m from '#text/messages.js';

/** A square at the end of the bar. */
export type BarAction = { icon: IconName; label: string; onPress?: () => void; href?: string };

/** Back, primary (grows), squares. */
export function ActionBar(props: { onBack: () => void; primary?: ReactNode; actions?: BarAction[] }) {
  const { onBack, primary, actions = [] } = props;
  return (
    <div className={styles.bar}>
      <Button kind="quiet" square label={m.actions_back()} className={styles.square} onPress={onBack}>
        <Icon name="left" size={26} />
      </Button>
      <BarMain>{primary}</BarMain>
      {actions.slice(0, 2).map(({ icon, label, onPress, href }) => (
        <Button
          key={label}
          kind="quiet"
          square
          label={label}
          className={styles.square}
          {...(onPress && { onPress })}
          {...(href !== undefined && { href })}
        >
          <Icon name={icon} />
        </Button>
      ))}
    </div>
  );
}

/** The place of the primary action in a bar: it takes the width that is left. */
export function BarMain({ children }: { children?: ReactNode }) {
  return <div className={styles.main}>{children}</div>;
}

type StatusBarProps = {
  status: ReactNode;
  /** Marks the status with a lamp diamond: there are unsaved changes. */
  unsaved?: boolean;
  /** Names the bar as a group. */
  label?: string;
  children: ReactNode;
};

/** A status line, announced when it changes, above a row of buttons. The app does not reload itself while one is shown. */
export function StatusBar({ status, unsaved = false, label, children }: StatusBarProps) {
  return (
    <div className={styles.bar} data-unfinished="" {...(label && { role: 'group', 'aria-label': label })}>
      <p className={styles.status} role="status">
        {unsaved && <i className={styles.diamond} />}
        {status}
      </p>
      {children}
    </div>
  );
}

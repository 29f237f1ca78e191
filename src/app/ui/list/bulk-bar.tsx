// The bar of a selection: the count of its rows, a button to clear it, and its actions.
import type { ReactNode } from 'react';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import * as m from '#text/messages.js';
import type { Selection } from './selection.ts';
import styles from './bulk-bar.module.css';

interface BulkBarProps {
  label: string;
  selection: Pick<Selection<unknown>, 'rows' | 'clear'>;
  /** The main action. */
  primary?: ReactNode;
  /** Buttons below it on phones, beside it on desks. */
  children?: ReactNode;
}

/** Replaces the tools of the list while rows are selected. `label` names it for screen readers. */
export function BulkBar({ label, selection, primary, children }: BulkBarProps) {
  return (
    <div className={styles.bar} role="group" aria-label={label}>
      <p role="status">{m.lists_selected({ count: selection.rows.size })}</p>
      <Button kind="quiet" square label={m.lists_clear()} onPress={selection.clear}>
        <Icon name="x" />
      </Button>
      {primary !== undefined && <div className={styles.primary}>{primary}</div>}
      {children !== undefined && <div className={styles.more}>{children}</div>}
    </div>
  );
}

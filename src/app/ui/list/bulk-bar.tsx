// The bar of a selection: how many rows it holds, the way out, and what can be done with them.
import type { ReactNode } from 'react';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import type { ListLabels } from './list-types.ts';
import type { Selection } from './selection.ts';
import styles from './bulk-bar.module.css';

interface BulkBarProps {
  label: string;
  selection: Selection;
  labels: ListLabels;
  /** The one action for the thumb. */
  primary?: ReactNode;
  /** Buttons below it on phones, beside it on desks. */
  children?: ReactNode;
}

/** Stands in the place of the list's tools while rows are selected. */
export function BulkBar({ label, selection, labels, primary, children }: BulkBarProps) {
  return (
    <div className={styles.bar} role="group" aria-label={label}>
      <p role="status">{labels.selected(selection.keys.size)}</p>
      <Button kind="quiet" square label={labels.clear} onPress={selection.clear}>
        <Icon name="x" />
      </Button>
      {primary !== undefined && <div className={styles.primary}>{primary}</div>}
      {children !== undefined && <div className={styles.more}>{children}</div>}
    </div>
  );
}

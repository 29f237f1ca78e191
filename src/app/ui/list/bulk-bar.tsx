// The bar of a selection: the count of its rows, a button to clear it, and its actions.
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import * as m from '#text/messages.js';
import { TARGET } from './row-focus.ts';
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
  const bar = useRef<HTMLDivElement>(null);
  useTabFromRow(bar);
  return (
    <div ref={bar} className={styles.bar} role="group" aria-label={label}>
      <p role="status">{m.lists_selected({ count: selection.rows.size })}</p>
      <Button kind="quiet" square label={m.lists_clear()} onPress={selection.clear}>
        <Icon name="x" />
      </Button>
      {primary !== undefined && <div className={styles.primary}>{primary}</div>}
      {children !== undefined && <div className={styles.more}>{children}</div>}
    </div>
  );
}

/** Tab leads from a row to the bar, however many rows are between them, and Shift+Tab from its first button back. */
function useTabFromRow(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let row: HTMLElement | null = null;
    const press = (e: KeyboardEvent) => {
      const first = bar.current?.querySelector('button');
      if (e.key !== 'Tab' || !first) return;
      const focused = document.activeElement;
      if (e.shiftKey) {
        if (focused === first && row?.isConnected) moveTo(row, e);
        return;
      }
      // A record beside the list has rows of its own.
      const isOwn = focused instanceof HTMLElement && bar.current?.parentElement?.contains(focused);
      if (!isOwn || !focused.matches(`[data-position] ${TARGET}`)) return;
      row = focused;
      moveTo(first, e);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [bar]);
}

function moveTo(target: HTMLElement, e: KeyboardEvent): void {
  e.preventDefault();
  target.focus();
}

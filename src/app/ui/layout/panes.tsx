// The desk: rail, list, detail side by side; F6 walks the panes. On a phone one of them shows.
import { useEffect, useRef, type ReactNode } from 'react';
import { useMedia } from '#app/ui/hooks/use-media.ts';
import styles from './panes.module.css';

type PanesProps = {
  rail: ReactNode;
  list?: ReactNode;
  detail?: ReactNode;
  /** A third pane, 400 px wide, from 1920 px on; below it is not there. */
  aside?: ReactNode;
  asideLabel?: string;
  /** The list has the room of a table, and the detail is docked beside it, 404 px wide. */
  docked?: boolean;
  /** The pane that a phone shows; `whole` has no list at any width. */
  shows: 'list' | 'detail' | 'whole';
  listLabel?: string;
};

/** Lays out the panes. Below 1024 px only the shown one is there. */
export function Panes({ rail, list, detail, aside, shows, docked = false, listLabel, asideLabel }: PanesProps) {
  const ref = useRef<HTMLDivElement>(null);
  // Alone on a phone the list is the page's main landmark, which stands in no other.
  const wide = useMedia('(min-width: 64rem)');
  const widest = useMedia('(min-width: 120rem)');
  const third = widest && aside !== undefined;
  useEffect(() => {
    const walk = (e: KeyboardEvent) => {
      if (e.key !== 'F6' || !ref.current) return;
      const panes = [...ref.current.children].filter((p): p is HTMLElement => p instanceof HTMLElement);
      const seen = panes.filter((p) => p.offsetParent !== null || p.getClientRects().length > 0);
      if (seen.length < 2) return;
      e.preventDefault();
      const at = seen.findIndex((p) => p.contains(document.activeElement));
      const next = seen[(at + (e.shiftKey ? -1 : 1) + seen.length) % seen.length];
      next?.querySelector<HTMLElement>('a, button:enabled, input:enabled, h1')?.focus();
    };
    window.addEventListener('keydown', walk);
    return () => window.removeEventListener('keydown', walk);
  }, []);
  return (
    <div
      ref={ref}
      className={styles.panes}
      data-shows={shows}
      data-aside={third ? '' : undefined}
      data-docked={docked ? '' : undefined}
    >
      {wide && rail}
      {shows !== 'whole' && (
        <div className={styles.list} {...(wide && { role: 'region', 'aria-label': listLabel })}>
          {list}
        </div>
      )}
      <div className={styles.detail}>{detail}</div>
      {third && (
        <aside className={styles.aside} aria-label={asideLabel}>
          {aside}
        </aside>
      )}
    </div>
  );
}

// Stat tiles: a number over a mark and a word. Zero stays in place.
import type { ReactNode } from 'react';
import * as m from '#text/messages.js';
import { useLink } from './link.tsx';
import styles from './stat.module.css';
import { Mark, type MarkKind } from './mark.tsx';

type StatProps = {
  to: string;
  value: ReactNode;
  label: string;
  mark?: MarkKind;
  /** Only remembered: the mark is outlined and drained. */
  stale?: boolean;
};

/** One tile, a link. */
export function Stat({ to, value, label, mark, stale = false }: StatProps) {
  const Link = useLink();
  return (
    <Link to={to} className={styles.stat}>
      <p>{typeof value === 'number' ? m.lists_count({ count: value }) : value}</p>
      <span>
        {mark && <Mark kind={mark} size={14} hollow={stale} className={stale ? 'text-text3' : ''} />}
        {label}
      </span>
    </Link>
  );
}

/** Tiles side by side, in rows when narrow. */
export function Stats({ children }: { children: ReactNode }) {
  return <div className={styles.stats}>{children}</div>;
}

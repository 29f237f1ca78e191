// The inside of a row: mark, name, the state in a word, where it belongs, and with 100 px its strip.
import type { ReactNode } from 'react';
import { Mark, type MarkKind, toneOf } from '#app/ui/primitives/mark.tsx';
import styles from './list-row.module.css';

interface RowBodyProps {
  /** Left out where the record has no state. */
  mark?: MarkKind;
  /** Outline: fine, acknowledged, or only remembered. */
  hollow?: boolean;
  name: ReactNode;
  /** The state in a word: "Overdue 3 h". */
  word?: string;
  meta?: ReactNode;
  /** Drawn below the lines in a row of 100 px. */
  strip?: ReactNode;
  /** Only remembered: the colours of the states are taken away. */
  stale?: boolean;
}

const tones = { ok: styles.ok, late: styles.late, miss: styles.miss, run: styles.run, none: '' };

/** What most rows show. */
export function RowBody({ mark, hollow = false, name, word, meta, strip, stale = false }: RowBodyProps) {
  const tone = stale || mark === undefined || mark === 'ok' ? 'none' : toneOf(mark);
  const looks = [
    styles.body,
    strip === undefined && styles.short,
    mark === undefined && styles.plain,
    stale && styles.stale,
  ];
  return (
    <span className={looks.filter(Boolean).join(' ')} {...(mark === undefined && { 'data-plain': '' })}>
      {mark && <Mark kind={mark} size={26} hollow={hollow || stale} />}
      <span className={styles.first}>
        <b>{name}</b>
        {word !== undefined && <span className={tones[tone]}>{word}</span>}
      </span>
      <span className={styles.meta}>{meta}</span>
      {strip}
    </span>
  );
}

/** Bars in the place of a row that is not loaded. */
export function RowPlaceholder() {
  return (
    <span className={styles.body} aria-busy="true">
      <span className={styles.box} />
      <span className={styles.bar} />
      <span className={`${styles.bar} ${styles.narrow}`} />
    </span>
  );
}

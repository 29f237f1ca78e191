// The content of a row: mark, name, state, details, and with 100 px its strip.
import type { ReactNode } from 'react';
import { cx } from '#app/ui/primitives/cx.ts';
import { pageDirection } from '#app/ui/primitives/direction.ts';
import { Mark, type MarkKind, toneOf } from '#app/ui/primitives/mark.tsx';
import styles from './list-row.module.css';

interface RowBodyProps {
  /** Left out where the record has no state. */
  mark?: MarkKind;
  /** Outline: fine, acknowledged, or only cached. */
  hollow?: boolean;
  name: ReactNode;
  /** The state: "Overdue 3 h". */
  word?: string;
  meta?: ReactNode;
  /** Drawn below the lines in a row of 100 px. */
  strip?: ReactNode;
  /** Only cached: without the colors of the states. */
  stale?: boolean;
  /** At the end, beside both lines: a check box. */
  end?: ReactNode;
  /** The list draws a control beside the link: the lines leave room, and the state gives the first one to the name. */
  beside?: boolean;
}

const tones = { ok: styles.ok, late: styles.late, miss: styles.miss, run: styles.run, none: '' };

/** The content of most rows. */
export function RowBody({ mark, hollow = false, name, word, meta, strip, stale = false, end, beside }: RowBodyProps) {
  const tone = stale || mark === undefined || mark === 'ok' ? 'none' : toneOf(mark);
  const looks = [
    styles.body,
    strip === undefined && styles.short,
    mark === undefined && styles.plain,
    stale && styles.stale,
    end !== undefined && styles.ended,
    beside && styles.beside,
  ];
  const state = word !== undefined && <span className={cx(styles.word, tones[tone])}>{word}</span>;
  return (
    <span className={looks.filter(Boolean).join(' ')} {...(mark === undefined && { 'data-plain': '' })}>
      {mark && <Mark kind={mark} size={26} hollow={hollow || stale} />}
      <span className={styles.first}>
        <b>
          <span dir="auto">{name}</span>
        </b>
        {!beside && state}
      </span>
      <span className={styles.meta}>
        {beside && state && <>{state}. </>}
        {meta}
      </span>
      {strip}
      {end !== undefined && <span className={styles.end}>{end}</span>}
    </span>
  );
}

/**
 * A sentence in the place of a name, in the direction of the page. By its first letter one that begins with an Arabic name
 * would run the other way, and be cut off at its beginning.
 */
export const Sentence = ({ className, children }: { className?: string; children: string }) => (
  <span dir={pageDirection()} className={className}>
    {children}
  </span>
);

/** Bars instead of a row that is not loaded. */
export function RowPlaceholder() {
  return (
    <span className={styles.body} aria-busy="true">
      <span className={styles.box} />
      <span className={styles.bar} />
      <span className={`${styles.bar} ${styles.narrow}`} />
    </span>
  );
}

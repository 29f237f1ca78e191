// The signal flag: a mark reversed out of a solid block.
import { cx } from './cx.ts';
import styles from './flag.module.css';
import { Mark, toneOf, type MarkKind } from './mark.tsx';

type FlagProps = {
  kind: MarkKind;
  /** A 60 x 60 box for headers; otherwise as tall as its row. */
  box?: boolean;
  /** Taken or snoozed: no signal colour, outline mark. */
  quiet?: boolean;
  /** Remembered only: hatched. */
  stale?: boolean;
  size?: number;
};

/** A flag. Only what needs someone flies in colour. */
export function Flag({ kind, box = false, quiet = false, stale = false, size }: FlagProps) {
  const tone = stale ? 'stale' : quiet ? 'none' : toneOf(kind);
  const px = size ?? (box ? 34 : quiet ? 26 : stale ? 30 : 32);
  return (
    <span className={cx(styles.flag, styles[tone], box && styles.box)}>
      <Mark kind={kind} size={px} hollow={quiet || stale} />
    </span>
  );
}

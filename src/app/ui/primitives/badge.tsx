// A count in a pill: open alarms beside a place to go.
import styles from './badge.module.css';
import { cx } from './cx.ts';

type BadgeProps = {
  count: number;
  /** The count as text, for screen readers: "3 open". */
  label?: string;
  /** The count may be out of date: the pill is hollow. */
  stale?: boolean;
  /** Places it; for components of `ui` only. */
  className?: string | undefined;
};

/** The count, "99+" above 99; nothing for zero. */
export function Badge({ count, label, stale = false, className }: BadgeProps) {
  if (count <= 0) return null;
  return (
    <span className={cx(styles.badge, stale && styles.stale, className)}>
      <span aria-hidden={label ? true : undefined}>{count > 99 ? '99+' : count}</span>
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}

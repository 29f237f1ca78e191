// The nights of several systems in the row of a list: bars that came, blocks below the line for each one missed.
import { cx } from '#app/ui/primitives/cx.ts';
import { type Night, rowNightPaths } from './fleet-geometry.ts';
import { sizes, stripHeight, stripWidth } from './strip-geometry.ts';
import styles from './strip.module.css';

interface NightsStripProps {
  /** Oldest first. */
  nights: readonly Night[];
  size?: 'S' | 'T';
  /** The text for screen readers. */
  label: string;
  /** Only cached: without the colours of the states. */
  stale?: boolean;
}

/** As wide and as high as a strip of that size. */
export function NightsStrip({ nights, size = 'S', label, stale = false }: NightsStripProps) {
  const g = sizes[size];
  const [w, h] = [stripWidth(g, nights.length), stripHeight(g)];
  const paths = rowNightPaths(nights, g);
  return (
    <svg
      className={cx(styles.strip, stale && styles.stale)}
      width={w}
      height={h}
      viewBox={`0 0 ${w} ${h}`}
      role="img"
      aria-label={label}
      data-mirrored=""
    >
      <rect className={styles.line} y={g.up + g.air} width={w} height={g.line} rx={g.line / 2} />
      {paths.o && <path className={styles.onTime} d={paths.o} />}
      {paths.l && <path className={styles.late} d={paths.l} />}
      {paths.m && <path className={styles.missed} d={paths.m} />}
      {paths.n && <path className={styles.nothing} d={paths.n} />}
    </svg>
  );
}

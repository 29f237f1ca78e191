// The heartbeat strip: above the line it came, below it did not.
import { cx } from '#app/ui/primitives/cx.ts';
import { cellX, sizes, short, stripHeight, stripPaths, stripWidth } from './strip-geometry.ts';
import type { Geometry, StripSize } from './strip-geometry.ts';
import styles from './strip.module.css';

type StripProps = {
  /** One letter a day, oldest first: o l m . r */
  cells: string;
  size?: StripSize;
  /** Index of the day that is being read. */
  selected?: number;
  /** The text for screen readers; without it the strip is decoration. */
  label?: string;
  /** Cached: without the colours of the states. */
  stale?: boolean;
};

/** A strip at one of the design's sizes. */
export function Strip({ size = 'S', ...rest }: StripProps) {
  return <StripSvg {...rest} geometry={sizes[size]} />;
}

/** A strip of any geometry. One path per state. */
export function StripSvg(props: Omit<StripProps, 'size'> & { geometry: Geometry }) {
  const { cells, geometry: g, selected = -1, label, stale = false } = props;
  const w = stripWidth(g, cells.length);
  const h = stripHeight(g);
  const paths = stripPaths(cells, g);
  const aria = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return (
    <svg
      className={cx(styles.strip, stale && styles.stale)}
      width={w}
      height={h}
      viewBox={`0 0 ${w} ${h}`}
      data-mirrored=""
      {...aria}
    >
      {selected >= 0 && <Cursor index={selected} g={g} count={cells.length} />}
      <rect className={styles.line} y={g.up + g.air} width={w} height={g.line} rx={g.line / 2} />
      {paths.o && <path className={styles.onTime} d={paths.o} />}
      {paths.l && <path className={styles.late} d={paths.l} />}
      {paths.m && <path className={styles.missed} d={paths.m} />}
      {paths.n && <path className={styles.nothing} d={paths.n} />}
      {paths.r && <path className={styles.running} d={paths.r} fillRule="evenodd" />}
      {paths.fill && <path className={cx(styles.running, styles.filling)} d={paths.fill} />}
    </svg>
  );
}

function Cursor({ index, g, count }: { index: number; g: Geometry; count: number }) {
  const x = short(cellX(index, g, count) - g.gap);
  return (
    <rect className={styles.cursor} x={x} y="-5" width={short(g.pitch + g.gap)} height={stripHeight(g) + 8} rx="5" />
  );
}

// The home horizon: 28 nights of everything, on a waterline as wide as the page.
import { useState, type KeyboardEvent, type MouseEvent } from 'react';
import { cx } from '#app/ui/primitives/cx.ts';
import { readingKey, startOffset } from '#app/ui/primitives/direction.ts';
import { fitFleet, fleetHeight, horizon, fleetPaths, type Night } from './fleet-geometry.ts';
import { steps } from './reading-strip.tsx';
import { cellAt, cellX, short } from './strip-geometry.ts';
import styles from './strip.module.css';
import { useWidth } from '#app/ui/hooks/use-width.ts';
import * as m from '#text/messages.js';

export type { Night };

type FleetStripProps = {
  nights: Night[];
  /** The text for screen readers. */
  label: string;
  /** Remembered only: drained of colour. */
  stale?: boolean;
  /** A tap on a night, or Enter on the one that the arrow keys came to; `ago`: 0 for the last night. */
  onPick: (ago: number) => void;
};

const line = horizon.up + horizon.air;
const water = `linear-gradient(transparent ${line}px, var(--wl) 0 ${line + horizon.line}px, var(--deep) 0)`;

/** The fleet strip, oldest night first. Waterline and water are as wide as the pane, the bars keep the page's measure. */
export function FleetStrip({ nights, label, stale = false, onPick }: FleetStripProps) {
  const [ref, width] = useWidth<HTMLDivElement>(390);
  const { g, inset } = fitFleet(width, nights.length);
  const h = fleetHeight();
  const paths = fleetPaths(nights, g, inset);
  const last = nights.length - 1;
  const pick = (e: MouseEvent) => {
    onPick(last - cellAt(startOffset(ref.current, e.clientX) - inset, g, nights.length));
  };
  const [back, setBack] = useState(0);
  const at = Math.max(0, last - back);
  const onKeyDown = (e: KeyboardEvent) => {
    const step = steps[readingKey(e.key)];
    if (e.altKey || e.ctrlKey || e.metaKey || (step === undefined && e.key !== 'Enter')) return;
    e.preventDefault();
    if (step === undefined) onPick(last - at);
    else setBack(Math.min(last, Math.max(0, back - step)));
  };
  return (
    <div
      className="group mt-3.5 focus-visible:-outline-offset-3"
      style={{ background: water }}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={nights.length}
      aria-valuenow={at + 1}
      aria-valuetext={nightText(nights[at], last - at)}
      onClick={pick}
      onKeyDown={onKeyDown}
    >
      <div ref={ref} className="mx-(--gutter)">
        <svg
          className={cx(styles.strip, stale && styles.stale, 'block w-full overflow-hidden')}
          height={h}
          viewBox={`0 0 ${width} ${h}`}
          aria-hidden="true"
          data-mirrored=""
        >
          <rect
            className={cx(styles.cursor, 'not-group-focus-visible:hidden')}
            x={short(inset + cellX(at, g, nights.length) - g.gap)}
            y={1}
            width={short(g.pitch + g.gap)}
            height={h - 2}
            rx={5}
          />
          {paths.o && <path className={styles.onTime} d={paths.o} />}
          {paths.l && <path className={styles.late} d={paths.l} />}
          {paths.m && <path className={styles.missed} d={paths.m} />}
          {paths.n && <path className={styles.nothing} d={paths.n} />}
        </svg>
      </div>
    </div>
  );
}

/** Water without nights, as high as the strip that is still to come. */
export function FleetWater() {
  return <div className="mt-3.5" data-water="" style={{ height: fleetHeight(), background: water }} />;
}

/** "3 nights ago: 40 in time, 1 late, 2 missed. Enter opens it." */
function nightText(night: Night | undefined, ago: number): string {
  const { ok = 0, late = 0, missed = 0 } = night ?? {};
  const counts = { ok, late, missed };
  if (ago === 0) return m.ui_fleet_tonight(counts);
  return ago === 1 ? m.ui_fleet_last_night(counts) : m.ui_fleet_nights_ago({ count: ago, ...counts });
}

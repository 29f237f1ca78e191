// The home horizon: 28 nights of everything, on a waterline as wide as the page.
import type { MouseEvent } from 'react';
import { fitFleet, fleetHeight, fleetPaths, type Night } from './fleet-geometry.ts';
import { cellAt } from './strip-geometry.ts';
import { useWidth } from './use-width.ts';

export type { Night };

type FleetStripProps = {
  nights: Night[];
  /** The sentence a screen reader says. */
  label: string;
  /** Remembered only: drained of colour. */
  stale?: boolean;
  /** A tap on a night, with its index. */
  onPick?: (index: number) => void;
};

/** The fleet strip, oldest night left. */
export function FleetStrip({ nights, label, stale = false, onPick }: FleetStripProps) {
  const [ref, width] = useWidth<HTMLElement>(390);
  const { g, inset } = fitFleet(width, nights.length);
  const h = fleetHeight();
  const paths = fleetPaths(nights, g, inset);
  const line = g.up + g.air;
  const pick = (e: MouseEvent) => {
    const left = ref.current?.getBoundingClientRect().left ?? 0;
    onPick?.(cellAt(e.clientX - left - inset, g, nights.length));
  };
  return (
    <figure className={`horizon ${stale ? 'ghost' : ''}`} ref={ref} onClick={onPick && pick}>
      <svg className="hb fleet" height={h} viewBox={`0 0 ${width} ${h}`} role="img" aria-label={label}>
        <rect className="hb-water" y={line} width={width} height={h - line} />
        <rect className="hb-line" y={line} width={width} height={g.line} />
        {paths.o && <path className="hb-o" d={paths.o} />}
        {paths.l && <path className="hb-l" d={paths.l} />}
        {paths.m && <path className="hb-m" d={paths.m} />}
        {paths.n && <path className="hb-n" d={paths.n} />}
      </svg>
    </figure>
  );
}

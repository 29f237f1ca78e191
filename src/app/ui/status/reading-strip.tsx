// A strip that can be read day by day: drag, or arrow keys, moves a lamp outline.
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { StripLegend } from './strip-legend.tsx';
import { cellAt, fit, sizes, type Cell, type Geometry } from './strip-geometry.ts';
import { StripSvg } from './strip.tsx';
import stripStyles from './strip.module.css';
import { cx } from '#app/ui/primitives/cx.ts';
import { readingKey, startOffset } from '#app/ui/primitives/direction.ts';
import { useWidth } from '#app/ui/hooks/use-width.ts';
import * as m from '#text/messages.js';

type ReadingStripProps = {
  /** One letter a day, oldest first. */
  cells: string;
  /** Index into `cells` of the day being read. */
  selected: number;
  onSelect: (index: number) => void;
  /** Day and fact of a cell: ['Thu 20 Nov', 'missed, due 18:00']. */
  describe: (index: number) => readonly [day: string, fact: string];
  /** Name of the slider: "Last 28 days". */
  label: string;
  /** Cached: without the colours of the states. */
  stale?: boolean;
  /** One label under the start of each week. */
  ticks?: string[];
};

/** The number of cells that a key moves. */
export const steps: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageUp: -7,
  PageDown: 7,
  Home: -999,
  End: 999,
};

/** The strip of a detail page: a slider whose value is a day. */
export function ReadingStrip(props: ReadingStripProps) {
  const { cells, selected, onSelect, describe, label, ticks, stale = false } = props;
  const [ref, width] = useWidth<HTMLDivElement>(342);
  const fitted = fit(width, width >= 560 ? sizes.XL : sizes.L, cells.length);
  const first = cells.length - fitted.count;
  const clamp = (i: number) => Math.min(cells.length - 1, Math.max(first, i));
  const now = clamp(selected);
  const [day, fact] = describe(now);
  const onKeyDown = (e: KeyboardEvent) => {
    const step = steps[readingKey(e.key)];
    if (step === undefined || e.altKey || e.ctrlKey || e.metaKey) return;
    e.preventDefault();
    onSelect(clamp(now + step));
  };
  const drag = useDrag(ref, fitted.g, fitted.count, (i) => onSelect(first + i));
  return (
    <div className={cx('@container', stale && stripStyles.stale)}>
      <div
        ref={ref}
        className="relative cursor-ew-resize touch-pan-y pt-1.5 pb-1 select-none focus-visible:outline-offset-6"
        role="slider"
        tabIndex={0}
        aria-label={first > 0 ? m.ui_strip_shown({ label, count: fitted.count }) : label}
        aria-valuemin={1}
        aria-valuemax={fitted.count}
        aria-valuenow={now - first + 1}
        aria-valuetext={`${day}: ${fact}`}
        onKeyDown={onKeyDown}
        {...drag}
      >
        <StripSvg cells={cells.slice(first)} geometry={fitted.g} selected={now - first} />
      </div>
      {first > 0 && (
        <p className="pt-1.5 text-caption tracking-normal text-text3">
          {m.ui_strip_last_days({ count: fitted.count })}
        </p>
      )}
      {ticks && first === 0 && <Ticks labels={ticks} />}
      <p className="mt-2.5 flex items-center gap-2 border-t border-line pt-2.5 text-[1rem]">
        <StripLegend cell={(cells[now] ?? '.') as Cell} size={28} />
        {/* Two lines in a narrow card, whatever the day had: what is below keeps its place. */}
        <span className="content-center @max-[28rem]:min-h-[2lh]">
          <b>{day}</b>: {fact}
        </span>
      </p>
    </div>
  );
}

function Ticks({ labels }: { labels: string[] }) {
  return (
    <div className="flex justify-between pt-1.5 text-caption tracking-normal text-text3 *:flex-1" aria-hidden="true">
      {labels.map((label) => (
        <span key={label}>{label}</span>
      ))}
    </div>
  );
}

type Ref = { current: HTMLDivElement | null };

function useDrag(ref: Ref, g: Geometry, count: number, onSelect: (index: number) => void) {
  const down = useRef(false);
  const read = (e: PointerEvent) => {
    onSelect(cellAt(startOffset(ref.current, e.clientX), g, count));
  };
  return {
    onPointerDown: (e: PointerEvent) => {
      if (e.button !== 0) return;
      down.current = true;
      ref.current?.setPointerCapture?.(e.pointerId);
      read(e);
    },
    onPointerMove: (e: PointerEvent) => {
      if (down.current) read(e);
    },
    onPointerUp: () => {
      down.current = false;
    },
    onPointerCancel: () => {
      down.current = false;
    },
  };
}

// The edge of a column header that resizes the column: by dragging, by the arrow keys, and to its content by a double click.
import { type PointerEvent, useRef } from 'react';
import { isRtl, readingKey } from '#app/ui/primitives/direction.ts';
import * as m from '#text/messages.js';
import { remScale } from './list-lines.ts';
import { LEAST_WIDTH, clampWidth } from './table-layout.ts';
import styles from './list-table.module.css';

const STEP = 8;

interface ColumnEdgeProps {
  header: string;
  /** The least width, px at 16 px text; a column that grows is drawn wider. */
  width: number;
  /** Shows a width while it is dragged; null for the one before. */
  onDrag: (width: number | null) => void;
  onResize: (width: number) => void;
  /** Makes the column as wide as the content in sight. */
  onFit: () => void;
}

/** Measured when a drag begins, not while rows are drawn. */
const drawnWidth = (edge: HTMLElement, least: number): number =>
  (edge.parentElement?.offsetWidth ?? least) / remScale();

/** Stands at the end of a header. */
export function ColumnEdge({ header, width, onDrag, onResize, onFit }: ColumnEdgeProps) {
  const from = useRef<{ x: number; width: number } | null>(null);
  const widthAt = (e: PointerEvent): number | null =>
    from.current && clampWidth(from.current.width + (e.clientX - from.current.x) * (isRtl() ? -1 : 1));
  const cancel = () => {
    from.current = null;
    onDrag(null);
  };
  const end = (e: PointerEvent) => {
    const next = widthAt(e);
    const moved = next !== null && next !== Math.round(from.current?.width ?? next);
    cancel();
    if (moved) onResize(next);
  };
  return (
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={m.lists_column_width({ column: header })}
      aria-valuenow={Math.round(width)}
      aria-valuemin={LEAST_WIDTH}
      tabIndex={0}
      className={styles.edge}
      onPointerDown={(e) => {
        if (e.button !== 0) return;
        e.currentTarget.setPointerCapture(e.pointerId);
        from.current = { x: e.clientX, width: drawnWidth(e.currentTarget, width) };
      }}
      onPointerMove={(e) => {
        const next = widthAt(e);
        if (next !== null) onDrag(next);
      }}
      onPointerUp={(e) => from.current && end(e)}
      onPointerCancel={cancel}
      onDoubleClick={onFit}
      onKeyDown={(e) => {
        const by = { ArrowRight: STEP, ArrowLeft: -STEP }[readingKey(e.key)];
        if (e.key === 'Escape' && from.current) cancel();
        else if (by !== undefined) onResize(clampWidth(drawnWidth(e.currentTarget, width) + by));
        else if (e.key === 'Enter') onFit();
        else return;
        e.preventDefault();
        e.stopPropagation();
      }}
    />
  );
}

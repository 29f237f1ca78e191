// The edges of a table's headers: a column follows the drag, and its width is stored at the end.
import type { ReactNode, RefObject } from 'react';
import { ColumnEdge } from './column-edge.tsx';
import { remScale } from './list-lines.ts';
import type { ListColumn } from './list-types.ts';
import { gridOf } from './table-columns.ts';
import { type TableLayout, clampWidth, declaredLayout } from './table-layout.ts';

interface EdgesOptions {
  layout?: TableLayout | undefined;
  onLayout?: ((layout: TableLayout) => void) | undefined;
}

type Shown = readonly Pick<ListColumn<never>, 'id' | 'header' | 'width' | 'grow'>[];

/** Returns the edge of a column; undefined where widths cannot be changed. */
export function useColumnEdges(
  { layout = declaredLayout, onLayout }: EdgesOptions,
  root: RefObject<HTMLElement | null>,
  shown: Shown,
  withBoxes: boolean,
): ((id: string) => ReactNode) | undefined {
  if (onLayout === undefined) return undefined;
  const store = (id: string, width: number) => onLayout({ ...layout, widths: { ...layout.widths, [id]: width } });
  const draw = (id: string, width: number | null) => {
    const columns = shown.map((one) => (one.id === id && width !== null ? { ...one, width, grow: 0 } : one));
    root.current?.style.setProperty('--columns', gridOf(columns, withBoxes));
  };
  const fit = (id: string, place: number) => {
    const cells = root.current?.querySelectorAll<HTMLElement>(`[role='row'] > :nth-child(${place + 1})`) ?? [];
    const widest = Math.max(...[...cells].map((cell) => contentWidth(cell)));
    if (Number.isFinite(widest)) store(id, clampWidth(widest / remScale()));
  };
  return (id) => {
    const index = shown.findIndex((one) => one.id === id);
    const column = shown[index];
    if (!column) return null;
    return (
      <ColumnEdge
        header={column.header}
        width={column.width}
        onDrag={(width) => draw(id, width)}
        onResize={(width) => store(id, width)}
        onFit={() => fit(id, index + (withBoxes ? 1 : 0))}
      />
    );
  };
}

/** The width that the content of a cell needs, its padding included. */
function contentWidth(cell: HTMLElement): number {
  const range = document.createRange();
  range.selectNodeContents(cell);
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(cell);
  const inner = cell.querySelector<HTMLElement>('span, a, button');
  const content = Math.max(range.getBoundingClientRect().width, inner?.scrollWidth ?? 0);
  return Math.ceil(content + Number.parseFloat(paddingInlineStart) + Number.parseFloat(paddingInlineEnd)) + 1;
}

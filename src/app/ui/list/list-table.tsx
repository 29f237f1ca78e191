// The table of a list on desks: dense rows, a sticky header that sorts; only rows in sight are in the document.
import { type CSSProperties, type ReactNode, memo, useMemo, useRef } from 'react';
import { useMedia } from '#app/ui/hooks/use-media.ts';
import { useWidth } from '#app/ui/hooks/use-width.ts';
import { useScroller } from '#app/ui/layout/screen.tsx';
import { cx } from '#app/ui/primitives/cx.ts';
import { Icon } from '#app/ui/primitives/icon.tsx';
import * as m from '#text/messages.js';
import { linesOf, remScale } from './list-lines.ts';
import { useRestoredPosition } from './list-position.ts';
import type { ListBodyProps, ListColumn, ListDescription, ListGroup } from './list-types.ts';
import { declaredLayout, layOut, type TableLayout } from './table-layout.ts';
import { useColumnEdges } from './use-column-edges.tsx';
import { columnsThatFit, directionOf, gridOf, nextSort } from './table-columns.ts';
import { useCurrentInSight } from './use-current-in-sight.ts';
import { useFocusedRow } from './use-focused-row.ts';
import { useRowEvents } from './use-row-events.ts';
import { useVirtualLines } from './use-virtual-lines.ts';
import styles from './list-table.module.css';

const DENSE = 36;
const TOUCH = 44;
const TITLE_HEIGHT = 36;
/** `npm run bench -- scroll`, the table of 5,000 systems, processor x4: tasks of 43 ms; with 8 rows 52 ms, with 28 rows 87 ms. */
const BLOCK_ROWS = 6;
/** The same benchmark on a busy machine: with 300 px rows came late in 8 of 8 stretches, with 600 px in 5 of 8. */
const AHEAD_PX = 600;
const BOX_WIDTH = 44;
/** The space before and after the cells of a row. */
const ROW_INSET = 22;
const FALLBACK_WIDTH = 1024;

interface ListTableProps<T> extends ListBodyProps<T> {
  sort?: string | undefined;
  onSort?: ((sort: string) => void) | undefined;
  layout?: TableLayout | undefined;
  onLayout?: ((layout: TableLayout) => void) | undefined;
  after?: ReactNode;
}

type Columns<T> = readonly ListColumn<T>[];

const none: never[] = [];

/** The columns that fit, the same array as long as the same ones do: with another one every row is drawn anew. */
function useColumns<T>({ list, layout = declaredLayout }: ListTableProps<T>, width: number): Columns<T> {
  const all = useMemo(() => layOut(list.columns ?? none, layout), [list.columns, layout]);
  const scale = useMemo(remScale, []);
  const fitting = columnsThatFit(all, width, scale).length;
  return useMemo(() => all.slice(0, fitting), [all, fitting]);
}

/** The table. It scrolls with the Screen around it. */
export function ListTable<T>(props: ListTableProps<T>) {
  const { list, rows, selection, currentKey, placeId, sort, onSort, after } = props;
  const scroller = useScroller() ?? null;
  const body = useRef<HTMLDivElement>(null);
  const [root, width] = useWidth<HTMLDivElement>(() => scroller?.clientWidth ?? FALLBACK_WIDTH);
  const shown = useColumns(props, width - ROW_INSET - (selection ? BOX_WIDTH : 0));
  const tall = useMedia('(pointer: coarse)') || props.layout?.rows === 'comfortable';
  const lines = useMemo(() => linesOf(rows.groups, list.titlesInTable === true), [rows.groups, list.titlesInTable]);
  const visible = useVirtualLines({
    lines,
    rows,
    scroller,
    list: body,
    placeId,
    focusedLine: useFocusedRow(body, { list, rows, lines, placeId }),
    rowHeight: tall ? TOUCH : DENSE,
    titleHeight: TITLE_HEIGHT,
    aheadPx: AHEAD_PX,
    mostBlockRows: BLOCK_ROWS,
  });
  useRestoredPosition(scroller, placeId);
  useRowEvents(body, { ...props, lines, hasCheckBoxes: true, scrollToLine: visible.scrollToLine });
  useCurrentInSight(body, { ...props, lines, scrollToLine: visible.scrollToLine });
  const style = { '--columns': gridOf(shown, selection !== undefined) } as CSSProperties;
  const resize = useColumnEdges(props, root, shown, selection !== undefined);
  return (
    <>
      <div
        ref={root}
        role="table"
        className={styles.table}
        style={style}
        aria-label={list.label}
        aria-rowcount={lines.rows + 1}
      >
        <div role="rowgroup" className={styles.head}>
          <div role="row" className={styles.cells} aria-rowindex={1}>
            {selection && (
              <div role="columnheader">
                <span className="sr-only">{m.lists_selection()}</span>
              </div>
            )}
            {shown.map((column) => (
              <HeaderCell key={column.id} column={column} sort={sort} onSort={onSort} edge={resize?.(column.id)} />
            ))}
          </div>
        </div>
        <div ref={body} role="rowgroup" className={styles.body} style={{ height: visible.height }}>
          {visible.items.map(({ index, start, size }) => {
            const line = lines.at(index);
            const group = line && rows.groups[line.group];
            if (!line || !group) return null;
            const stuck = index === visible.stuck;
            if (line.kind === 'title')
              return (
                <div
                  key={index}
                  role="row"
                  className={stuck ? styles.stuck : styles.row}
                  style={placed(stuck ? null : start, size)}
                >
                  <div role="cell" aria-colspan={shown.length + (selection ? 1 : 0)} className={styles.title}>
                    <GroupTitle {...group} />
                  </div>
                </div>
              );
            const item = rows.rowAt(line.group, line.index);
            const key = item === undefined ? undefined : list.keyOf(item);
            return (
              <TableRow
                key={index}
                list={list as ListDescription<unknown>}
                columns={shown as Columns<unknown>}
                item={item}
                groupKey={group.key}
                position={line.position}
                top={start}
                height={size}
                stale={rows.isStale?.(line.group, line.index) ?? false}
                checked={selection ? key !== undefined && selection.rows.has(key) : undefined}
                current={key !== undefined && key === currentKey}
              />
            );
          })}
        </div>
      </div>
      {after}
    </>
  );
}

const placed = (top: number | null, height: number) => (top === null ? { height } : { height, top });

const GroupTitle = ({ label, count }: ListGroup) => (
  <>
    <h2>{label}</h2>
    {count !== undefined && m.lists_count({ count })}
  </>
);

interface HeaderCellProps<T> {
  edge: ReactNode;
  column: ListColumn<T>;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
}

const ariaSorts = { asc: 'ascending', desc: 'descending' } as const;

function HeaderCell<T>({ column, sort, onSort, edge }: HeaderCellProps<T>) {
  const sorted = directionOf(column, sort);
  const next = nextSort(column, sorted);
  const label = (
    <>
      <span>{column.header}</span>
      {sorted && <Icon name="down" size={14} className={sorted === 'asc' ? styles.up : ''} />}
    </>
  );
  return (
    <div
      role="columnheader"
      aria-label={column.header}
      className={column.align === 'end' ? styles.end : ''}
      {...(column.sort && { 'aria-sort': sorted ? ariaSorts[sorted] : 'none' })}
    >
      {column.sort ? (
        <button type="button" onClick={() => next !== undefined && onSort?.(next)}>
          {label}
        </button>
      ) : (
        label
      )}
      {edge}
    </div>
  );
}

interface TableRowProps {
  list: ListDescription<unknown>;
  columns: Columns<unknown>;
  item: unknown;
  groupKey: string;
  position: number;
  top: number;
  height: number;
  stale: boolean;
  /** Undefined where rows cannot be selected. */
  checked: boolean | undefined;
  current: boolean;
}

const nothing = () => undefined;

const TableRow = memo(function TableRow(props: TableRowProps) {
  const { list, columns, item, groupKey, position, top, height, stale, checked, current } = props;
  const href = item === undefined ? undefined : list.hrefOf?.(item);
  const opens = item !== undefined && list.onOpen !== undefined && (list.opens?.(item) ?? true);
  return (
    <div
      role="row"
      className={`${styles.row} ${styles.cells}`}
      data-position={position}
      data-checked={checked === true ? '' : undefined}
      data-current={current ? '' : undefined}
      data-stale={stale ? '' : undefined}
      aria-rowindex={position + 2}
      aria-busy={item === undefined}
      style={placed(top, height)}
    >
      {checked !== undefined && (
        <div role="cell" className={styles.box}>
          {item !== undefined && (
            <input
              type="checkbox"
              tabIndex={-1}
              checked={checked}
              onChange={nothing}
              aria-label={m.lists_select({ name: list.nameOf(item) })}
            />
          )}
        </div>
      )}
      {columns.map((column) => {
        const inside = item === undefined ? <i className={styles.bar} /> : column.cell(item, { groupKey, stale });
        const name = <span dir="auto">{inside}</span>;
        const own = {
          className: styles.link,
          'data-row': '',
          ...(current && { 'aria-current': 'true' as const }),
        };
        const looks = cx(
          typeof inside === 'string' && !column.link && styles.cut,
          column.align === 'end' && styles.end,
          column.className,
        );
        return (
          <div key={column.id} role="cell" className={looks} dir={column.dir}>
            {column.link && href !== undefined ? (
              <a {...own} href={href} draggable={false}>
                {name}
              </a>
            ) : column.link && opens ? (
              <button {...own} type="button">
                {name}
              </button>
            ) : (
              inside
            )}
          </div>
        );
      })}
    </div>
  );
});

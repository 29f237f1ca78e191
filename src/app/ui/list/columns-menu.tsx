// The menu of a table's columns: shown or not, their order by grip or Alt with the arrows, and the height of the rows.
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { CheckRow, FieldRows } from '#app/ui/form/field-rows.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { Segment } from '#app/ui/primitives/segment.tsx';
import * as m from '#text/messages.js';
import type { ListColumn } from './list-types.ts';
import { type TableLayout, countFixed, declaredLayout, isShown, moveColumn, orderColumns } from './table-layout.ts';
import styles from './columns-menu.module.css';

type Column = Pick<ListColumn<never>, 'id' | 'header' | 'link' | 'width' | 'isOptional'>;

interface ColumnsMenuProps {
  columns: readonly Column[];
  layout: TableLayout;
  onLayout: (layout: TableLayout) => void;
}

/** Inside a sheet. Each change is stored at once. */
export function ColumnsMenu({ columns, layout, onLayout }: ColumnsMenuProps) {
  const list = useRef<HTMLDivElement>(null);
  const fixed = countFixed(columns);
  const move = (id: string, by: number) => onLayout(moveColumn(columns, layout, id, by));
  // A narrow table drops its last columns, so one that was just chosen comes first.
  const choose = (id: string, checked: boolean) => {
    const next = { ...layout, shown: { ...layout.shown, [id]: checked } };
    onLayout(checked ? moveColumn(columns, next, id, -columns.length) : next);
  };
  return (
    <>
      <div ref={list}>
        <FieldRows label={m.lists_columns()}>
          {orderColumns(columns, layout).map((column, index) =>
            index < fixed ? (
              <Always key={column.id} header={column.header} />
            ) : (
              <div key={column.id} className={styles.column} data-column={column.id}>
                <Grip header={column.header} list={list} index={index} onMove={(by) => move(column.id, by)} />
                <CheckRow
                  label={column.header}
                  checked={isShown(column, layout)}
                  onChange={(checked) => choose(column.id, checked)}
                />
              </div>
            ),
          )}
        </FieldRows>
      </div>
      <div className="py-3">
        <Segment
          label={m.lists_row_height()}
          value={layout.rows}
          options={[
            { value: 'dense' as const, label: m.lists_rows_dense() },
            { value: 'comfortable' as const, label: m.lists_rows_comfortable() },
          ]}
          onChange={(rows) => onLayout({ ...layout, rows })}
        />
      </div>
      <Button kind="quiet" wide onPress={() => onLayout(declaredLayout)}>
        {m.lists_columns_reset()}
      </Button>
    </>
  );
}

const Always = ({ header }: { header: string }) => (
  <p className={styles.always}>
    {header}
    <small>{m.lists_column_always()}</small>
  </p>
);

interface GripProps {
  header: string;
  list: { readonly current: HTMLElement | null };
  index: number;
  onMove: (by: number) => void;
}

// The rows have one height, so the distance says how many places the row has moved.
function Grip({ header, list, onMove }: GripProps) {
  const at = useRef<number | null>(null);
  const step = (e: PointerEvent<HTMLElement>) => {
    const height = list.current?.querySelector('[data-column]')?.clientHeight ?? 0;
    if (at.current === null || height === 0) return;
    const by = Math.trunc((e.clientY - at.current) / height);
    if (by === 0) return;
    at.current += by * height;
    onMove(by);
  };
  const key = (e: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[e.key];
    if (by === undefined) return;
    e.preventDefault();
    onMove(by);
  };
  return (
    <button
      type="button"
      className={styles.grip}
      aria-label={m.lists_column_move({ column: header })}
      onKeyDown={key}
      onPointerDown={(e) => {
        e.currentTarget.setPointerCapture(e.pointerId);
        at.current = e.clientY;
      }}
      onPointerMove={step}
      onPointerUp={() => (at.current = null)}
      onPointerCancel={() => (at.current = null)}
    >
      <Icon name="more" size={18} />
    </button>
  );
}

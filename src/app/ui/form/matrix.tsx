// A matrix of check boxes: rows of things, columns of what may be done with them, and folded rows for what few rows have.
import { type CSSProperties, type ReactNode, useRef, useState } from 'react';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { useLongPress } from '#app/ui/hooks/use-long-press.ts';
import * as m from '#text/messages.js';
import { useGridFocus } from './grid-focus.ts';
import css from './matrix.module.css';

/** A column; its header sets the whole column. */
export interface MatrixColumn {
  readonly id: string;
  readonly label: string;
  readonly icon: ReactNode;
}

/** One check box. `label` is its whole name: "Edit filesets". */
export interface MatrixCell {
  readonly id: string;
  readonly label: string;
  readonly checked: boolean;
  /** Differs from what is saved. */
  readonly changed: boolean;
  /** Shown, but not changeable. */
  readonly locked: boolean;
}

/** A row; its name sets the whole row. */
export interface MatrixRow {
  readonly id: string;
  readonly label: string;
  readonly note: string;
  /** In the order of the columns; null where there is no such thing. */
  readonly cells: readonly (MatrixCell | null)[];
  /** Below the row once it is unfolded. */
  readonly more: readonly { readonly label: string; readonly note: string; readonly cell: MatrixCell }[];
}

interface MatrixProps {
  label: string;
  /** Above the names of the rows. */
  corner: string;
  columns: readonly MatrixColumn[];
  rows: readonly MatrixRow[];
  onToggle: (cell: string) => void;
  onColumn: (column: string) => void;
  onRow: (row: string) => void;
  /** Holding a cell, its context menu, or a press on one that is locked. */
  onExplain: (cell: string, el: HTMLElement) => void;
}

/** Arrow keys walk the grid, Space and Enter toggle. */
export function Matrix({ label, corner, columns, rows, onToggle, onColumn, onRow, onExplain }: MatrixProps) {
  const root = useRef<HTMLDivElement>(null);
  const focus = useGridFocus(root);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const fold = (id: string) =>
    setOpen((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));
  const cellProps = { onToggle, onExplain };
  return (
    <div className={css['frame']}>
      <div
        ref={root}
        className={css['grid']}
        role="grid"
        aria-label={label}
        style={{ '--columns': columns.length } as CSSProperties}
        onKeyDown={focus.onKeyDown}
        onFocus={focus.onFocus}
      >
        <div role="row" className={`${css['line']} ${css['head']}`}>
          <span role="columnheader" className={css['corner']}>
            {corner}
          </span>
          {columns.map((column, index) => (
            <span key={column.id} role="columnheader">
              <button
                type="button"
                className={css['column']}
                aria-label={m.forms_matrix_column({ label: column.label })}
                {...focus.target('', index)}
                onClick={() => onColumn(column.id)}
              >
                {column.icon}
                {column.label}
              </button>
            </span>
          ))}
        </div>
        {rows.map((row) => (
          <Line
            key={row.id}
            row={row}
            isOpen={open.has(row.id)}
            onFold={fold}
            onRow={onRow}
            focus={focus}
            {...cellProps}
          />
        ))}
      </div>
    </div>
  );
}

type Focus = ReturnType<typeof useGridFocus>;
type CellActions = Pick<MatrixProps, 'onToggle' | 'onExplain'>;
interface LineProps extends CellActions {
  row: MatrixRow;
  isOpen: boolean;
  onFold: (id: string) => void;
  onRow: (id: string) => void;
  focus: Focus;
}

/** The columns of the name and of what unfolds, for the arrow keys. */
const NAME = -2;
const FOLD = -1;

function Line({ row, isOpen, onFold, onRow, focus, ...actions }: LineProps) {
  return (
    <>
      <div role="row" className={css['line']}>
        <span role="rowheader" className={css['name']}>
          <button
            type="button"
            aria-label={m.forms_matrix_row({ label: row.label })}
            {...focus.target(row.id, NAME)}
            onClick={() => onRow(row.id)}
          >
            {row.label}
          </button>
          <span className={css['note']}>
            {row.note}
            {row.more.length > 0 && (
              <button
                type="button"
                className={css['fold']}
                aria-expanded={isOpen}
                {...focus.target(row.id, FOLD)}
                onClick={() => onFold(row.id)}
              >
                {isOpen ? m.forms_matrix_less() : m.forms_matrix_more()}
                <Icon name="down" size={16} {...(isOpen && { className: 'rotate-180' })} />
              </button>
            )}
          </span>
        </span>
        {row.cells.map((cell, index) =>
          cell === null ? (
            <span key={index} role="gridcell" className={css['none']}>
              <span className="sr-only">{m.forms_matrix_none()}</span>
            </span>
          ) : (
            <Cell key={index} cell={cell} {...actions} target={focus.target(row.id, index)} />
          ),
        )}
      </div>
      {isOpen &&
        row.more.map(({ label, note, cell }) => (
          <div key={cell.id} role="row" className={`${css['line']} ${css['more']}`}>
            <span role="rowheader" className={css['moreName']}>
              {label} <small>{note}</small>
            </span>
            <Cell cell={cell} {...actions} target={focus.target(cell.id, row.cells.length - 1)} />
          </div>
        ))}
    </>
  );
}

function Cell({ cell, onToggle, onExplain, target }: CellActions & { cell: MatrixCell; target: object }) {
  const { id, label, checked, changed, locked } = cell;
  const button = useRef<HTMLButtonElement>(null);
  useLongPress(button, (el) => onExplain(id, el));
  return (
    <span role="gridcell" className={css['cell']}>
      <button
        ref={button}
        type="button"
        role="checkbox"
        aria-checked={checked}
        aria-label={changed ? m.forms_matrix_changed({ label }) : label}
        {...(locked && { 'aria-disabled': true })}
        {...(changed && { 'data-changed': '' })}
        {...target}
        onClick={(e) => (locked ? onExplain(id, e.currentTarget) : onToggle(id))}
      >
        <i>{checked && <Icon name="check" size={20} />}</i>
      </button>
    </span>
  );
}

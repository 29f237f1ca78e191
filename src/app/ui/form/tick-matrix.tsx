// A matrix to read: ticks where something is allowed, a dash where it is not, nothing where there is no such thing.
import { type CSSProperties, useId, useState } from 'react';
import { Icon } from '#app/ui/primitives/icon.tsx';
import * as m from '#text/messages.js';
import type { MatrixColumn } from './matrix.tsx';
import css from './matrix.module.css';

/** A row, and the lines that it unfolds to. */
export interface TickRow {
  readonly id: string;
  readonly label: string;
  readonly note: string;
  /** In the order of the columns; null where there is no such thing. */
  readonly cells: readonly (boolean | null)[];
  readonly details: readonly TickDetail[];
}

/** "Add, edit": "Night shift". */
export interface TickDetail {
  readonly term: string;
  readonly value: string;
  /** Nothing grants it: in a quiet colour. */
  readonly isNone: boolean;
}

interface TickMatrixProps {
  label: string;
  corner: string;
  cornerNote?: string;
  columns: readonly MatrixColumn[];
  rows: readonly TickRow[];
}

/** A table; a press on a name unfolds its row. */
export function TickMatrix({ label, corner, cornerNote, columns, rows }: TickMatrixProps) {
  return (
    <div className={css['frame']}>
      <div
        className={css['grid']}
        role="table"
        aria-label={label}
        style={{ '--columns': columns.length } as CSSProperties}
      >
        <div role="row" className={`${css['line']} ${css['head']}`}>
          <span role="columnheader" className={css['corner']}>
            {corner}
            {cornerNote && <small className="block text-secondary font-normal text-text3">{cornerNote}</small>}
          </span>
          {columns.map((column) => (
            <span key={column.id} role="columnheader" className={css['column']}>
              {column.icon}
              {column.label}
            </span>
          ))}
        </div>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </div>
    </div>
  );
}

function Row({ row: { label, note, cells, details } }: { row: TickRow }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const name = (
    <>
      <b className="font-[650]">{label}</b>
      <span className="flex">
        <span dir="auto" className={css['tickNote']}>
          {note}
        </span>
      </span>
    </>
  );
  return (
    <div role="rowgroup" className={isOpen ? css['opened'] : css['closed']}>
      <div role="row" className={css['line']}>
        <span role="rowheader" className={css['name']}>
          {details.length === 0 ? (
            name
          ) : (
            <button
              type="button"
              className={css['unfold']}
              aria-expanded={isOpen}
              {...(isOpen && { 'aria-controls': id })}
              onClick={() => setOpen(!isOpen)}
            >
              {name}
            </button>
          )}
        </span>
        {cells.map((cell, index) => (
          <span key={index} role="cell" className={cell === false ? css['none'] : css['tick']}>
            {cell && <Icon name="check" />}
            <span className="sr-only">
              {cell ? m.forms_yes() : cell === null ? m.forms_matrix_none() : m.forms_no()}
            </span>
          </span>
        ))}
      </div>
      {isOpen && (
        <div id={id} role="row">
          <div role="cell" aria-colspan={cells.length + 1}>
            <dl className={css['details']}>
              {details.map(({ term, value, isNone }) => (
                <div key={term}>
                  <dt>{term}</dt>
                  <dd className={isNone ? 'text-text3' : ''}>{value}</dd>
                </div>
              ))}
            </dl>
          </div>
        </div>
      )}
    </div>
  );
}

// The values of a drawing as a table that only screen readers get.
import type { ReactNode } from 'react';

interface ValuesTableProps {
  caption: string;
  columns: readonly string[];
  /** Each with its key first, then one cell for each column. */
  rows: readonly (readonly [key: string, ...cells: ReactNode[]])[];
}

/** The drawing itself is hidden from screen readers where this stands beside it. */
export function ValuesTable({ caption, columns, rows }: ValuesTableProps) {
  // A table grows with its rows, whatever its height: its box is cut off, not the table.
  return (
    <div className="sr-only">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([key, ...cells]) => (
            <tr key={key}>
              {cells.map((cell, index) => (
                <td key={columns[index]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

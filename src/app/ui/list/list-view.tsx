// A list from its description: rows on phones and in panes, a table where a desk has the room.
import { type ReactNode, useMemo } from 'react';
import { useFrozenWhileTouching } from '#app/ui/hooks/use-frozen-while-touching.ts';
import * as m from '#text/messages.js';
import { limitGroups, sizeOf } from './list-lines.ts';
import { ListTable } from './list-table.tsx';
import type { ListBodyProps, ListRows } from './list-types.ts';
import type { TableLayout } from './table-layout.ts';
import { VirtualList } from './virtual-list.tsx';

/** A server answers pages up to this row; beyond it a list asks to be narrowed. */
const MOST_ROWS = 10_000;

/** `sort`: the current order, which the headers of the table change. */
export interface ListViewProps<T> extends ListBodyProps<T> {
  /** Draw the columns as a table. */
  table?: boolean;
  sort?: string | undefined;
  onSort?: ((sort: string) => void) | undefined;
  /** The columns as the person arranged them; as declared when left out. */
  layout?: TableLayout | undefined;
  onLayout?: ((layout: TableLayout) => void) | undefined;
  /** The maximum number of rows shown; 10,000 when left out. */
  limit?: number;
  /** Below the last row. */
  after?: ReactNode;
}

/** The rows or the table, and a note when the limit leaves rows out. */
export function ListView<T>({ table = false, limit = MOST_ROWS, after, ...props }: ListViewProps<T>) {
  const still = useRowsInPlace(props.rows);
  const total = sizeOf(still.groups);
  const rows = useMemo(() => ({ ...still, groups: limitGroups(still.groups, limit) }), [still, limit]);
  const foot = (
    <>
      {after}
      {total > limit && (
        <p className="px-4 py-4 text-text2" role="note">
          {m.lists_limited({ shown: limit, total })}
        </p>
      )}
    </>
  );
  if (table && props.list.columns) return <ListTable {...props} rows={rows} after={foot} />;
  return (
    <>
      <VirtualList {...props} rows={rows} />
      {foot}
    </>
  );
}

// While a finger is down known rows stay as they are, and rows that were not loaded may come in.
function useRowsInPlace<T>(rows: ListRows<T>): ListRows<T> {
  const still = useFrozenWhileTouching(rows);
  return useMemo(() => {
    if (still === rows) return rows;
    return {
      ...rows,
      groups: still.groups,
      rowAt: (group, index) => still.rowAt(group, index) ?? rows.rowAt(group, index),
      isStale: (group, index) => rows.isStale?.(group, index) ?? false,
    };
  }, [still, rows]);
}

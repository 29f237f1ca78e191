// A list within the page of a record: its tools above it, then its rows, or the table where there is room.
import type { ReactNode } from 'react';
import { SortButton } from '#app/ui/list/list-tools.tsx';
import { ListView, type ListViewProps } from '#app/ui/list/list-view.tsx';
import { ColumnsButton } from './columns-button.tsx';
import { CsvButton, csvChoice } from './csv-button.tsx';
import { sorted } from './list-search.ts';
import type { useListSearch } from './use-list-search.ts';
import { useTableLayout } from './use-table-layout.ts';

/** The line of tools above a list. `note`: a sentence about its rows; nothing to download without `onDownload`. */
export function ListToolLine({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1 px-4 pt-2 pb-2">
      <p className="flex-[1_1_12rem] text-text2">{note}</p>
      {children}
    </div>
  );
}

type View<T> = Omit<ListViewProps<T>, 'layout' | 'onLayout' | 'sort' | 'onSort'>;

interface RecordListProps<T> extends View<T> {
  /** The noun in the plural: the columns that a person chose are stored under it. */
  id: string;
  /** Downloads its rows as CSV. */
  onDownload: () => void;
  /** A sentence about the rows. */
  note?: ReactNode;
  /** Left out where it has one order only. */
  order?: ReturnType<typeof useListSearch>;
}

/** As on the screen of a list: the header of a table sorts, above rows a sheet has the orders. */
export function RecordList<T>({ id, onDownload, note, order, ...view }: RecordListProps<T>) {
  const { list, table = false } = view;
  const [layout, onLayout] = useTableLayout(id);
  const sort = order && (order.search.sort ?? order.sorts[0]?.value);
  const onSort = order && ((value: string) => order.onSearch(sorted(order.search, value, order.sorts)));
  return (
    <>
      <ListToolLine note={note}>
        {table && list.columns && <ColumnsButton id={id} columns={list.columns} />}
        {!table && order && onSort ? (
          <SortButton sorts={order.sorts} value={sort ?? ''} onSort={onSort} actions={[csvChoice(onDownload)]} />
        ) : (
          <CsvButton onPress={onDownload} />
        )}
      </ListToolLine>
      <ListView {...view} layout={layout} onLayout={onLayout} sort={sort} onSort={onSort} />
    </>
  );
}

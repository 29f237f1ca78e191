// The one description that a list is made from: phones draw its rows, desks its columns.
import type { ReactNode } from 'react';
import type { IconName } from '#app/ui/primitives/icon.tsx';
import type { Selection } from './selection.ts';

/** Rows under one title. Without a label the rows have no title. */
export interface ListGroup {
  readonly key: string;
  readonly label?: string;
  /** The number of its rows, loaded or not. */
  readonly size: number;
  /** The figure at the end of its title. */
  readonly count?: number;
}

/** Rows of one group: from `first` up to and including `last`. */
export interface RowSpan {
  readonly group: number;
  readonly first: number;
  readonly last: number;
}

/** A snapshot of the rows. Rows are read by place, so a source loads only what is in sight. */
export interface ListRows<T> {
  readonly groups: readonly ListGroup[];
  /** The row at a place; undefined while it is not loaded. */
  rowAt(group: number, index: number): T | undefined;
  /** The row at a place as it was loaded last, also far from those in sight. Default: `rowAt`. */
  loadedAt?(group: number, index: number): T | undefined;
  /** True if the row is only cached: no recent answer confirms it. */
  isStale?(group: number, index: number): boolean;
  /** Called with the rows in sight, so that the source can load them. */
  onVisible?(spans: readonly RowSpan[]): void;
}

/** The state that a row is drawn in. `stale`: only cached. */
export interface RowState {
  readonly groupKey: string;
  readonly stale: boolean;
}

/** A swipe of a row to one side. */
export interface RowSwipe<T> {
  readonly label: string;
  readonly icon: IconName;
  /** The key that does the same to the focused row. */
  readonly key: string;
  applies(item: T): boolean;
  onSwipe(item: T): void;
}

/** A column of the desk table. */
export interface ListColumn<T> {
  readonly id: string;
  readonly header: string;
  /** The least width in px at 16 px text. */
  readonly width: number;
  /** The share of the width that is left over; 0 when left out. */
  readonly grow?: number;
  readonly align?: 'end';
  /** Text that people wrote keeps its own direction. */
  readonly dir?: 'auto';
  readonly className?: string;
  /** Shown only where a person chose it. */
  readonly isOptional?: boolean;
  /** The row's link or button stands in this column; one column has it. */
  readonly link?: boolean;
  cell(item: T, state: RowState): ReactNode;
  /** The values of the list's sort that this column stands for. */
  readonly sort?: { readonly ascending?: string; readonly descending?: string };
}

/** All that a list needs to know of its rows. Keep it stable between renders: every row is drawn anew with it. */
export interface ListDescription<T> {
  /** The name of the list for screen readers. */
  readonly label: string;
  keyOf(item: T): string;
  /** The name of a row, for "Select ..." */
  nameOf(item: T): string;
  /** The address that a row leads to. */
  hrefOf?(item: T): string | undefined;
  /** Instead of an address: opens something beside the row. */
  onOpen?(item: T, row: HTMLElement): void;
  /** True if `onOpen` applies to the row; every row when left out. */
  opens?(item: T): boolean;
  /** The row is a check box: `onOpen` turns it on or off. */
  checkedOf?(item: T): boolean;
  /** The height of a row in px at 16 px text: 100 with a strip, 72 or 64 without. */
  readonly rowHeight: number;
  /** The inside of a row. */
  renderRow(item: T, state: RowState): ReactNode;
  /** A control of its own beside the row's link, at the top end of the row; `RowBody` leaves room with `beside`. */
  renderBeside?(item: T): ReactNode;
  readonly swipeRight?: RowSwipe<T>;
  readonly swipeLeft?: RowSwipe<T>;
  /** Worth most first: the last ones are dropped where there is no room. The first two are always shown. */
  readonly columns?: readonly ListColumn<T>[];
  /** True if the table also shows the titles of groups. */
  readonly titlesInTable?: boolean;
}

/** The props of both forms of a list. */
export interface ListBodyProps<T> {
  list: ListDescription<T>;
  rows: ListRows<T>;
  selection?: Selection<T> | undefined;
  /** The key of the row that is shown beside the list. */
  currentKey?: string | undefined;
  /** The id of the stored position: another search is another list. */
  placeId: string;
  /** The id of the search field, which the key / leads to. */
  searchId?: string | undefined;
  onNavigate: (href: string) => void;
}

// The description of a list screen, and of the record that its list belongs to.
import type { QueryKey } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import type { Store } from '#app/device/create-store.ts';
import type { ListChip, ListSearch, ListSort } from '#app/ui/list/list-tools.tsx';
import type { ListDescription } from '#app/ui/list/list-types.ts';
import type { SelectedRows, Selection } from '#app/ui/list/selection.ts';
import type { EmptyTexts } from './list-empty.tsx';
import type { Neighbours } from './neighbours.ts';
import type { ListPages, PagesOptions } from './use-list-pages.ts';

/** The props of the bar of a selection. */
export interface BulkProps<T> {
  selection: Selection<T>;
  /** The stored position of the list. */
  placeId: string;
}

/** The record that a list belongs to. */
export interface ListHead {
  /** In the place of the title. */
  content: ReactNode;
  /** The address that Back leads to. */
  parent: string;
  /** A column beside the table. */
  aside?: ReactNode;
  /** The record is docked, and a table has no room. */
  narrow?: boolean;
}

/** The description of a list screen. `S`: the search parameters of its address. */
export interface ListScreenProps<T, E extends Error, K extends QueryKey, S extends ListSearch> {
  title: string;
  /** An explanation of the records, for somebody who does not know the term. */
  help?: string;
  /** The whole sentence for a list that did not load: "Could not load schedules". */
  notLoaded: string;
  /** The whole sentence for a person who may not see it: "You do not have permission to see schedules". */
  forbidden: string;
  /** The noun in the plural, as an id of elements: "systems". */
  id: string;
  list: ListDescription<T>;
  /** The source of its rows. */
  pages: PagesOptions<T, E, K>;
  search: S;
  onSearch: (next: S) => void;
  searchLabel: string;
  chips?: { label: string; chips: readonly ListChip[]; stale: boolean };
  /** The first one is the usual order. */
  sorts: readonly ListSort[];
  /** Adds a record; left out without the permission. */
  add?: { label: string; run: () => void } | undefined;
  /** The bar of a selection; without it rows cannot be selected. */
  bulk?: ComponentType<BulkProps<T>> | undefined;
  /** The selected rows, where they outlive the screen. */
  selected?: Store<SelectedRows<T>> | undefined;
  /** The record that the list belongs to. */
  head?: ListHead | undefined;
  /** The texts for no rows. */
  emptyTexts: (state: Pick<ListPages<T>, 'fresh' | 'asOf'>) => EmptyTexts;
  /** The key of the open record; the list is a pane beside it. */
  besideKey?: string | undefined;
  /** Gets the keys of the rows before and after the open record. */
  neighbours?: Store<Neighbours> | undefined;
  /** The open record is docked, so the list stays a table. */
  docked?: boolean | undefined;
}

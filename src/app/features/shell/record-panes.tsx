// The screen of one record with the list that it belongs to beside it on desks.
import type { ComponentProps, ComponentType, ReactNode } from 'react';
import { useMedia } from '#app/ui/hooks/use-media.ts';
import type { ListSearch } from '#app/ui/list/list-tools.tsx';
import { storeListSearch, useStoredListSearch } from '#app/features/lists/list-searches.ts';
import { MainPanes } from './main-panes.tsx';
import { type PaneButtons, PaneButtonsContext } from './pane-buttons.tsx';
import { usePaneSize } from './pane-size.ts';

/** The parts of a list as a pane; its search and order are stored, the address belongs to the record. */
export interface ListBesideProps {
  search: ListSearch;
  onSearch: (next: ListSearch) => void;
  besideKey: string;
  /** The record is docked beside it, so the list stays a table. */
  docked: boolean;
}

interface RecordPanesProps {
  /** The name of the list. */
  label: string;
  list: ComponentType<ListBesideProps>;
  /** The path of the list. */
  path: string;
  /** The id of the open record; a new one has none. */
  id: string | undefined;
  /** The record can be docked beside the table, or have all the room; left out: the list is a pane of rows. */
  pane?: ComponentProps<typeof PaneButtons>;
  children: ReactNode;
}

/** `children` is the screen of the record. */
export function RecordPanes({ label, list, path, id, pane, children }: RecordPanesProps) {
  const wide = useMedia('(min-width: 64rem)');
  const docked = usePaneSize() === 'docked' && pane !== undefined;
  const beside = wide && <ListBeside list={list} path={path} id={id} docked={docked} />;
  const shows = pane === undefined || docked ? 'detail' : 'whole';
  return (
    <PaneButtonsContext value={wide && pane ? pane : null}>
      <MainPanes shows={shows} docked={docked} listLabel={label} list={beside} detail={children} />
    </PaneButtonsContext>
  );
}

type ListBesideOptions = Pick<RecordPanesProps, 'list' | 'path' | 'id'> & { docked: boolean };

function ListBeside({ list: List, path, id = '', docked }: ListBesideOptions) {
  const search = useStoredListSearch(path);
  return <List search={search} onSearch={(next) => storeListSearch(path, next)} besideKey={id} docked={docked} />;
}

// The screen of one record with the list that it belongs to beside it on desks.
import { type ComponentType, type ReactNode, useState } from 'react';
import { useMedia } from '#app/ui/hooks/use-media.ts';
import type { ListSearch } from '#app/ui/list/list-tools.tsx';
import { MainPanes } from './main-panes.tsx';

/** The parts of a list as a pane; its search and order are its own, the address belongs to the record. */
export interface ListBesideProps {
  search: ListSearch;
  onSearch: (next: ListSearch) => void;
  besideKey: string;
}

interface RecordPanesProps {
  /** The name of the list. */
  label: string;
  list: ComponentType<ListBesideProps>;
  /** The id of the open record; a new one has none. */
  id: string | undefined;
  children: ReactNode;
}

/** `children` is the screen of the record. */
export function RecordPanes({ label, list, id, children }: RecordPanesProps) {
  const wide = useMedia('(min-width: 64rem)');
  const beside = wide && <ListBeside list={list} id={id} />;
  return <MainPanes shows="detail" listLabel={label} list={beside} detail={children} />;
}

function ListBeside({ list: List, id = '' }: Pick<RecordPanesProps, 'list' | 'id'>) {
  const [search, setSearch] = useState<ListSearch>({});
  return <List search={search} onSearch={setSearch} besideKey={id} />;
}

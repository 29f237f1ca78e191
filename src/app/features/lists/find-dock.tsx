// The search of a list within the page of a record, docked above the bar.
import { ListSearchBox } from '#app/ui/list/list-tools.tsx';
import type { ListSearch } from '#app/ui/list/list-tools.tsx';

interface FindDockProps {
  /** Of the search field, to which the key / leads. */
  id: string;
  label: string;
  search: ListSearch;
  onFind: (find: string) => void;
}

export const FindDock = ({ id, label, search, onFind }: FindDockProps) => (
  <div className="border-t border-line px-3 py-2.5">
    <ListSearchBox id={id} label={label} value={search.find ?? ''} onSettled={onFind} />
  </div>
);

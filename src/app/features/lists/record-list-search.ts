// The search parameters of a page with the list of one record: the id of the record beside those of the list.
import type { ListSearch } from '#app/ui/list/list-tools.tsx';

export interface RecordListSearch extends ListSearch {
  id?: string;
}

/** Reads the id. The screen reads the others: the orders that it knows would weigh on the first script. */
export const readRecordListSearch = ({ id, ...list }: Record<string, unknown>): RecordListSearch => ({
  ...list,
  ...(typeof id === 'string' && { id }),
});

// The sentence above the groups or the organizations of a user, with their download beside it.
import { saveRows } from '#app/features/lists/csv-action.ts';
import { CsvButton } from '#app/features/lists/csv-button.tsx';
import type { CsvRow } from '#app/features/lists/download-csv.ts';

interface AccessHeadProps {
  /** The noun of the rows in the plural, which names the file. */
  id: string;
  /** The rows as CSV; without any there is nothing to download. */
  rows: readonly CsvRow[];
  children: string;
}

/** The button takes no line of its own. */
export const AccessHead = ({ id, rows, children }: AccessHeadProps) => (
  <div className="flex items-start gap-3 px-4 pt-4 pb-3">
    <h2 className="min-w-0 flex-1 text-[min(1.25rem,8vw)]/[1.25] font-[650] tracking-[-0.018em]">{children}</h2>
    {rows.length > 0 && <CsvButton onPress={() => void saveRows(id, rows)} />}
  </div>
);

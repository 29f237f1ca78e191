// The number of rows beside the title of a list.
import { reader } from '#app/device/reader.ts';
import type { Store } from '#app/device/create-store.ts';
import { formatNumber } from '#text/format.ts';

/** Changes without drawing the tools again. */
export function ListTotal({ total }: { total: Store<number | undefined> }) {
  const count = total.use();
  return (
    <span className="flex-1 text-text3 tabular-nums">{count === undefined ? '' : formatNumber(count, reader())}</span>
  );
}

// The words of the list kit.
import type { ListLabels } from '#app/ui/list/list-types.ts';

/** The words that are the same on every list. */
export const listLabels: ListLabels = {
  selected: (count) => `${count.toLocaleString()} selected`,
  clear: 'Clear',
  select: (name) => `Select ${name}`,
  selection: 'Selected',
  limited: (shown, total) =>
    `Showing the first ${shown.toLocaleString()} of ${total.toLocaleString()}. Search or filter to narrow.`,
};

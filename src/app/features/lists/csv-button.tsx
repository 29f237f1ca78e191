// The button that downloads a list as CSV, and the same as a choice of a sheet.
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import type { SheetAction } from '#app/ui/sheet/sheet-parts.tsx';
import * as m from '#text/messages.js';

/** Beside the other tools of a list. */
export const CsvButton = ({ onPress }: { onPress: () => void }) => (
  <Button kind="quiet" size="small" square label={m.lists_csv()} onPress={onPress}>
    <Icon name="download" size={20} />
  </Button>
);

/** In the sheet with the orders of a list. */
export const csvChoice = (onSelect: () => void): SheetAction => ({
  icon: 'download',
  label: m.lists_csv(),
  note: m.lists_csv_note(),
  onSelect,
});

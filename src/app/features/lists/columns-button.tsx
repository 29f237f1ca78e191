// The button above a table that opens the menu of its columns.
import { lazy, Suspense, useState } from 'react';
import type { ListColumn } from '#app/ui/list/list-types.ts';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import * as m from '#text/messages.js';
import { useTableLayout } from './use-table-layout.ts';

const ColumnsMenu = lazy(async () => ({ default: (await import('#app/ui/list/columns-menu.tsx')).ColumnsMenu }));

interface ColumnsButtonProps {
  /** The id of the list. */
  id: string;
  columns: readonly Pick<ListColumn<never>, 'id' | 'header' | 'link' | 'width' | 'isOptional'>[];
}

/** Columns are chosen, ordered and reset there; widths are dragged in the header. */
export function ColumnsButton({ id, columns }: ColumnsButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [layout, onLayout] = useTableLayout(id);
  return (
    <>
      <Button kind="line" size="small" onPress={setAnchor}>
        <Icon name="columns" size={20} />
        {m.lists_columns()}
      </Button>
      <Sheet open={anchor !== null} onClose={() => setAnchor(null)} title={m.lists_columns()} anchor={anchor}>
        {anchor && (
          <Suspense fallback={null}>
            <ColumnsMenu columns={columns} layout={layout} onLayout={onLayout} />
          </Suspense>
        )}
      </Sheet>
    </>
  );
}

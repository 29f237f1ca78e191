// The tools of a list: the search field, the filter chips, the sheet with the orders.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { SearchField } from '#app/ui/form/field.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { Chip, Chips } from '#app/ui/primitives/chip.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import type { MarkKind } from '#app/ui/primitives/mark.tsx';
import * as m from '#text/messages.js';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { type SheetAction, SheetActions } from '#app/ui/sheet/sheet-parts.tsx';

const SETTLE_MS = 250;
/** A chip has room for a count of two digits from the start. */
const USUAL_COUNT = 88;

/** The search parameters of a list; a key is left out when it has its default. */
export interface ListSearch {
  find?: string;
  sort?: string;
}

/** A filter. Pressing it again removes it. */
export interface ListChip {
  id: string;
  label: string;
  /** Undefined while it is not known; left out where the chip never has one. */
  count?: number | undefined;
  mark?: MarkKind;
  pressed: boolean;
  onPress(el: HTMLElement): void;
}

/** An order of the list, as the sheet names it. */
export interface ListSort {
  value: string;
  label: string;
  note?: string;
}

interface SearchBoxProps {
  id: string;
  label: string;
  value: string;
  /** Called when the typing pauses, and with '' at once when only spaces are left. */
  onSettled: (find: string) => void;
}

/** The search field; the list follows the typing once it pauses. */
export function ListSearchBox({ id, label, value, onSettled }: SearchBoxProps) {
  const [text, setText] = useTyped(value, onSettled);
  return (
    <SearchField
      id={id}
      label={label}
      value={text}
      onChange={setText}
      end={
        <kbd className="hidden rounded-md px-2 text-[0.8125rem] text-text3 ring-1 ring-edge ring-inset md:block">/</kbd>
      }
    />
  );
}

// Typed text shows at once; a change of the address by Back or a link shows too.
function useTyped(given: string, onSettled: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(given);
  const sent = useRef(given);
  const settle = useRef(onSettled);
  settle.current = onSettled;
  useEffect(() => {
    if (given === sent.current) return;
    sent.current = given;
    setText(given);
  }, [given]);
  useEffect(() => {
    const next = text.trim() === '' ? '' : text;
    if (next === sent.current) return undefined;
    const timer = setTimeout(() => {
      sent.current = next;
      settle.current(next);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return [text, setText];
}

/** The filters as a row that scrolls sideways. `stale`: the counts are only cached. */
export function ListChips({ label, chips, stale }: { label: string; chips: readonly ListChip[]; stale: boolean }) {
  return (
    <Chips label={label}>
      {chips.map((chip) => (
        <Chip
          key={chip.id}
          {...(chip.mark && { mark: chip.mark })}
          {...('count' in chip && { widest: m.lists_chip({ label: chip.label, count: USUAL_COUNT }) })}
          stale={stale}
          pressed={chip.pressed}
          onPress={chip.onPress}
        >
          {chip.count === undefined ? chip.label : m.lists_chip({ label: chip.label, count: chip.count })}
        </Chip>
      ))}
    </Chips>
  );
}

interface SortButtonProps {
  sorts: readonly ListSort[];
  value: string;
  onSort: (value: string) => void;
  /** More that the sheet offers, below the orders. */
  actions?: readonly SheetAction[] | undefined;
}

/** A button that opens the sheet with the orders. */
export function SortButton({ sorts, value, onSort, actions = [] }: SortButtonProps): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const orders: SheetAction[] = sorts.map((sort) => ({
    icon: sort.value === value ? 'check' : 'sort',
    label: sort.label,
    ...(sort.note !== undefined && { note: sort.note }),
    onSelect: () => onSort(sort.value),
  }));
  return (
    <>
      <Button kind="quiet" square label={m.lists_sort()} onPress={setAnchor}>
        <Icon name="sort" />
      </Button>
      <Sheet open={anchor !== null} onClose={() => setAnchor(null)} title={m.lists_sort_by()} anchor={anchor}>
        <SheetActions actions={orders} />
        {actions.length > 0 && <SheetActions actions={[...actions]} />}
      </Sheet>
    </>
  );
}

// What narrows and orders the list of systems: the search box, the chips, the sheet with the orders.
import { useEffect, useRef, useState } from 'react';
import { Button } from '#app/ui/primitives/button.tsx';
import { Chip, Chips } from '#app/ui/primitives/chip.tsx';
import { SearchField } from '#app/ui/form/field.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { SheetActions, type SheetAction } from '#app/ui/sheet/sheet-parts.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { useFreshness } from '#app/realtime/freshness.ts';
import { useCan } from '#app/auth/me.ts';
import { useCounts } from '#app/features/alarms/alarm-queries.ts';
import type { Counts } from '#app/features/watch/glance-format.ts';
import { type Method, type Show, type SystemsSearch, countOf, shows, sorts } from './systems-filter.ts';

const SETTLE_MS = 250;
export const SEARCH_ID = 'find-system';

export interface ToolsProps {
  search: SystemsSearch;
  onSearch: (next: SystemsSearch) => void;
  onNew: () => void;
}

/** Search and sort; the address follows the typing once it pauses. */
export function FindSystems({ search, onSearch, onNew }: ToolsProps) {
  const [words, type] = useTyped(search.find ?? '', (find) => {
    const { find: _, ...rest } = search;
    onSearch(find.trim() === '' ? rest : { ...rest, find });
  });
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <div className="flex gap-2 px-3 pt-2 pb-2.5 *:first:min-w-0 *:first:flex-1">
      <SearchField
        id={SEARCH_ID}
        label="Name, address or organization"
        value={words}
        onChange={type}
        end={
          <kbd className="hidden text-text3 rounded-md px-2 text-[0.8125rem] ring-1 ring-edge ring-inset md:block">
            /
          </kbd>
        }
      />
      <Button kind="quiet" size="medium" square label="Sort and add" onPress={setAnchor}>
        <Icon name="sort" />
      </Button>
      <SortSheet anchor={anchor} onClose={() => setAnchor(null)} search={search} onSearch={onSearch} onNew={onNew} />
    </div>
  );
}

// What is typed shows at once; what another hand puts into the address (Back, a link) shows too.
function useTyped(given: string, onSettled: (words: string) => void): [string, (words: string) => void] {
  const [words, setWords] = useState(given);
  const sent = useRef(given);
  const settle = useRef(onSettled);
  settle.current = onSettled;
  useEffect(() => {
    if (given === sent.current) return;
    sent.current = given;
    setWords(given);
  }, [given]);
  useEffect(() => {
    if (words === sent.current) return undefined;
    const timer = setTimeout(() => {
      sent.current = words.trim() === '' ? '' : words;
      settle.current(words);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return [words, setWords];
}

type SortSheetProps = ToolsProps & { anchor: HTMLElement | null; onClose: () => void };

function SortSheet({ anchor, onClose, search, onSearch, onNew }: SortSheetProps) {
  const mayCreate = useCan('system.create');
  const { sort: held = 'worst', ...rest } = search;
  const actions: SheetAction[] = sorts.map(({ sort, word, note }) => ({
    icon: sort === held ? 'check' : 'sort',
    label: word,
    note,
    onSelect: () => onSearch(sort === 'worst' ? rest : { ...rest, sort }),
  }));
  return (
    <Sheet open={anchor !== null} onClose={onClose} title="Sort by" anchor={anchor}>
      <SheetActions actions={actions} />
      {mayCreate && <SheetActions actions={[{ icon: 'plus', label: 'New system', onSelect: onNew }]} />}
    </Sheet>
  );
}

/** One chip for each state; a pressed one is taken back by pressing it again. */
export function StateChips({ search, onSearch }: Pick<ToolsProps, 'search' | 'onSearch'>) {
  const query = useCounts();
  const { fresh } = useFreshness(query);
  const counts = query.data;
  const { show, method, ...rest } = search;
  const put = (next: Show | undefined) => onSearch({ ...rest, ...(method && { method }), ...(next && { show: next }) });
  return (
    <Chips label="State">
      <Chip pressed={show === undefined} onPress={() => put(undefined)}>
        {counted('All', counts?.total)}
      </Chip>
      {shows.map((one) => (
        <Chip
          key={one.show}
          mark={one.mark}
          stale={!fresh && counts !== undefined}
          pressed={one.show === show}
          onPress={() => put(one.show === show ? undefined : one.show)}
        >
          {counted(one.word, countOf(one.show, counts))}
        </Chip>
      ))}
      <MethodChip
        counts={counts}
        method={method}
        onPress={(next) => onSearch({ ...rest, ...(show && { show }), ...next })}
      />
    </Chips>
  );
}

/** Those that a person backs up, where there are any; the others where a link asked for them. */
function MethodChip({ counts, method, onPress }: MethodChipProps) {
  const one = method ?? 'manual';
  const count = counts?.[one].count;
  if (method === undefined && !count) return null;
  return (
    <Chip pressed={method !== undefined} onPress={() => onPress(method ? {} : { method: one })}>
      {counted(one === 'manual' ? 'Manual' : 'Automatic', count)}
    </Chip>
  );
}

interface MethodChipProps {
  counts: Counts | undefined;
  method: Method | undefined;
  onPress: (next: { method?: Method }) => void;
}

const counted = (word: string, count: number | undefined): string =>
  count === undefined ? word : `${word} ${count.toLocaleString('en')}`;

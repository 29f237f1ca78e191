// The screen of all systems, worst first: a list on phones, a table on desks, a pane beside the system that is open.
import { useMemo, useState } from 'react';
import { ageWords } from '#app/ui/format.ts';
import { Mark } from '#app/ui/primitives/mark.tsx';
import type { ListChip } from '#app/ui/list/list-tools.tsx';
import { useCan } from '#app/auth/me.ts';
import { useNow } from '#app/device/now.ts';
import { useFreshness } from '#app/realtime/freshness.ts';
import { acknowledge } from '#app/features/alarms/alarm-actions.ts';
import { useCounts, useOpenAlarms } from '#app/features/alarms/alarm-queries.ts';
import { ListEmpty } from '#app/features/lists/list-empty.tsx';
import { ListScreen } from '#app/features/lists/list-screen.tsx';
import { useListPages } from '#app/features/lists/use-list-pages.ts';
import { SystemsBulkBar } from './bulk-actions.tsx';
import { NewSystem } from './new-system.tsx';
import { untaken } from './system-actions.tsx';
import { type SystemsSearch, countOf, shows, sorts } from './systems-filter.ts';
import { systemsList } from './systems-list.tsx';
import { type ListedSystem, pageOf, partsOf } from './systems-pages.ts';

interface SystemsScreenProps {
  search: SystemsSearch;
  onSearch: (next: SystemsSearch) => void;
  /** The system beside which the list stands. */
  besideKey?: string;
  /** What always holds of the rows, such as `{ organization: id }`. */
  within?: Record<string, unknown>;
}

const TICK_MS = 30_000;

/** The list of systems. */
export function SystemsScreen({ search, onSearch, besideKey, within }: SystemsScreenProps) {
  const now = useNow(TICK_MS);
  const [adding, setAdding] = useState(false);
  const parts = useMemo(() => partsOf(search, within), [search, within]);
  const pages = useListPages({ parts, pageOf, enabled: useCan('system.read') });
  const swipeRight = useAcknowledgeSwipe(now);
  const list = useMemo(() => systemsList(now, swipeRight), [now, swipeRight]);
  const add = useCan('system.create') ? { label: 'New system', run: () => setAdding(true) } : undefined;
  const { fresh, asOf } = pages;
  const age = fresh || asOf === null ? '' : `, ${ageWords(now - asOf)} ago`;
  return (
    <>
      <ListScreen
        title="Systems"
        what="systems"
        id="systems"
        list={list}
        pages={pages}
        search={search}
        onSearch={onSearch}
        searchLabel="Name, address or organization"
        chips={useChips(search, onSearch)}
        sorts={sorts}
        total={useCounts().data?.total}
        add={add}
        bulk={SystemsBulkBar}
        besideKey={besideKey}
        empty={<NoSystem search={search} onSearch={onSearch} add={add} fresh={fresh} age={age} />}
      />
      <NewSystem open={adding} onClose={() => setAdding(false)} />
    </>
  );
}

/** Acknowledges the open alarms of a system by a swipe; offered only where there are any. */
function useAcknowledgeSwipe(now: number) {
  const mayAct = useCan('alarm.update');
  const { held } = useOpenAlarms();
  return useMemo(() => {
    if (!mayAct) return undefined;
    const open = untaken({ alarms: held ?? [], now });
    const alarmed = new Set(open.map(({ system }) => system.id));
    return {
      label: 'Acknowledge',
      icon: 'check' as const,
      applies: ({ id }: ListedSystem) => alarmed.has(id),
      onSwipe: ({ id }: ListedSystem) => void acknowledge(open.filter(({ system }) => system.id === id)),
    };
  }, [mayAct, held, now]);
}

/** One chip for each state; and one for systems that a person backs up, where there are any. */
function useChips(search: SystemsSearch, onSearch: (next: SystemsSearch) => void) {
  const query = useCounts();
  const { fresh } = useFreshness(query);
  const counts = query.data;
  const { show, method, ...rest } = search;
  const put = (change: Pick<SystemsSearch, 'show' | 'method'>) => onSearch({ ...rest, ...change });
  const kept = { ...(method && { method }) };
  const chips: ListChip[] = [
    { id: 'all', label: 'All', count: counts?.total, pressed: show === undefined, onPress: () => put(kept) },
    ...shows.map((one) => ({
      id: one.show,
      label: one.word,
      mark: one.mark,
      count: countOf(one.show, counts),
      pressed: one.show === show,
      onPress: () => put({ ...kept, ...(one.show !== show && { show: one.show }) }),
    })),
  ];
  const by = method ?? 'manual';
  const count = counts?.[by].count;
  if (method !== undefined || count)
    chips.push({
      id: by,
      label: by === 'manual' ? 'Manual' : 'Automatic',
      count,
      pressed: method !== undefined,
      onPress: () => put({ ...(show && { show }), ...(method === undefined && { method: by }) }),
    });
  return { label: 'State', chips, stale: !fresh && counts !== undefined };
}

interface NoSystemProps extends Pick<SystemsScreenProps, 'search' | 'onSearch'> {
  add: { label: string; run: () => void } | undefined;
  fresh: boolean;
  /** ", 14 min ago" where it is only remembered. */
  age: string;
}

function NoSystem({ search, onSearch, add, fresh, age }: NoSystemProps) {
  const { find = '', show, method, sort } = search;
  const state = shows.find((one) => one.show === show);
  const { find: _, ...unsearched } = search;
  return (
    <ListEmpty
      find={find.trim()}
      filtered={show !== undefined || method !== undefined}
      art={state && <Mark kind={state.mark} size={56} hollow />}
      titles={{
        none: fresh ? 'No systems yet' : 'There were no systems',
        noneFound: `No system called "${find.trim()}"`,
        noneFiltered: fresh ? 'No system is in this list' : 'No system was in this list',
      }}
      facts={{
        none: add ? 'Add the first machine that is backed up.' : 'You have no access to any system.',
        noneFound: 'Names, addresses and organizations were searched.',
        noneFiltered: state ? `Among those with the state ${state.word}${age}.` : `Among all systems${age}.`,
      }}
      clear={{
        search: 'Clear search',
        filter: 'Show all systems',
        run: () => onSearch(find ? unsearched : sort ? { sort } : {}),
      }}
      add={add}
    />
  );
}

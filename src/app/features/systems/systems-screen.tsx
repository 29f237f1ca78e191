// The list of all systems, worst first: rows on phones, a table on desks, a pane beside an open system.
import { useMemo } from 'react';
import { reader } from '#app/device/reader.ts';
import { tenseOf } from '#app/realtime/tense.ts';
import { formatAge } from '#text/format.ts';
import { useMayAct } from '#app/features/alarms/use-may-act.ts';
import * as m from '#text/messages.js';
import { Mark } from '#app/ui/primitives/mark.tsx';
import { choiceChips } from '#app/ui/primitives/choice-chips.ts';
import { useCan } from '#app/auth/me.ts';
import { useNow } from '#app/device/now.ts';
import { useFreshness } from '#app/realtime/freshness.ts';
import { acknowledge } from '#app/features/alarms/alarm-actions.ts';
import { useCounts, useOpenAlarms } from '#app/features/alarms/alarm-queries.ts';
import type { EmptyTexts } from '#app/features/lists/list-empty.tsx';
import { ListScreen } from '#app/features/lists/list-screen.tsx';
import type { ListHead } from '#app/features/lists/list-screen-types.ts';
import { useSystemsBulkBar } from './bulk-actions.tsx';
import { neighbouringSystems } from './neighbours.ts';
import { selectedSystems, useClearOnLeave } from './selected-systems.ts';
import { openAlarmsOf } from './system-actions.tsx';
import { noSystems, useNewSystem } from './systems-empty.tsx';
import { countAll, countOf } from './system-counts.ts';
import { type Method, type SystemsSearch, shows, sortChoices } from './systems-filter.ts';
import { systemsList } from './systems-list.tsx';
import { type ListedSystem, pageOf, partsOf } from './systems-pages.ts';

interface SystemsScreenProps {
  search: SystemsSearch;
  onSearch: (next: SystemsSearch) => void;
  /** The id of the open system; the list is a pane beside it. */
  besideKey?: string;
  /** The open system is docked, so the list stays a table. */
  docked?: boolean;
  /** A fixed condition of the rows, such as `{ organization: id }`. */
  within?: Record<string, unknown>;
  /** The record that they belong to. */
  head?: ListHead;
  /** The address of the form of a new system. */
  addHref?: string;
  /** Adds a system in another way; null offers none. */
  add?: { label: string; run: () => void } | null;
  /** The texts for a list without any system; default: those of the whole fleet. */
  none?: { title: string; detail: string };
  /** Rows say what their retention would remove. */
  purges?: boolean;
}

const TICK_MS = 30_000;

/** The list of systems. */
export function SystemsScreen({
  search,
  onSearch,
  besideKey,
  docked,
  within,
  head,
  addHref,
  add: ownAdd,
  none,
  purges,
}: SystemsScreenProps) {
  const now = useNow(TICK_MS);
  useClearOnLeave();
  const parts = useMemo(() => partsOf(search, within), [search, within]);
  const swipeRight = useAcknowledgeSwipe(now);
  const ofOne = within !== undefined && 'organization' in within;
  const list = useMemo(() => systemsList(now, { swipeRight, ofOne, purges }), [now, swipeRight, ofOne, purges]);
  const usual = useNewSystem(addHref);
  const add = ownAdd === undefined ? usual : (ownAdd ?? undefined);
  return (
    <ListScreen
      title={m.shell_place_systems()}
      help={m.systems_help()}
      notLoaded={m.systems_not_loaded()}
      forbidden={m.watch_no_permission_systems()}
      id="systems"
      list={list}
      pages={{ parts, pageOf, enabled: useCan('system.read') }}
      search={search}
      onSearch={onSearch}
      searchLabel={m.systems_search()}
      chips={useChips(search, onSearch, within === undefined)}
      sorts={sortChoices()}
      add={add}
      bulk={useSystemsBulkBar()}
      selected={within === undefined ? selectedSystems : undefined}
      neighbours={neighbouringSystems}
      besideKey={besideKey}
      docked={docked}
      head={head}
      emptyTexts={({ fresh, asOf }) => {
        const age = fresh || asOf === null ? null : formatAge(now - asOf, reader());
        const texts = emptyTexts(search, add !== undefined, fresh, age);
        return none ? { ...texts, none: { ...texts.none, ...none } } : texts;
      }}
    />
  );
}

/** The swipe that acknowledges the open alarms of a system. */
function useAcknowledgeSwipe(now: number) {
  const mayAct = useMayAct();
  const { held } = useOpenAlarms();
  return useMemo(() => {
    const open = openAlarmsOf({ alarms: held ?? [], now }).filter(mayAct);
    const alarmed = new Set(open.map(({ system }) => system?.id));
    return {
      label: m.alarms_acknowledge(),
      icon: 'check' as const,
      key: 'a',
      applies: ({ id }: ListedSystem) => alarmed.has(id),
      onSwipe: ({ id }: ListedSystem) => void acknowledge(open.filter(({ system }) => system?.id === id)),
    };
  }, [mayAct, held, now]);
}

const methodLabel = (method: Method): string => (method === 'manual' ? m.systems_manual() : m.systems_automatic());

/** One chip for each state, and one for manual backups if there are any. The counts are those of all systems. */
function useChips(search: SystemsSearch, onSearch: (next: SystemsSearch) => void, counted: boolean) {
  const query = useCounts();
  const { fresh } = useFreshness(query);
  const counts = query.data;
  const { show, method, ...rest } = search;
  const put = (next: Pick<SystemsSearch, 'show' | 'method'>) => onSearch({ ...rest, ...next });
  const states = shows.map((one) => ({
    id: one.show,
    label: one.label(),
    mark: one.mark,
    ...(counted && { count: countOf(one.show, counts) }),
  }));
  const chips = choiceChips(
    { label: m.systems_all(), ...(counted && { count: counts && countAll(counts) }) },
    states,
    show,
    (id) => put({ ...(method && { method }), ...(id && { show: id }) }),
  );
  const by = method ?? 'manual';
  const count = counts?.[by].count;
  if (method !== undefined || count)
    chips.push({
      id: by,
      label: methodLabel(by),
      ...(counted && { count }),
      pressed: method !== undefined,
      onPress: () => put({ ...(show && { show }), ...(method === undefined && { method: by }) }),
    });
  return { label: m.systems_state(), chips, stale: !fresh && counts !== undefined };
}

/** The texts for no rows. `age`: "14 min" if the list is only cached. */
function emptyTexts({ find = '', show, method }: SystemsSearch, mayAdd: boolean, fresh: boolean, age: string | null) {
  const tense = tenseOf(!fresh);
  const state = shows.find((one) => one.show === show);
  const filter = [...(state ? [state.label()] : []), ...(method ? [methodLabel(method)] : [])].join(', ');
  const texts: EmptyTexts = {
    none: noSystems(fresh, mayAdd),
    noneFound: { title: m.systems_empty_search({ find: find.trim() }), detail: m.systems_empty_search_detail() },
    noneFiltered:
      filter !== ''
        ? {
            title: m.systems_empty_filter({ tense }),
            detail:
              age === null
                ? m.systems_empty_filter_detail({ filter })
                : m.systems_empty_filter_detail_ago({ filter, age }),
            art: state && <Mark kind={state.mark} size={56} hollow />,
            clear: m.systems_clear_filter(),
          }
        : undefined,
  };
  return texts;
}

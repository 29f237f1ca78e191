// The screen "Not Backed Up": every system whose backup failed, is overdue or never came, longest without one first.
import { useMemo } from 'react';
import type { ListSearch, ListSort } from '#app/ui/list/list-tools.tsx';
import type { ListColumn, ListDescription, RowSwipe } from '#app/ui/list/list-types.ts';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { useCan } from '#app/auth/me.ts';
import { useNow } from '#app/device/now.ts';
import { ListScreen } from '#app/features/lists/list-screen.tsx';
import { whereWords } from '#app/features/lists/list-search.ts';
import type { ListPart } from '#app/features/lists/use-list-pages.ts';
import { useCounts } from '#app/features/alarms/alarm-queries.ts';
import { tenseOf } from '#app/realtime/tense.ts';
import * as m from '#text/messages.js';
import { noSystems, useNewSystem } from './systems-empty.tsx';
import { countAll, missingStates } from './system-counts.ts';
import { isSort, readSearch, sortOf } from './systems-filter.ts';
import { systemsList } from './systems-list.tsx';
import { type ListedSystem, pageOf } from './systems-pages.ts';

const TICK_MS = 30_000;
const USUAL = 'oldest';

/** Reads the address. The headers of the table sort by more than the sheet offers. */
export function readHealthSearch(given: Record<string, unknown>): ListSearch {
  const { find } = readSearch(given);
  const { sort } = given;
  return {
    ...(find !== undefined && { find }),
    ...(typeof sort === 'string' && isSort(sort) && sort !== USUAL && { sort }),
  };
}

/** The orders of the list; the first one is the usual one. */
const healthSorts = (): readonly ListSort[] => [
  { value: USUAL, label: m.systems_sort_longest(), note: m.lists_oldest_first() },
  { value: 'name', label: m.forms_name(), note: m.lists_a_to_z() },
  { value: 'organization', label: m.systems_organization(), note: m.lists_a_to_z() },
];

const partsOf = ({ find, sort }: ListSearch): readonly ListPart[] => [
  {
    key: 'all',
    where: { ...whereWords(find, ['find', 'organizationName']), health: [...missingStates] },
    sort: sortOf({ sort: sort ?? USUAL }),
  },
];

/** Calls the organization. */
const call = (): RowSwipe<ListedSystem> => ({
  label: m.systems_call(),
  icon: 'phone',
  key: 'c',
  applies: ({ organization }) => organization.phone !== '',
  onSwipe: (system) => window.location.assign(callHref(system)),
});

const callHref = ({ organization: { phone } }: ListedSystem): string => `tel:${phone}`;

/** A call is a swipe, a button beside each row, and the number in the table. */
function listAt(now: number): ListDescription<ListedSystem> {
  const swipeLeft = call();
  const usual = systemsList(now, { beside: swipeLeft.applies });
  const number: ListColumn<ListedSystem> = {
    id: 'call',
    header: m.systems_call(),
    width: 150,
    cell: (system) =>
      swipeLeft.applies(system) && (
        <a className="underline" href={callHref(system)}>
          <bdi>{system.organization.phone}</bdi>
        </a>
      ),
  };
  return {
    ...usual,
    swipeLeft,
    columns: usual.columns?.toSpliced(3, 0, number) ?? [],
    renderBeside: (system) =>
      swipeLeft.applies(system) && (
        <Button
          square
          size="small"
          href={callHref(system)}
          label={m.alarms_call({ organization: system.organizationName })}
        >
          <Icon name="phone" size={22} />
        </Button>
      ),
  };
}

interface HealthStatusProps {
  search: ListSearch;
  onSearch: (next: ListSearch) => void;
}

/** The list of systems that are not backed up. */
export function HealthStatusScreen({ search, onSearch }: HealthStatusProps) {
  const now = useNow(TICK_MS);
  const parts = useMemo(() => partsOf(search), [search]);
  const list = useMemo(() => listAt(now), [now]);
  const find = (search.find ?? '').trim();
  const add = useNewSystem();
  const { data: counts } = useCounts();
  // Without any system nothing is backed up: a check mark would be untrue.
  const isEmptyFleet = counts !== undefined && countAll(counts) === 0;
  return (
    <ListScreen
      title={m.shell_place_not_backed_up()}
      help={m.systems_help_missing()}
      notLoaded={m.systems_not_loaded()}
      forbidden={m.watch_no_permission_systems()}
      id="health-status"
      list={list}
      pages={{ parts, pageOf, enabled: useCan('system.read') }}
      search={search}
      onSearch={onSearch}
      searchLabel={m.systems_search()}
      sorts={healthSorts()}
      add={isEmptyFleet ? add : undefined}
      emptyTexts={({ fresh }) => ({
        none: isEmptyFleet
          ? noSystems(fresh, add !== undefined)
          : {
              title: m.systems_none_missing({ tense: tenseOf(!fresh) }),
              detail: m.systems_none_missing_detail(),
              ...(fresh && { icon: 'check' as const }),
            },
        noneFound: { title: m.systems_empty_search({ find }), detail: m.systems_empty_search_detail() },
      })}
    />
  );
}

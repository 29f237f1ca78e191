// The rows of the list of systems, and what stands in their place when there are none.
import { useMemo } from 'react';
import { ageWords } from '#app/ui/format.ts';
import { Button } from '#app/ui/primitives/button.tsx';
import { Empty } from '#app/ui/status/empty.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { GroupTitle } from '#app/ui/list/list-row.tsx';
import { Lamp } from '#app/ui/primitives/logo.tsx';
import { Mark } from '#app/ui/primitives/mark.tsx';
import { type ListGroup, VirtualList } from '#app/ui/list/virtual-list.tsx';
import { useFreshness, useLive } from '#app/realtime/freshness.ts';
import { useCan } from '#app/auth/me.ts';
import { useNow } from '#app/device/now.ts';
import { Unanswered, isHalted } from '#app/features/shell/query-state.tsx';
import { AgePlate } from '#app/features/watch/home-widgets.tsx';
import { type SystemsSearch, isNarrowed, shows } from './systems-filter.ts';
import type { Picked } from './bulk-actions.tsx';
import { type Segment, segmentsOf, useSegment } from './systems-pages.ts';
import { SystemRow } from './systems-row.tsx';

interface SystemListProps {
  search: SystemsSearch;
  onSearch: (next: SystemsSearch) => void;
  onNew: () => void;
  selectedId: string | null;
  picked: Picked;
  /** What always holds of the rows, such as `{ organization: id }`. */
  within?: Record<string, unknown>;
}

interface Spot {
  segment: Segment;
  index: number;
}

const spotKey = ({ index }: Spot): string => String(index);

/** The list: every system that fits, however many, with its age when it is only remembered. */
export function SystemList({ search, onSearch, onNew, selectedId, picked, within }: SystemListProps) {
  const now = useNow(30_000);
  const live = useLive();
  const segments = useMemo(() => segmentsOf(search, within), [search, within]);
  const parts = [useSegment(segments[0]), useSegment(segments[1]), useSegment(segments[2])].slice(0, segments.length);
  const { fresh, asOf } = useFreshness(...parts.map((part) => part.query));
  const totals = parts.map((part) => part.total);
  const groups = useGroups(segments, totals);
  const settling = live.state === 'enrolled' && parts.some((part) => part.query.isPlaceholderData);
  const missing = parts.filter((part) => part.total === undefined).map((part) => part.query);
  const [first] = missing;
  if (first) return <Unanswered what="systems" query={missing.find(isHalted) ?? first} />;
  return (
    <>
      {!fresh && !settling && asOf !== null && <AgePlate asOf={asOf} />}
      {groups.length === 0 ? (
        <NoSystem search={search} onSearch={onSearch} onNew={onNew} fresh={fresh || settling} asOf={asOf} now={now} />
      ) : (
        <VirtualList
          label="Systems"
          groups={groups}
          keyOf={spotKey}
          renderGroup={(group) => (
            <GroupTitle count={group.count ?? 0}>
              {fresh || settling ? group.label : group.label?.replace('Need ', 'Needed ')}
            </GroupTitle>
          )}
          renderItem={({ segment, index }) => <SystemRow {...{ segment, index, now, live, selectedId, picked }} />}
        />
      )}
    </>
  );
}

function useGroups(segments: readonly Segment[], totals: readonly (number | undefined)[]): ListGroup<Spot>[] {
  const [a = 0, b = 0, c = 0] = totals;
  return useMemo(() => {
    const counts = [a, b, c];
    return segments.flatMap((segment, i) => {
      const count = counts[i] ?? 0;
      if (count === 0) return [];
      const items = Array.from({ length: count }, (_, index) => ({ segment, index }));
      return [{ key: segment.key, items, count, ...(segment.label !== undefined && { label: segment.label }) }];
    });
  }, [segments, a, b, c]);
}

type NoSystemProps = Omit<SystemListProps, 'selectedId' | 'picked' | 'within'> & {
  fresh: boolean;
  asOf: number | null;
  now: number;
};

function NoSystem({ search, onSearch, onNew, fresh, asOf, now }: NoSystemProps) {
  const mayCreate = useCan('system.create');
  const { find, show } = search;
  if (!isNarrowed(search)) {
    const add = mayCreate ? (
      <Button kind="lamp" onPress={onNew}>
        <Icon name="plus" />
        New system
      </Button>
    ) : undefined;
    return (
      <Empty
        art={<Lamp size={64} className="text-text3" />}
        title={fresh ? 'No systems yet' : 'There were no systems'}
        action={add}
      >
        {mayCreate ? 'Add the first machine that is backed up.' : 'None that your groups may see.'}
      </Empty>
    );
  }
  const word = shows.find((one) => one.show === show);
  const { find: _, ...unsearched } = search;
  const clear = (
    <Button kind="quiet" onPress={() => onSearch(find ? unsearched : search.sort ? { sort: search.sort } : {})}>
      {find ? 'Clear search' : 'Show all systems'}
    </Button>
  );
  const age = asOf === null ? '' : `, ${ageWords(now - asOf)} ago`;
  return (
    <Empty
      art={
        word && !find ? (
          <Mark kind={word.mark} size={56} hollow />
        ) : (
          <Icon name="search" size={56} className="text-text3" />
        )
      }
      title={find ? `No system called "${find.trim()}"` : `${fresh ? 'No system is' : 'No system was'} in this list`}
      action={clear}
    >
      {word
        ? `Among those with the state ${word.word}${fresh ? '' : age}.`
        : 'Names, addresses and organizations were searched.'}
    </Empty>
  );
}

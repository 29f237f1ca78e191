// One system in the list: its mark, its name, its state in a word, whose it is, its last 28 days.
import { ListRow } from '#app/ui/list/list-row.tsx';
import { type LiveNow, isFresh } from '#app/realtime/freshness.ts';
import type { Picked } from './bulk-actions.tsx';
import { type ListedSystem, type Segment, placeOnPage, usePage } from './systems-pages.ts';
import { everyWords, lookOf, platformWords, stripCounts } from './system-format.ts';

interface SystemRowProps {
  segment: Segment;
  index: number;
  now: number;
  live: LiveNow;
  selectedId: string | null;
  picked: Picked;
}

// One row in sixteen keeps its page new, so that a screenful asks once.
const POLLING_ROWS = 16;

/** A row by its place; bars until its page has come. */
export function SystemRow({ segment, index, now, live, selectedId, picked }: SystemRowProps) {
  const page = usePage(segment, index, index % POLLING_ROWS === 0);
  const system = page.data?.rows[placeOnPage(index)];
  if (system === undefined) return <RowToCome />;
  const settling = page.isPlaceholderData && live.state === 'enrolled';
  const stale = !settling && !isFresh(page.dataUpdatedAt, page.isError, live, now);
  const { kind, hollow, word } = lookOf(system, now, segment.key === 'hand', stale);
  const pick = () => picked.toggle(system.id);
  return (
    <div className="h-full">
      <ListRow
        kind={kind}
        hollow={hollow || stale}
        name={system.name}
        word={word}
        meta={<Where system={system} />}
        cells={system.strip}
        stripLabel={`${system.name}, last 28 days: ${stripCounts(system.strip)}`}
        to={`/admin/system?id=${system.id}`}
        selected={system.id === selectedId}
        stale={stale}
        onHold={pick}
        choice={picked.ids.size > 0 ? { picked: picked.ids.has(system.id), onPick: pick } : undefined}
      />
    </div>
  );
}

function Where({ system }: { system: ListedSystem }) {
  const { organizationName, platform, schedule } = system;
  const rare = schedule !== null && (schedule.intervalUnit !== 'Days' || schedule.intervalValue !== 1);
  return (
    <>
      <bdi>{organizationName}</bdi>
      {platform !== null && platform !== '' && `, ${platformWords(platform)}`}
      {rare && `, ${everyWords(schedule).toLowerCase()}`}
    </>
  );
}

function RowToCome() {
  return (
    <div className="lrow" aria-busy="true">
      <span className="lrow-check opacity-40" />
      <span className="mt-1 block h-4 w-32 rounded-md bg-line" />
      <span className="mt-3 block h-3 w-24 rounded-md bg-line" />
      <span className="mt-5 block h-px w-72 max-w-full bg-edge" />
    </div>
  );
}

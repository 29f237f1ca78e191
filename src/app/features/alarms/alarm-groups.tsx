// Many alarms of one customer at once: one row for all of them, which opens to show each.
import { clockWords } from '#app/ui/format.ts';
import { Slab, type SlabProps } from '#app/ui/list/swipe-row.tsx';
import { alarmKinds } from '#contract/alarm-kind.ts';
import { useCan } from '#app/auth/me.ts';
import { acknowledge, takeBack } from './alarm-actions.ts';
import type { HeldAlarm } from './alarm-queries.ts';
import { kindWords, markOf } from './alarm-format.ts';

export interface Storm {
  id: string;
  storm: HeldAlarm[];
}

/** What one row of a list stands for. */
export type Line = HeldAlarm | Storm;

export const isStorm = (line: Line): line is Storm => 'storm' in line;
export const alarmsIn = (line: Line): readonly HeldAlarm[] => (isStorm(line) ? line.storm : [line]);

/** So many of one customer may stand each by itself. */
const MANY = 8;

/** The keys that stand for more alarms than may each stand by themselves. */
function crowded(open: readonly HeldAlarm[], keyOf: (held: HeldAlarm) => string): Set<string> {
  const counts = new Map<string, number>();
  for (const held of open) counts.set(keyOf(held), (counts.get(keyOf(held)) ?? 0) + 1);
  return new Set([...counts.keys()].filter((key) => (counts.get(key) ?? 0) > MANY));
}

const ownerOf = ({ alarm }: HeldAlarm): string => alarm.organization.id;
const causeOf = (held: HeldAlarm): string => `${ownerOf(held)} ${held.alarm.kind}`;

/** The same alarms, where more than 8 have one cause (one kind at one customer), or one customer, as one line in the place of the first. */
export function gathered(open: readonly HeldAlarm[]): Line[] {
  const causes = crowded(open, causeOf);
  const isCaused = (held: HeldAlarm) => causes.has(causeOf(held));
  const owners = crowded(
    open.filter((held) => !isCaused(held)),
    ownerOf,
  );
  const storms = new Map<string, Storm>();
  return open.flatMap((held): Line[] => {
    const id = isCaused(held) ? causeOf(held) : ownerOf(held);
    if (!isCaused(held) && !owners.has(id)) return [held];
    const known = storms.get(id);
    if (known) {
      known.storm.push(held);
      return [];
    }
    const storm = { id, storm: [held] };
    storms.set(id, storm);
    return [storm];
  });
}

/** Names, kinds and the beginning of a storm. */
export function stormWords(
  { storm }: Storm,
  now: number,
): Pick<SlabProps, 'kind' | 'name' | 'reason'> & { since: string } {
  const alarms = storm.map(({ alarm }) => alarm);
  const kinds = alarmKinds.filter((kind) => alarms.some((alarm) => alarm.kind === kind));
  const [worst = 'failed', other] = kinds;
  const count = (kind: string) => alarms.filter((alarm) => alarm.kind === kind).length;
  const first = alarms.map(({ since }) => since).toSorted()[0] ?? '';
  return {
    kind: markOf(worst),
    // The name of a customer may run the other way than the words around it.
    name: `${new Set(alarms.map(({ system }) => system.id)).size} systems at \u2068${alarms[0]?.organization.name}\u2069`,
    reason: other
      ? kinds.map((kind) => `${count(kind)} ${kindWords[kind].toLowerCase()}`).join(', ')
      : kindWords[worst],
    since: clockWords(first, now),
  };
}

interface StormRowProps {
  storm: Storm;
  fresh: boolean;
  told: number;
  isOpen: boolean;
  onToggle: () => void;
}

/** The row that stands for all of a storm. */
export function StormRow({ storm, fresh, told, isOpen, onToggle }: StormRowProps) {
  const mayAct = useCan('alarm.update');
  const { since, ...words } = stormWords(storm, told);
  const queued = storm.storm.flatMap((held) => held.queued ?? []);
  const waits = queued.length === storm.storm.length;
  const all = storm.storm.filter((held) => held.queued === null).map(({ alarm }) => alarm);
  const take = () => void acknowledge(all);
  const props: SlabProps = {
    ...words,
    meta: `since ${since}, ${isOpen ? 'each below' : 'show each'}`,
    state: waits ? 'queued' : fresh ? 'open' : 'stale',
    stale: !fresh,
    onOpen: onToggle,
    expanded: isOpen,
    ...(waits && {
      action: { label: 'Queued, take them back', short: 'Queued', icon: 'outbox', onAct: () => void takeBack(queued) },
    }),
    ...(!waits &&
      mayAct && {
        action: { label: `Ack, acknowledge all ${all.length}`, short: 'Ack', onAct: take },
        onSwipeRight: take,
        swipeRightLabel: 'Acknowledge',
      }),
  };
  return <Slab {...props} />;
}

// Many alarms of one customer at once: one row for all of them, which opens to show each.
import { clockWords } from '#app/ui/ago.ts';
import { Slab, type SlabProps } from '#app/ui/slab.tsx';
import { alarmKinds } from '#contract/alarm-kind.ts';
import { useCan } from '../session/me.ts';
import { acknowledge, takeBack } from './-alarm-acts.ts';
import type { HeldAlarm } from './-alarm-data.ts';
import { kindWords, markOf } from './-alarm-words.ts';

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

/** How many alarms each key stands for; null is none. */
function sizes(open: readonly HeldAlarm[], keyOf: (held: HeldAlarm) => string | null): Map<string | null, number> {
  const found = new Map<string | null, number>();
  for (const held of open) found.set(keyOf(held), (found.get(keyOf(held)) ?? 0) + 1);
  return found;
}

/** The same alarms, where more than 8 have one cause (one kind at one customer), or one customer, as one line in the place of the first. */
export function gathered(open: readonly HeldAlarm[]): Line[] {
  const causeOf = ({ alarm }: HeldAlarm) => `${alarm.organization.id} ${alarm.kind}`;
  const causes = sizes(open, causeOf);
  const isCaused = (held: HeldAlarm) => (causes.get(causeOf(held)) ?? 0) > MANY;
  const ownerOf = (held: HeldAlarm) => (isCaused(held) ? null : held.alarm.organization.id);
  const owners = sizes(open, ownerOf);
  const storms = new Map<string, Storm>();
  const lines: Line[] = [];
  for (const held of open) {
    const owner = ownerOf(held);
    const id = owner === null ? causeOf(held) : owner;
    if (owner !== null && (owners.get(owner) ?? 0) <= MANY) {
      lines.push(held);
      continue;
    }
    const known = storms.get(id);
    if (known) known.storm.push(held);
    else {
      const storm = { id, storm: [held] };
      storms.set(id, storm);
      lines.push(storm);
    }
  }
  return lines;
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

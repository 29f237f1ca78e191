// The keys of a list of alarms: next and previous, and the actions on the chosen one.
import type { RefObject } from 'react';
import { useMe } from '#app/auth/me.ts';
import { type Hotkeys, useHotkeys } from '#app/ui/hooks/use-hotkeys.ts';
import { endSnooze, giveBack, hourFrom, snooze, takeOver } from './alarm-actions.ts';
import { type Alarm, statusOf } from './alarm-format.ts';
import type { AlarmItem } from './alarm-queries.ts';
import { type Line, alarmsIn, isGroup } from './alarm-groups.tsx';
import { useMayAct } from './use-may-act.ts';

const isAnothers = ({ acknowledgedBy }: Alarm, mine: string | null): boolean =>
  acknowledgedBy !== null && acknowledgedBy.id !== mine;

const rowLinks = (root: HTMLElement | null): HTMLElement[] => [
  ...(root?.querySelectorAll<HTMLElement>('[data-rows] [data-row]') ?? []),
];

interface RowKeys {
  lines: readonly Line[];
  now: number;
  root: RefObject<HTMLElement | null>;
  /** The alarm that is shown beside the list; the list may not have it. */
  current: AlarmItem | undefined;
  scope: 'page' | 'pane';
  acknowledge: (alarms: readonly Alarm[]) => void;
  onChoose: ((alarm: Alarm) => void) | undefined;
}

// The keys act on the focused row, else on the alarm shown beside the list, also of a closed group or of none. Without either
// they do nothing: an alarm that nobody looked at is not acknowledged.
export function useRowKeys({ lines, now, root, current, scope, acknowledge, onChoose }: RowKeys): void {
  const mine = useMe()?.id ?? null;
  const mayAct = useMayAct();
  const focused = (): number => rowLinks(root.current).findIndex((row) => row === document.activeElement);
  const isShown = ({ alarm }: AlarmItem) => alarm.id === current?.alarm.id;
  const shown = lines.findIndex((line) => alarmsIn(line).some(isShown));
  const place = (): number => (focused() < 0 ? shown : focused());
  const chosen = (): readonly AlarmItem[] => {
    const line = lines[focused()];
    if (line) return alarmsIn(line);
    return current ? [current] : [];
  };
  const goTo = (index: number): void => {
    const line = lines[index];
    rowLinks(root.current)[index]?.focus();
    if (line && !isGroup(line)) onChoose?.(line.alarm);
  };
  const step = (by: 1 | -1) => (): void => {
    const at = place();
    goTo(at < 0 ? (by > 0 ? 0 : lines.length - 1) : Math.min(lines.length - 1, Math.max(0, at + by)));
  };
  // Beside a list a key that acts goes on to the next row that may need somebody; the last one of them stays.
  const needsOne = (line: Line | undefined): boolean =>
    line !== undefined && alarmsIn(line).some(({ alarm }) => alarm.resolvedAt === null);
  const onChosen = (act: (alarms: Alarm[]) => boolean) => () => {
    const alarms = chosen()
      .filter(({ alarm, queued }) => queued === null && statusOf(alarm, now) !== 'resolved' && mayAct(alarm))
      .map(({ alarm }) => alarm);
    if (alarms.length === 0 || !act(alarms) || onChoose === undefined) return;
    const line = lines[place()];
    if (line && !isGroup(line) && needsOne(lines[place() + 1])) step(1)();
  };
  const onOne = (does: (alarm: Alarm) => Promise<void> | undefined) =>
    onChosen(([alarm, other]) => alarm !== undefined && other === undefined && does(alarm) !== undefined);
  const keys: Hotkeys = {
    j: step(1),
    k: step(-1),
    a: onChosen((alarms) => {
      const free = alarms.filter(({ acknowledgedBy }) => acknowledgedBy === null);
      acknowledge(free);
      return free.length > 0;
    }),
    t: onOne((alarm) => (isAnothers(alarm, mine) ? takeOver(alarm) : undefined)),
    b: onOne((alarm) => (alarm.acknowledgedBy ? giveBack(alarm) : undefined)),
    s: onOne((alarm) =>
      statusOf(alarm, now) === 'snoozed' ? endSnooze(alarm) : snooze([alarm], hourFrom(Date.now())),
    ),
    c: () => {
      const phone = chosen()[0]?.alarm.organization?.phone;
      if (phone) window.location.assign(`tel:${phone}`);
    },
  };
  // Without an alarm the page's own keys count.
  useHotkeys(lines.length > 0 || current ? keys : {}, scope === 'pane' ? { pane: root } : {});
}

// A list of alarm rows with its sheet and its keys.
import { lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import { SwipeRows } from '#app/ui/list/swipe-row.tsx';
import { toggleInSet } from '#app/ui/hooks/toggle-in-set.ts';
import { type Hotkeys, useHotkeys } from '#app/ui/hooks/use-hotkeys.ts';
import { useFrozenWhileTouching } from '#app/ui/hooks/use-frozen-while-touching.ts';
import { useCan, useMe } from '#app/auth/me.ts';
import { giveBack, hourFrom, snooze, takeOver } from './alarm-actions.ts';
import { AlarmRow } from './alarm-row.tsx';
import { type Line, AlarmGroupRow, alarmsIn, isGroup } from './alarm-groups.tsx';
import { useAcknowledge } from './use-acknowledge.tsx';
import { type Alarm, statusOf } from './alarm-format.ts';

// Of use after a long press, which a page may never see.
const AlarmSheet = lazy(() => import('./alarm-sheet.tsx'));

interface Group {
  label: string;
  title?: ReactNode;
  alarms: readonly Line[];
  /** Below its rows. */
  after?: ReactNode;
}

interface AlarmListProps {
  groups: readonly Group[];
  now: number;
  fresh: boolean;
  /** Time of the server's last answer, epoch ms. */
  asOf?: number | null;
  /** Where a row leads; to its system if left out. */
  hrefOf?: ((alarm: Alarm) => string) | undefined;
  /** The id of the alarm that is shown beside the list. */
  current?: string | undefined;
  /** `pane`: its keys count only while the focus is in it. */
  keys?: 'page' | 'pane';
}

/** Rows in groups; one sheet for all of them. */
export function AlarmList({ groups: newest, now, fresh, asOf, hrefOf, current, keys = 'page' }: AlarmListProps) {
  const groups = useFrozenWhileTouching(newest);
  const root = useRef<HTMLDivElement>(null);
  const cachedAt = fresh ? undefined : (asOf ?? undefined);
  const [pressed, setPressed] = useState<{ alarm: Alarm; row: HTMLElement } | null>(null);
  const [used, setUsed] = useState(false);
  const hold = (alarm: Alarm, row: HTMLElement) => {
    setUsed(true);
    setPressed({ alarm, row });
  };
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set<string>());
  const rowsOf = (line: Line): Line[] => (isGroup(line) && opened.has(line.id) ? [line, ...line.items] : [line]);
  const shown = groups.map((group) => ({ ...group, alarms: group.alarms.flatMap(rowsOf) }));
  const lines = shown.flatMap((group) => group.alarms);
  const [acknowledge, review] = useAcknowledge();
  useRowKeys({ lines, now, root, current, scope: keys, acknowledge });
  return (
    <div ref={root} className="contents">
      {shown.map((group) => (
        <div key={group.label}>
          {group.title}
          <SwipeRows label={group.label}>
            {group.alarms.map((one) =>
              isGroup(one) ? (
                <AlarmGroupRow
                  key={one.id}
                  group={one}
                  fresh={fresh}
                  agesAt={cachedAt ?? now}
                  isOpen={opened.has(one.id)}
                  onToggle={() => setOpened(toggleInSet(opened, one.id))}
                  onAcknowledge={acknowledge}
                />
              ) : (
                <AlarmRow
                  key={one.alarm.id}
                  {...one}
                  now={now}
                  fresh={fresh}
                  agesAt={cachedAt ?? now}
                  href={hrefOf?.(one.alarm)}
                  current={one.alarm.id === current}
                  onHold={hold}
                />
              ),
            )}
          </SwipeRows>
          {group.after}
        </div>
      ))}
      {used && (
        <Suspense fallback={null}>
          <AlarmSheet
            alarm={pressed?.alarm ?? null}
            anchor={pressed?.row ?? null}
            asOf={cachedAt}
            onClose={() => setPressed(null)}
          />
        </Suspense>
      )}
      {review}
    </div>
  );
}

const isAnothers = ({ acknowledgedBy }: Alarm, mine: string | null): boolean =>
  acknowledgedBy !== null && acknowledgedBy.id !== mine;

const rowLinks = (root: HTMLElement | null): HTMLElement[] => [
  ...(root?.querySelectorAll<HTMLElement>('[data-rows] [data-row]') ?? []),
];

function step(rows: readonly HTMLElement[], by: 1 | -1): void {
  const at = rows.findIndex((row) => row === document.activeElement);
  rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + by))]?.focus();
}

interface RowKeys {
  lines: readonly Line[];
  now: number;
  root: RefObject<HTMLElement | null>;
  current: string | undefined;
  scope: 'page' | 'pane';
  acknowledge: (alarms: readonly Alarm[]) => void;
}

// The keys act on the focused row, else on the one shown beside the list. Without either they do nothing: an alarm that
// nobody looked at is not acknowledged.
function useRowKeys({ lines, now, root, current, scope, acknowledge }: RowKeys): void {
  const mine = useMe()?.id ?? null;
  const mayAct = useCan('alarm.update');
  const chosen = (): Alarm[] => {
    const at = rowLinks(root.current).findIndex((row) => row === document.activeElement);
    const shown = current === undefined ? undefined : lines.find((line) => !isGroup(line) && line.alarm.id === current);
    const line = at < 0 ? shown : lines[at];
    return line ? alarmsIn(line).map(({ alarm }) => alarm) : [];
  };
  const onChosen = (act: (alarms: Alarm[]) => void) => () => {
    const alarms = chosen().filter((alarm) => statusOf(alarm, now) !== 'resolved');
    if (alarms.length > 0 && mayAct) act(alarms);
  };
  const keys: Hotkeys = {
    j: () => step(rowLinks(root.current), 1),
    k: () => step(rowLinks(root.current), -1),
    a: onChosen((alarms) => acknowledge(alarms.filter(({ acknowledgedBy }) => acknowledgedBy === null))),
    t: onChosen(([alarm, other]) => alarm && !other && isAnothers(alarm, mine) && void takeOver(alarm)),
    b: onChosen(([alarm, other]) => alarm?.acknowledgedBy && !other && void giveBack(alarm)),
    s: onChosen(([alarm, other]) => alarm && !other && void snooze(alarm, hourFrom(Date.now()))),
    c: () => {
      const phone = chosen()[0]?.organization?.phone;
      if (phone) window.location.assign(`tel:${phone}`);
    },
  };
  useHotkeys(keys, scope === 'pane' ? { pane: root } : {});
}

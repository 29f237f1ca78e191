// A list of alarm rows with its sheet and its keys.
import { type ReactNode, useState } from 'react';
import { Slabs } from '#app/ui/list/swipe-row.tsx';
import { toggled } from '#app/ui/hooks/toggle-in-set.ts';
import { type Hotkeys, useHotkeys } from '#app/ui/hooks/use-hotkeys.ts';
import { useStill } from '#app/ui/hooks/use-frozen-while-touching.ts';
import { useCan } from '#app/auth/me.ts';
import { acknowledge, hourFrom, snooze } from './alarm-actions.ts';
import { AlarmRow } from './alarm-row.tsx';
import { AlarmSheet } from './alarm-sheet.tsx';
import { type Line, StormRow, alarmsIn, isStorm } from './alarm-groups.tsx';
import { type Alarm, standingOf } from './alarm-format.ts';

interface Group {
  label: string;
  title?: ReactNode;
  alarms: readonly Line[];
}

interface AlarmListProps {
  groups: readonly Group[];
  now: number;
  fresh: boolean;
  /** When it was last heard, epoch ms. */
  asOf?: number | null;
}

/** Rows in groups; one sheet for all of them. */
export function AlarmList({ groups: newest, now, fresh, asOf }: AlarmListProps) {
  const groups = useStill(newest);
  const heard = fresh ? undefined : (asOf ?? undefined);
  const [held, setHeld] = useState<{ alarm: Alarm; row: HTMLElement } | null>(null);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set<string>());
  const rowsOf = (line: Line): Line[] => (isStorm(line) && opened.has(line.id) ? [line, ...line.storm] : [line]);
  const shown = groups.map((group) => ({ ...group, alarms: group.alarms.flatMap(rowsOf) }));
  useRowKeys(
    shown.flatMap((group) => group.alarms),
    now,
  );
  return (
    <>
      {shown.map((group) => (
        <div key={group.label}>
          {group.title}
          <Slabs label={group.label}>
            {group.alarms.map((one) =>
              isStorm(one) ? (
                <StormRow
                  key={one.id}
                  storm={one}
                  fresh={fresh}
                  told={heard ?? now}
                  isOpen={opened.has(one.id)}
                  onToggle={() => setOpened(toggled(opened, one.id))}
                />
              ) : (
                <AlarmRow
                  key={one.alarm.id}
                  {...one}
                  now={now}
                  fresh={fresh}
                  told={heard ?? now}
                  onHold={(alarm, row) => setHeld({ alarm, row })}
                />
              ),
            )}
          </Slabs>
        </div>
      ))}
      <AlarmSheet alarm={held?.alarm ?? null} anchor={held?.row ?? null} asOf={heard} onClose={() => setHeld(null)} />
    </>
  );
}

const rowLinks = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-rows] [data-row]')];

function step(by: 1 | -1): void {
  const rows = rowLinks();
  const at = rows.findIndex((row) => row === document.activeElement);
  rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + by))]?.focus();
}

// The keys act on the row that has focus, and else on the first open one: what the page puts first.
function useRowKeys(flat: readonly Line[], now: number): void {
  const mayAct = useCan('alarm.update');
  const chosen = (): Alarm[] => {
    const at = rowLinks().findIndex((row) => row === document.activeElement);
    const isOpen = (line: Line) =>
      alarmsIn(line).some(({ alarm, queued }) => queued === null && standingOf(alarm, now) === 'open');
    const line = at < 0 ? flat.find(isOpen) : flat[at];
    return line ? alarmsIn(line).map(({ alarm }) => alarm) : [];
  };
  const acting = (act: (alarms: Alarm[]) => void) => () => {
    const alarms = chosen().filter((alarm) => standingOf(alarm, now) !== 'resolved');
    if (alarms.length > 0 && mayAct) act(alarms);
  };
  const keys: Hotkeys = {
    j: () => step(1),
    k: () => step(-1),
    a: acting((alarms) => void acknowledge(alarms)),
    s: acting(([alarm, other]) => alarm && !other && void snooze(alarm, hourFrom(Date.now()))),
    c: () => {
      const phone = chosen()[0]?.organization.phone;
      if (phone) window.location.assign(`tel:${phone}`);
    },
  };
  useHotkeys(keys);
}

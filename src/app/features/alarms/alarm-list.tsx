// A list of alarm rows with its sheet and its keys.
import { type ReactNode, useState } from 'react';
import { SwipeRows } from '#app/ui/list/swipe-row.tsx';
import { toggleInSet } from '#app/ui/hooks/toggle-in-set.ts';
import { type Hotkeys, useHotkeys } from '#app/ui/hooks/use-hotkeys.ts';
import { useFrozenWhileTouching } from '#app/ui/hooks/use-frozen-while-touching.ts';
import { useCan } from '#app/auth/me.ts';
import { acknowledge, hourFrom, snooze } from './alarm-actions.ts';
import { AlarmRow } from './alarm-row.tsx';
import { AlarmSheet } from './alarm-sheet.tsx';
import { type Line, AlarmGroupRow, alarmsIn, isGroup } from './alarm-groups.tsx';
import { type Alarm, statusOf } from './alarm-format.ts';

interface Group {
  label: string;
  title?: ReactNode;
  alarms: readonly Line[];
}

interface AlarmListProps {
  groups: readonly Group[];
  now: number;
  fresh: boolean;
  /** Time of the server's last answer, epoch ms. */
  asOf?: number | null;
}

/** Rows in groups; one sheet for all of them. */
export function AlarmList({ groups: newest, now, fresh, asOf }: AlarmListProps) {
  const groups = useFrozenWhileTouching(newest);
  const cachedAt = fresh ? undefined : (asOf ?? undefined);
  const [pressed, setPressed] = useState<{ alarm: Alarm; row: HTMLElement } | null>(null);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set<string>());
  const rowsOf = (line: Line): Line[] => (isGroup(line) && opened.has(line.id) ? [line, ...line.items] : [line]);
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
                />
              ) : (
                <AlarmRow
                  key={one.alarm.id}
                  {...one}
                  now={now}
                  fresh={fresh}
                  agesAt={cachedAt ?? now}
                  onHold={(alarm, row) => setPressed({ alarm, row })}
                />
              ),
            )}
          </SwipeRows>
        </div>
      ))}
      <AlarmSheet
        alarm={pressed?.alarm ?? null}
        anchor={pressed?.row ?? null}
        asOf={cachedAt}
        onClose={() => setPressed(null)}
      />
    </>
  );
}

const rowLinks = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-rows] [data-row]')];

function step(by: 1 | -1): void {
  const rows = rowLinks();
  const at = rows.findIndex((row) => row === document.activeElement);
  rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + by))]?.focus();
}

// The keys act on the focused row, else on the first open one.
function useRowKeys(flat: readonly Line[], now: number): void {
  const mayAct = useCan('alarm.update');
  const chosen = (): Alarm[] => {
    const at = rowLinks().findIndex((row) => row === document.activeElement);
    const isOpen = (line: Line) =>
      alarmsIn(line).some(({ alarm, queued }) => queued === null && statusOf(alarm, now) === 'open');
    const line = at < 0 ? flat.find(isOpen) : flat[at];
    return line ? alarmsIn(line).map(({ alarm }) => alarm) : [];
  };
  const onChosen = (act: (alarms: Alarm[]) => void) => () => {
    const alarms = chosen().filter((alarm) => statusOf(alarm, now) !== 'resolved');
    if (alarms.length > 0 && mayAct) act(alarms);
  };
  const keys: Hotkeys = {
    j: () => step(1),
    k: () => step(-1),
    a: onChosen((alarms) => void acknowledge(alarms)),
    s: onChosen(([alarm, other]) => alarm && !other && void snooze(alarm, hourFrom(Date.now()))),
    c: () => {
      const phone = chosen()[0]?.organization.phone;
      if (phone) window.location.assign(`tel:${phone}`);
    },
  };
  useHotkeys(keys);
}

// A list of alarm rows with its sheet and its keys.
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, memo, type ReactNode, Suspense, useCallback, useRef, useState } from 'react';
import { api } from '#app/api/client.ts';
import { SwipeRows } from '#app/ui/list/swipe-row.tsx';
import { toggleInSet } from '#app/ui/hooks/toggle-in-set.ts';
import { useFrozenWhileTouching } from '#app/ui/hooks/use-frozen-while-touching.ts';
import { AlarmRow } from './alarm-row.tsx';
import { type Line, AlarmGroupRow, alarmsIn, isGroup } from './alarm-groups.tsx';
import { useAcknowledge } from './use-acknowledge.tsx';
import type { Alarm } from './alarm-format.ts';
import type { AlarmItem } from './alarm-queries.ts';
import { useRowKeys } from './use-row-keys.ts';

// Of use after a long press, which a page may never see.
const AlarmSheet = lazy(() => import('./alarm-sheet.tsx'));

/** The parts of a row that the list knows. */
export interface RowParts {
  alarm: Alarm;
  /** Epoch ms. */
  now: number;
  href: string | undefined;
  current: boolean;
  onHold: (alarm: Alarm, row: HTMLElement) => void;
}

interface Group {
  label: string;
  title?: ReactNode;
  alarms: readonly Line[];
  /** Draws a row of its own kind; without it a row has a flag, and can be swiped. */
  Row?: ComponentType<RowParts>;
  /** Below its rows. */
  after?: ReactNode;
}

interface AlarmListProps {
  groups: readonly Group[];
  now: number;
  fresh: boolean;
  /** Time of the server's last answer, epoch ms. */
  asOf?: number | null;
  /** The address that a row leads to; its system if left out. */
  hrefOf?: ((alarm: Alarm) => string) | undefined;
  /** The alarm that is shown beside the list; the list may not have it. */
  current?: AlarmItem | undefined;
  /** `pane`: its keys count only while the focus is in it. */
  keys?: 'page' | 'pane';
  /** Shows an alarm beside the list: j and k do so, and a key that acts goes on to the next one. */
  onChoose?: ((alarm: Alarm) => void) | undefined;
}

/** Rows in groups; one sheet for all of them. */
export function AlarmList(props: AlarmListProps) {
  const { groups: newest, now, fresh, asOf, hrefOf, current, keys = 'page', onChoose } = props;
  const groups = useFrozenWhileTouching(newest);
  const root = useRef<HTMLDivElement>(null);
  const cachedAt = fresh ? undefined : (asOf ?? undefined);
  const [pressed, setPressed] = useState<{ alarm: Alarm; row: HTMLElement } | null>(null);
  const [used, setUsed] = useState(false);
  const hold = useCallback(
    (alarm: Alarm, row: HTMLElement) => {
      setUsed(true);
      setPressed({ alarm, row });
    },
    [setUsed, setPressed],
  );
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set<string>());
  const rowsOf = (line: Line): Line[] => (isGroup(line) && opened.has(line.id) ? [line, ...line.items] : [line]);
  const shown = groups.map((group) => ({ ...group, alarms: group.alarms.flatMap(rowsOf) }));
  const lines = shown.flatMap((group) => group.alarms);
  // As it is now: a colleague may have acknowledged it while the sheet is open, and the list may lack it then.
  const listed = lines.flatMap(alarmsIn).find(({ alarm }) => alarm.id === pressed?.alarm.id)?.alarm;
  const { data: read } = useQuery({
    ...api.alarm.get.queryOptions({ id: pressed?.alarm.id ?? '' }),
    enabled: pressed !== null,
  });
  const [acknowledge, review] = useAcknowledge();
  useRowKeys({ lines, now, root, current, scope: keys, acknowledge, onChoose });
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
                <OneRow
                  key={one.alarm.id}
                  alarm={one.alarm}
                  queued={one.queued}
                  Row={group.Row}
                  now={now}
                  href={hrefOf?.(one.alarm)}
                  current={one.alarm.id === current?.alarm.id}
                  onHold={hold}
                  fresh={fresh}
                  agesAt={cachedAt ?? now}
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
            alarm={pressed && (listed ?? read ?? pressed.alarm)}
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

interface OneRowProps extends RowParts, AlarmItem {
  Row: Group['Row'];
  fresh: boolean;
  agesAt: number;
}

// Memoized: to open or close the sheet would otherwise render every row in the frame after the tap.
const OneRow = memo(function OneRow({ Row, queued, fresh, agesAt, ...parts }: OneRowProps) {
  return Row ? <Row {...parts} /> : <AlarmRow {...parts} queued={queued} fresh={fresh} agesAt={agesAt} />;
});

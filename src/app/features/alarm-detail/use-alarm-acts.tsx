// The sheets that hand an alarm over and resolve it, and the keys of the alarm beside a list.
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Alarm } from '#app/features/alarms/alarm-format.ts';
import { addressOf } from '#app/features/alarms/alarm-subject.ts';
import { useHotkeys } from '#app/ui/hooks/use-hotkeys.ts';
import { NOTE_FIELD } from './alarm-notes.tsx';

const HandOverSheet = lazy(() => import('./hand-over-sheet.tsx'));
const ResolveSheet = lazy(() => import('./resolve-sheet.tsx'));

type ActSheet = 'handOver' | 'resolve';
/** Opens a sheet beside the element that was pressed. */
export type OpenAct = (sheet: ActSheet, anchor: HTMLElement | null) => void;

interface Opened {
  sheet: ActSheet;
  anchor: HTMLElement | null;
}

/** Returns the function that opens a sheet, and the sheets to render. `onDone` is called after what a key began. */
export function useActSheets(alarm: Alarm, onDone: () => void): [open: OpenAct, sheets: ReactNode] {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [used, setUsed] = useState<ReadonlySet<ActSheet>>(new Set<ActSheet>());
  const open: OpenAct = (sheet, anchor) => {
    setUsed(new Set([...used, sheet]));
    setOpened({ sheet, anchor });
  };
  const props = (sheet: ActSheet) => ({
    alarm,
    open: opened?.sheet === sheet,
    anchor: opened?.anchor ?? null,
    onClose: () => setOpened(null),
    // A press of a button stays with the alarm; a key goes on to the next one.
    onDone: () => opened?.anchor === null && onDone(),
  });
  const sheets = (
    <Suspense fallback={null}>
      {used.has('handOver') && <HandOverSheet {...props('handOver')} />}
      {used.has('resolve') && <ResolveSheet {...props('resolve')} />}
    </Suspense>
  );
  return [open, sheets];
}

/** The keys h, e, n and o. */
export function useAlarmKeys(alarm: Alarm, mayAct: boolean, open: OpenAct): void {
  const navigate = useNavigate();
  useHotkeys({
    ...(alarm.system !== null && { o: () => void navigate({ to: addressOf(alarm) }) }),
    ...(mayAct && {
      h: () => open('handOver', null),
      e: () => open('resolve', null),
      n: () => document.getElementById(NOTE_FIELD)?.focus(),
    }),
  });
}

// The sheet of the alarm that the address of the alarms names, on a phone; a desk shows it beside the list.
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { isHalted } from '#app/features/shell/query-state.tsx';
import AlarmSheet from './alarm-sheet.tsx';
import type { AlarmItem } from './alarm-queries.ts';
import { useLinkedAlarm } from './linked-alarm.ts';

interface NamedAlarmSheetProps {
  /** The id in the address. */
  named: string | undefined;
  items: readonly AlarmItem[] | undefined;
  asOf: number | undefined;
}

/** Opens the alarm, and removes it from the address. */
export default function NamedAlarmSheet({ named, items, asOf }: NamedAlarmSheetProps) {
  const navigate = useNavigate({ from: '/admin/alarms' });
  const [id, setId] = useState<string | null>(null);
  // The address changes before the sheet opens: the sheet is a history entry of its own, which Back closes.
  useEffect(() => {
    if (named === undefined) return;
    void navigate({ search: (before) => ({ ...before, alarm: undefined }), replace: true }).then(() => setId(named));
  }, [named, navigate]);
  const close = useCallback(() => setId(null), []);
  const { alarm } = useLinkedAlarm(id, items, close, isHalted);
  return <AlarmSheet alarm={alarm} anchor={null} asOf={asOf} onClose={close} />;
}

// The sheet of the alarm that the address of the alarms names, on a phone; a desk shows it beside the list.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api } from '#app/api/client.ts';
import AlarmSheet from './alarm-sheet.tsx';
import type { AlarmItem } from './alarm-queries.ts';

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
  const listed = items?.find((item) => item.alarm.id === id)?.alarm;
  // A notification may be older than the end of its alarm.
  const fetched = useQuery({
    ...api.alarm.get.queryOptions({ id: id ?? '' }),
    enabled: id !== null && listed === undefined,
  });
  const alarm = (id === null ? null : (listed ?? fetched.data)) ?? null;
  return <AlarmSheet alarm={alarm} anchor={null} asOf={asOf} onClose={() => setId(null)} />;
}

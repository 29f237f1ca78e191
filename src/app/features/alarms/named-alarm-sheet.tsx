// The sheet of the alarm that the address of the alarms names, on a phone; a desk shows it beside the list.
import { isHalted } from '#app/features/shell/query-state.tsx';
import AlarmSheet from './alarm-sheet.tsx';
import type { AlarmItem } from './alarm-queries.ts';
import { useLinkedAlarm, useNamedId } from './linked-alarm.ts';

interface NamedAlarmSheetProps {
  /** The id in the address. */
  named: string | undefined;
  items: readonly AlarmItem[] | undefined;
  asOf: number | undefined;
}

/** Opens the alarm, and removes it from the address. */
export default function NamedAlarmSheet({ named, items, asOf }: NamedAlarmSheetProps) {
  const [id, close] = useNamedId(named, '/admin/alarms');
  const { alarm } = useLinkedAlarm(id, items, close, isHalted);
  return <AlarmSheet alarm={alarm} anchor={null} asOf={asOf} onClose={close} />;
}

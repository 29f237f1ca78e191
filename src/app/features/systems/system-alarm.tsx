// The sheet of the alarm that a notification links to, over the page of its system.
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Flag } from '#app/ui/primitives/flag.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { isUnanswered } from '#app/api/errors.ts';
import { mayInOrSomewhere } from '#app/auth/can-in.ts';
import { useMe } from '#app/auth/me.ts';
import * as m from '#text/messages.js';
import { useNow } from '#app/device/now.ts';
import { useFreshness } from '#app/realtime/freshness.ts';
import { useOpenAlarms } from '#app/features/alarms/alarm-queries.ts';
import AlarmSheet from '#app/features/alarms/alarm-sheet.tsx';
import { useLinkedAlarm, useNamedId } from '#app/features/alarms/linked-alarm.ts';
import { AcknowledgeButton } from '#app/features/alarms/alarm-sheet-actions.tsx';
import { type Alarm, detailOf, markOf, statusOf, titleOf } from '#app/features/alarms/alarm-format.ts';
import { systemQuery, useSystemId } from './system-queries.ts';

/** The sheet opens without its details after this time, so that a slow answer blocks nobody. */
const TIMEOUT_MS = 1000;

/** Without an answer the sheet opens with what is known. */
const isRefused = ({ isError, error }: { isError: boolean; error: unknown }): boolean =>
  isError && !isUnanswered(error);

/** Opens the alarm named in the address, and removes it from the address. */
export function LinkedAlarm() {
  const [id, close] = useNamedId(useSearch({ from: '/_main/admin/system/' }).alarm, '/admin/system/');
  const { query, held } = useOpenAlarms();
  const { fresh, asOf } = useFreshness(query);
  const { alarm, failed } = useLinkedAlarm(id, held, close, isRefused);
  const late = useLate(id, alarm !== null || failed);
  return (
    <>
      <AlarmSheet
        alarm={late === null ? alarm : null}
        anchor={null}
        asOf={fresh ? undefined : (asOf ?? undefined)}
        onClose={close}
      />
      <LateSheet id={late} alarm={alarm} onClose={close} />
    </>
  );
}

/** The id if its details did not arrive in time; the sheet that opens then stays open. */
function useLate(id: string | null, settled: boolean): string | null {
  const [late, setLate] = useState<string | null>(null);
  useEffect(() => {
    if (id === null || settled) return undefined;
    const timer = setTimeout(() => setLate(id), TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [id, settled]);
  return late === id ? id : null;
}

type LateProps = { id: string | null; alarm: Alarm | null; onClose: () => void };

function LateSheet({ id, alarm, onClose }: LateProps) {
  const now = useNow(30_000);
  const me = useMe();
  const systemId = useSystemId() ?? '';
  const system = useQuery({ ...systemQuery(systemId), enabled: false }).data;
  const name = system?.name ?? '';
  // While neither is there, the server decides.
  const owner = (alarm ?? system)?.organizationId;
  const mayAct = me !== null && mayInOrSomewhere(me, 'alarm.update', owner);
  const named = alarm ?? (id === null ? null : { id, system: { id: systemId, name } });
  const open = alarm === null || statusOf(alarm, now) === 'open';
  const texts =
    alarm === null
      ? {
          title: name === '' ? m.systems_alarm_unknown() : m.systems_alarm_unknown_of({ system: name }),
          detail: m.systems_alarm_unknown_detail(),
        }
      : { title: titleOf(alarm), detail: detailOf(alarm, now), badge: <Flag kind={markOf(alarm.kind)} box /> };
  return (
    <Sheet open={id !== null} onClose={onClose} {...texts}>
      {named && mayAct && open && <AcknowledgeButton alarm={named} />}
    </Sheet>
  );
}

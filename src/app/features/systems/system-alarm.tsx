// The alarm that a notification names: its sheet stands open over the page of its system, whether or not that has come.
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Flag } from '#app/ui/primitives/flag.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { api } from '#app/api/client.ts';
import { isUnanswered } from '#app/api/errors.ts';
import { useCan } from '#app/auth/me.ts';
import { useNow } from '#app/device/now.ts';
import { useOpenAlarms } from '#app/features/alarms/alarm-queries.ts';
import { AlarmSheet, AcknowledgeButton } from '#app/features/alarms/alarm-sheet.tsx';
import { type Alarm, detailOf, markOf, statusOf, titleOf } from '#app/features/alarms/alarm-format.ts';
import { systemQuery, useSystemId } from './system-queries.ts';

/** How long its details may keep a person from acknowledging. */
const PATIENCE_MS = 1000;

/** Opens for `alarm` in the address, and takes it out of there. */
export function NamedAlarm() {
  const [id, close] = useNamed();
  const { held } = useOpenAlarms();
  const listed = held?.find(({ alarm }) => alarm.id === id)?.alarm;
  const asked = useQuery({
    ...api.alarm.get.queryOptions({ id: id ?? '' }),
    enabled: id !== null && listed === undefined,
  });
  const alarm = (id === null ? null : (listed ?? asked.data)) ?? null;
  const refused = asked.error !== null && !isUnanswered(asked.error);
  const bare = useBare(id, alarm !== null || refused);
  return (
    <>
      <AlarmSheet alarm={bare === null ? alarm : null} anchor={null} onClose={close} />
      <BareSheet id={bare} alarm={alarm} onClose={close} />
    </>
  );
}

// Out of the address before the sheet opens: the sheet is a step of the history of its own, and Back closes it for good.
function useNamed(): [string | null, () => void] {
  const { alarm: named } = useSearch({ from: '/_main/admin/system/' });
  const navigate = useNavigate({ from: '/admin/system/' });
  const [id, setId] = useState<string | null>(null);
  useEffect(() => {
    if (named === undefined) return;
    void navigate({ search: (before) => ({ ...before, alarm: undefined }), replace: true }).then(() => setId(named));
  }, [named, navigate]);
  return [id, () => setId(null)];
}

/** The id once its details did not come in time; the sheet that was opened then stays the one there is. */
function useBare(id: string | null, settled: boolean): string | null {
  const [bare, setBare] = useState<string | null>(null);
  useEffect(() => {
    if (id === null || settled) return undefined;
    const timer = setTimeout(() => setBare(id), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [id, settled]);
  return bare === id ? id : null;
}

type BareProps = { id: string | null; alarm: Alarm | null; onClose: () => void };

function BareSheet({ id, alarm, onClose }: BareProps) {
  const now = useNow(30_000);
  const mayAct = useCan('alarm.update');
  const systemId = useSystemId() ?? '';
  const name = useQuery({ ...systemQuery(systemId), enabled: false }).data?.name ?? '';
  const named = alarm ?? (id === null ? null : { id, system: { id: systemId, name } });
  const open = alarm === null || statusOf(alarm, now) === 'open';
  const words =
    alarm === null
      ? {
          title: name === '' ? 'An alarm' : `An alarm of ${name}`,
          detail: 'What it says has not come yet. You can acknowledge it all the same.',
        }
      : { title: titleOf(alarm), detail: detailOf(alarm, now), badge: <Flag kind={markOf(alarm.kind)} box /> };
  return (
    <Sheet open={id !== null} onClose={onClose} {...words}>
      {named && mayAct && open && <AcknowledgeButton alarm={named} />}
    </Sheet>
  );
}

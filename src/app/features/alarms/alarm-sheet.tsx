// The sheet of one alarm: what it is, who has it, and what can be done.
import { lazy, Suspense } from 'react';
import { Flag } from '#app/ui/primitives/flag.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import * as m from '#text/messages.js';
import { useMe } from '#app/auth/me.ts';
import { customerTime } from '#app/features/systems/customer-time.ts';
import { useNow } from '#app/device/now.ts';
import { AlarmSheetActions } from './alarm-sheet-actions.tsx';
import { NobodyElse } from './nobody-else.tsx';
import { type Alarm, detailOf, heldTitleOf, markOf, ownerOf, statusOf, titleOf } from './alarm-format.ts';

// The timeline and the sheets over this one weigh more than the sheet.
const AlarmSheetParts = lazy(() => import('#app/features/alarm-detail/alarm-sheet-parts.tsx'));

interface AlarmSheetProps {
  alarm: Alarm | null;
  anchor: HTMLElement | null;
  /** Time of the server's last answer if the alarm is only cached; epoch ms. */
  asOf?: number | undefined;
  onClose: () => void;
}

/** Open while there is an alarm. */
export default function AlarmSheet({ alarm, anchor, asOf, onClose }: AlarmSheetProps) {
  const now = useNow(30_000);
  const mine = useMe()?.id ?? null;
  if (alarm === null) {
    return (
      <Sheet open={false} onClose={onClose} title="">
        {null}
      </Sheet>
    );
  }
  const quiet = statusOf(alarm, now) !== 'open';
  const who = ownerOf(alarm, now, mine);
  const isHeld = alarm.acknowledgedBy !== null && alarm.resolvedAt === null;
  const past = asOf !== undefined || alarm.resolvedAt !== null;
  const detail = detailOf(alarm, asOf ?? now, past);
  return (
    <Sheet
      open
      onClose={onClose}
      anchor={anchor}
      title={isHeld ? heldTitleOf(alarm, mine) : titleOf(alarm, past)}
      detail={[detail, who, alarm.organization && customerTime(now, alarm.organization.timeZone)]
        .filter(Boolean)
        .join('. ')}
      badge={<Flag kind={markOf(alarm.kind)} box quiet={quiet} />}
    >
      <Inside alarm={alarm} now={now} />
    </Sheet>
  );
}

// The small part at the foot acts at once; the other parts arrive with their data.
function Inside({ alarm, now }: { alarm: Alarm; now: number }) {
  return (
    <>
      {alarm.system === null && <p className="px-2 pb-3 text-text2">{m.alarms_own_help({ kind: alarm.kind })}</p>}
      <Suspense fallback={<div className="min-h-37" />}>
        <AlarmSheetParts alarm={alarm} now={now}>
          {alarm.resolvedAt === null && <NobodyElse alarm={alarm} now={now} />}
        </AlarmSheetParts>
      </Suspense>
      <AlarmSheetActions alarm={alarm} now={now} />
    </>
  );
}

// The sheet of one alarm: what it is, who has it, and what can be done.
import { useNavigate } from '@tanstack/react-router';
import { Flag } from '#app/ui/primitives/flag.tsx';
import { type SheetAction, SheetActions } from '#app/ui/sheet/sheet-parts.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import * as m from '#text/messages.js';
import { useMe } from '#app/auth/me.ts';
import { customerTime } from '#app/features/systems/customer-time.ts';
import { useNow } from '#app/device/now.ts';
import { AlarmSheetActions } from './alarm-sheet-actions.tsx';
import { addressOf } from './alarm-subject.ts';
import { NobodyElse } from './nobody-else.tsx';
import { type Alarm, detailOf, heldTitleOf, markOf, ownerOf, statusOf, titleOf } from './alarm-format.ts';

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

function Inside({ alarm, now }: { alarm: Alarm; now: number }) {
  const navigate = useNavigate();
  const { system, organization } = alarm;
  const actions: SheetAction[] = [];
  if (system !== null) {
    const to = addressOf(alarm);
    const open = () => void navigate({ to });
    actions.push({ icon: 'open', label: m.alarms_open_system({ system: system.name }), onSelect: open });
  }
  if (organization !== null && organization.phone !== '') {
    const { name, phone } = organization;
    actions.push({ icon: 'phone', label: m.alarms_call({ organization: name }), note: phone, href: `tel:${phone}` });
  }
  return (
    <>
      {system === null && <p className="px-2 pb-3 text-text2">{m.alarms_own_help({ kind: alarm.kind })}</p>}
      {alarm.resolvedAt === null && <NobodyElse alarm={alarm} now={now} />}
      <SheetActions actions={actions} />
      <AlarmSheetActions alarm={alarm} now={now} />
    </>
  );
}

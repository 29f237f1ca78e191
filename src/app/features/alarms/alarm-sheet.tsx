// The sheet of one alarm. Actions go from the least to the most likely one, which is lowest.
import { useNavigate } from '@tanstack/react-router';
import { Button } from '#app/ui/primitives/button.tsx';
import { Flag } from '#app/ui/primitives/flag.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { type SheetAction, SheetActions, SheetTile, SheetTiles } from '#app/ui/sheet/sheet-parts.tsx';
import { useCloseThen } from '#app/ui/sheet/sheet-context.ts';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { reader } from '#app/device/reader.ts';
import { formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';
import { useCan } from '#app/auth/me.ts';
import { useNow } from '#app/device/now.ts';
import { acknowledge, hourFrom, morningAfter, snooze } from './alarm-actions.ts';
import { type Alarm, detailOf, markOf, statusOf, titleOf, ownerOf } from './alarm-format.ts';

interface AlarmSheetProps {
  alarm: Alarm | null;
  anchor: HTMLElement | null;
  /** Time of the server's last answer if the alarm is only cached; epoch ms. */
  asOf?: number | undefined;
  onClose: () => void;
}

/** Open while there is an alarm. */
export function AlarmSheet({ alarm, anchor, asOf, onClose }: AlarmSheetProps) {
  const now = useNow(30_000);
  if (alarm === null) {
    return (
      <Sheet open={false} onClose={onClose} title="">
        {null}
      </Sheet>
    );
  }
  const quiet = statusOf(alarm, now) !== 'open';
  const who = ownerOf(alarm, now);
  const past = asOf !== undefined || alarm.resolvedAt !== null;
  const detail = detailOf(alarm, asOf ?? now, past);
  return (
    <Sheet
      open
      onClose={onClose}
      anchor={anchor}
      title={titleOf(alarm, past)}
      detail={who === undefined ? detail : `${detail}. ${who}`}
      badge={<Flag kind={markOf(alarm.kind)} box quiet={quiet} />}
    >
      <Inside alarm={alarm} now={now} />
    </Sheet>
  );
}

function Inside({ alarm, now }: { alarm: Alarm; now: number }) {
  const navigate = useNavigate();
  const mayAct = useCan('alarm.update');
  const status = statusOf(alarm, now);
  const to = `/admin/system?id=${alarm.system.id}`;
  const actions: SheetAction[] = [
    { icon: 'open', label: m.alarms_open_system({ system: alarm.system.name }), onSelect: () => void navigate({ to }) },
  ];
  if (alarm.organization.phone !== '') {
    actions.push({
      icon: 'phone',
      label: m.alarms_call({ organization: alarm.organization.name }),
      note: alarm.organization.phone,
      href: `tel:${alarm.organization.phone}`,
    });
  }
  return (
    <>
      <SheetActions actions={actions} />
      {mayAct && status !== 'resolved' && <Snoozes alarm={alarm} now={now} />}
      {mayAct && (status === 'open' || status === 'snoozed') && <AcknowledgeButton alarm={alarm} />}
    </>
  );
}

function Snoozes({ alarm, now }: { alarm: Alarm; now: number }) {
  const [hour, morning] = [hourFrom(now), morningAfter(now)];
  return (
    <SheetTiles>
      <SheetTile
        icon="clock"
        label={m.alarms_snooze_hour()}
        note={m.alarms_until({ time: formatMoment(hour.toISOString(), now, reader()) })}
        onSelect={() => void snooze(alarm, hourFrom(Date.now()))}
      />
      <SheetTile
        icon="sunrise"
        label={m.alarms_snooze_morning()}
        note={m.alarms_until({ time: formatMoment(morning.toISOString(), now, reader()) })}
        onSelect={() => void snooze(alarm, morning)}
      />
    </SheetTiles>
  );
}

/** The large button that acknowledges and closes its sheet. */
export function AcknowledgeButton({ alarm }: { alarm: Pick<Alarm, 'id' | 'system'> }) {
  const closeThen = useCloseThen();
  return (
    <Button kind="lamp" wide size="large" onPress={() => closeThen(() => void acknowledge([alarm]))}>
      <Icon name="check" size={26} />
      {m.alarms_acknowledge()}
    </Button>
  );
}

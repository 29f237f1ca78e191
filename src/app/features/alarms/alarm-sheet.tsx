// The sheet of one alarm: open, call, snooze, acknowledge; from least to most likely.
import { useNavigate } from '@tanstack/react-router';
import { clockWords } from '#app/ui/format.ts';
import { Button } from '#app/ui/primitives/button.tsx';
import { Flag } from '#app/ui/primitives/flag.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { type SheetAction, SheetActions, SheetTile, SheetTiles } from '#app/ui/sheet/sheet-parts.tsx';
import { Sheet, useCloseThen } from '#app/ui/sheet/sheet.tsx';
import { useCan } from '#app/auth/me.ts';
import { useNow } from '#app/device/now.ts';
import { acknowledge, hourFrom, morningAfter, snooze } from './alarm-actions.ts';
import { type Alarm, detailOf, markOf, standingOf, titleOf, whoOf } from './alarm-format.ts';

interface AlarmSheetProps {
  alarm: Alarm | null;
  anchor: HTMLElement | null;
  /** When it was last heard, where that is only remembered; epoch ms. */
  asOf?: number | undefined;
  onClose: () => void;
}

/** Opens while there is an alarm. */
export function AlarmSheet({ alarm, anchor, asOf, onClose }: AlarmSheetProps) {
  const now = useNow(30_000);
  if (alarm === null) {
    return (
      <Sheet open={false} onClose={onClose} title="">
        {null}
      </Sheet>
    );
  }
  const quiet = standingOf(alarm, now) !== 'open';
  const who = whoOf(alarm, now);
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
  const standing = standingOf(alarm, now);
  const to = `/admin/system?id=${alarm.system.id}`;
  const actions: SheetAction[] = [
    { icon: 'open', label: `Open ${alarm.system.name}`, onSelect: () => void navigate({ to }) },
  ];
  if (alarm.organization.phone !== '') {
    actions.push({
      icon: 'phone',
      label: `Call ${alarm.organization.name}`,
      note: alarm.organization.phone,
      href: `tel:${alarm.organization.phone}`,
    });
  }
  return (
    <>
      <SheetActions actions={actions} />
      {mayAct && standing !== 'resolved' && <Snoozes alarm={alarm} now={now} />}
      {mayAct && (standing === 'open' || standing === 'snoozed') && <TakeAlarm alarm={alarm} />}
    </>
  );
}

function Snoozes({ alarm, now }: { alarm: Alarm; now: number }) {
  const [hour, morning] = [hourFrom(now), morningAfter(now)];
  return (
    <SheetTiles>
      <SheetTile
        icon="clock"
        label="Snooze 1 h"
        note={`until ${clockWords(hour.toISOString(), now)}`}
        onSelect={() => void snooze(alarm, hourFrom(Date.now()))}
      />
      <SheetTile
        icon="sunrise"
        label="Until morning"
        note={`until ${clockWords(morning.toISOString(), now)}`}
        onSelect={() => void snooze(alarm, morning)}
      />
    </SheetTiles>
  );
}

/** The large button that acknowledges and closes the sheet that it stands in. */
export function TakeAlarm({ alarm }: { alarm: Pick<Alarm, 'id' | 'system'> }) {
  const closeThen = useCloseThen();
  return (
    <Button kind="lamp" wide size="large" onPress={() => closeThen(() => void acknowledge([alarm]))}>
      <Icon name="check" size={26} />
      Acknowledge
    </Button>
  );
}

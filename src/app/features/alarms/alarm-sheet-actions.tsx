// The actions on one alarm in its sheet, from the least to the most likely one, which is lowest.
import { useMe } from '#app/auth/me.ts';
import { reader } from '#app/device/reader.ts';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon, type IconName } from '#app/ui/primitives/icon.tsx';
import { useCloseThen } from '#app/ui/sheet/sheet-context.ts';
import { SheetTile, SheetTiles } from '#app/ui/sheet/sheet-parts.tsx';
import { formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';
import {
  acknowledge,
  endSnooze,
  giveBack,
  hourFrom,
  keepAlarm,
  morningAfter,
  snooze,
  takeOver,
} from './alarm-actions.ts';
import { type Alarm, nameFor, statusOf } from './alarm-format.ts';
import { useMayAct } from './use-may-act.ts';

interface PartProps {
  alarm: Alarm;
  /** Epoch ms. */
  now: number;
}

/** Tiles and the large button; nothing for people who only read alarms. */
export function AlarmSheetActions({ alarm, now }: PartProps) {
  const mayAct = useMayAct()(alarm);
  const mine = useMe()?.id ?? null;
  const status = statusOf(alarm, now);
  if (!mayAct || status === 'resolved') return null;
  const holder = alarm.acknowledgedBy;
  const isSnoozed = status === 'snoozed';
  if (holder === null)
    return (
      <>
        {isSnoozed ? <SnoozedTiles alarm={alarm} mine={mine} /> : <SnoozeTiles alarm={alarm} now={now} />}
        <AcknowledgeButton alarm={alarm} />
      </>
    );
  if (holder.id !== mine)
    return (
      <>
        <SheetTiles>
          {isSnoozed && <EndSnoozeTile alarm={alarm} mine={mine} />}
          <GiveBackTile alarm={alarm} />
        </SheetTiles>
        <MainButton icon="user" onPress={() => void takeOver(alarm)}>
          {m.alarms_take_over({ name: nameFor(holder, mine) })}
        </MainButton>
      </>
    );
  return (
    <>
      {isSnoozed ? <SnoozedTiles alarm={alarm} mine={mine} /> : <SnoozeTiles alarm={alarm} now={now} />}
      {alarm.acknowledgedUntil !== null && (
        <SheetTiles>
          <SheetTile
            icon="refresh"
            label={m.alarms_keep()}
            note={m.alarms_keep_note()}
            onSelect={() => void keepAlarm(alarm)}
          />
        </SheetTiles>
      )}
      <MainButton icon="left" onPress={() => void giveBack(alarm)}>
        {m.alarms_give_back()}
      </MainButton>
    </>
  );
}

function SnoozeTiles({ alarm, now }: PartProps) {
  const [hour, morning] = [hourFrom(now), morningAfter(now)];
  const until = (at: Date) => m.alarms_until({ time: formatMoment(at.toISOString(), now, reader()) });
  return (
    <SheetTiles>
      <SheetTile
        icon="clock"
        label={m.alarms_snooze_hour()}
        note={until(hour)}
        onSelect={() => void snooze([alarm], hourFrom(Date.now()))}
      />
      <SheetTile
        icon="sunrise"
        label={m.alarms_snooze_morning()}
        note={until(morning)}
        onSelect={() => void snooze([alarm], morning)}
      />
    </SheetTiles>
  );
}

interface OwnedProps {
  alarm: Alarm;
  mine: string | null;
}

const SnoozedTiles = (props: OwnedProps) => (
  <SheetTiles>
    <EndSnoozeTile {...props} />
  </SheetTiles>
);

function EndSnoozeTile({ alarm, mine }: OwnedProps) {
  const holder = alarm.acknowledgedBy;
  const notes = () =>
    holder?.id === mine
      ? m.alarms_end_snooze_note_you()
      : m.alarms_end_snooze_note_name({ name: nameFor(holder, mine) });
  return (
    <SheetTile
      icon="bell"
      label={m.alarms_end_snooze()}
      note={holder === null ? m.alarms_give_back_note() : notes()}
      onSelect={() => void endSnooze(alarm)}
    />
  );
}

const GiveBackTile = ({ alarm }: { alarm: Alarm }) => (
  <SheetTile
    icon="left"
    label={m.alarms_give_back()}
    note={m.alarms_give_back_note()}
    onSelect={() => void giveBack(alarm)}
  />
);

function MainButton({ icon, children, onPress }: { icon: IconName; children: string; onPress: () => void }) {
  const closeThen = useCloseThen();
  return (
    <Button kind="lamp" wide size="large" onPress={() => closeThen(onPress)}>
      <Icon name={icon} size={26} />
      {children}
    </Button>
  );
}

/** The large button that acknowledges and closes its sheet. */
export const AcknowledgeButton = ({ alarm }: { alarm: Pick<Alarm, 'id' | 'system'> }) => (
  <MainButton icon="check" onPress={() => void acknowledge([alarm])}>
    {m.alarms_acknowledge()}
  </MainButton>
);

// The buttons for one alarm on a desk, the most likely one first, each with its key.
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { reader } from '#app/device/reader.ts';
import {
  acknowledge,
  endSnooze,
  giveBack,
  hourFrom,
  keepAlarm,
  morningAfter,
  snooze,
  takeOver,
} from '#app/features/alarms/alarm-actions.ts';
import { type Alarm, type AlarmStatus, nameFor } from '#app/features/alarms/alarm-format.ts';
import { addressOf, subjectOf } from '#app/features/alarms/alarm-subject.ts';
import { Button, ButtonSizeContext } from '#app/ui/primitives/button.tsx';
import { Icon, type IconName } from '#app/ui/primitives/icon.tsx';
import { type SheetAction, SheetActions } from '#app/ui/sheet/sheet-parts.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';
import type { OpenAct } from './use-alarm-acts.tsx';

const CALL_KEY = 'c';

interface AlarmButtonsProps {
  alarm: Alarm;
  status: AlarmStatus;
  /** May act now: with the permission, and no action waits on this device. */
  mayAct: boolean;
  /** The id of the signed-in person. */
  mine: string | null;
  now: number;
  onOpenAct: OpenAct;
}

/** Acknowledge or take over, then snooze, hand over, resolve, call; the others behind the dots. */
export function AlarmButtons(props: AlarmButtonsProps) {
  const { alarm, status, mayAct, mine, onOpenAct } = props;
  const holder = alarm.acknowledgedBy;
  const phone = alarm.organization?.phone ?? '';
  const isMine = holder !== null && holder.id === mine;
  const primary = mayAct && (!isMine || phone === '');
  const act = (icon: IconName, label: string, key: string, onPress: (el: HTMLElement) => void) => (
    <KeyButton {...{ icon, label, hotkey: key, onPress }} />
  );
  return (
    <div role="group" aria-label={m.systems_alarm_actions()} className="flex flex-wrap gap-2 px-4 pb-3.5">
      <ButtonSizeContext value="small">
        {mayAct && holder === null && (
          <KeyButton
            lamp
            icon="check"
            label={m.alarms_acknowledge()}
            hotkey="a"
            onPress={() => void acknowledge([alarm])}
          />
        )}
        {mayAct && holder !== null && !isMine && (
          <KeyButton
            lamp
            icon="user"
            label={m.alarms_take_over({ name: nameFor(holder, mine) })}
            hotkey="t"
            onPress={() => void takeOver(alarm)}
          />
        )}
        {phone !== '' && (
          <Button kind={primary ? 'quiet' : 'lamp'} href={`tel:${phone}`}>
            <Icon name="phone" />
            {m.alarms_call_short()} <kbd>{CALL_KEY}</kbd>
          </Button>
        )}
        {mayAct && holder !== null && act('left', m.alarms_give_back(), 'b', () => void giveBack(alarm))}
        {mayAct &&
          (status === 'snoozed'
            ? act('bell', m.alarms_end_snooze(), 's', () => void endSnooze(alarm))
            : act('moon', m.alarms_snooze_hour(), 's', () => void snooze([alarm], hourFrom(Date.now()))))}
        {mayAct && act('hand', m.alarms_hand_over(), 'h', (el) => onOpenAct('handOver', el))}
        {mayAct && act('checks', m.alarms_resolve(), 'e', (el) => onOpenAct('resolve', el))}
        <MoreButton {...props} />
      </ButtonSizeContext>
    </div>
  );
}

interface KeyButtonProps {
  icon: IconName;
  label: ReactNode;
  hotkey: string;
  lamp?: boolean;
  onPress: (el: HTMLElement) => void;
}

const KeyButton = ({ icon, label, hotkey, lamp = false, onPress }: KeyButtonProps) => (
  <Button kind={lamp ? 'lamp' : 'quiet'} onPress={onPress}>
    <Icon name={icon} />
    {label} <kbd>{hotkey}</kbd>
  </Button>
);

function MoreButton({ alarm, mayAct, mine, now, status }: AlarmButtonsProps) {
  const navigate = useNavigate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const morning = morningAfter(now);
  const actions: SheetAction[] = [];
  if (alarm.system !== null)
    actions.push({
      icon: 'open',
      label: m.alarms_open_system({ system: alarm.system.name }),
      onSelect: () => void navigate({ to: addressOf(alarm) }),
    });
  if (mayAct && alarm.acknowledgedBy?.id === mine && alarm.acknowledgedUntil !== null)
    actions.push({
      icon: 'refresh',
      label: m.alarms_keep(),
      note: m.alarms_keep_note(),
      onSelect: () => void keepAlarm(alarm),
    });
  if (mayAct && status !== 'snoozed')
    actions.push({
      icon: 'sunrise',
      label: m.alarms_snooze_until_morning(),
      note: m.alarms_until({ time: formatMoment(morning.toISOString(), now, reader()) }),
      onSelect: () => void snooze([alarm], morning),
    });
  if (actions.length === 0) return null;
  return (
    <>
      <Button kind="quiet" square label={m.systems_more_actions()} onPress={setAnchor}>
        <Icon name="dots" />
      </Button>
      <Sheet open={anchor !== null} onClose={() => setAnchor(null)} anchor={anchor} title={subjectOf(alarm)}>
        <SheetActions actions={actions} />
      </Sheet>
    </>
  );
}

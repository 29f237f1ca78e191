// The buttons for one alarm on a desk, the most likely one first, each with its key.
import { useCan, useMe } from '#app/auth/me.ts';
import {
  acknowledge,
  endSnooze,
  giveBack,
  hourFrom,
  morningAfter,
  snooze,
  takeOver,
} from '#app/features/alarms/alarm-actions.ts';
import { type Alarm, type AlarmStatus, nameFor } from '#app/features/alarms/alarm-format.ts';
import { addressOf } from '#app/features/alarms/alarm-subject.ts';
import { Button, ButtonLink, ButtonSizeContext } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import * as m from '#text/messages.js';
import { hotkeys } from './system-actions.tsx';

interface AlarmButtonsProps {
  alarm: Alarm;
  status: AlarmStatus;
  /** An action waits on this device. */
  queued: boolean;
  now: number;
}

/** Acknowledge, snooze, call, and the way to the system. */
export function AlarmButtons({ alarm, status, queued, now }: AlarmButtonsProps) {
  const mayAct = useCan('alarm.update') && !queued && status !== 'resolved';
  const mine = useMe()?.id ?? null;
  const holder = alarm.acknowledgedBy;
  const free = mayAct && holder === null;
  const { system, organization } = alarm;
  const phone = organization?.phone ?? '';
  return (
    <div role="group" aria-label={m.systems_alarm_actions()} className="flex flex-wrap gap-2 px-4 pb-3.5">
      <ButtonSizeContext value="small">
        {free && (
          <Button kind="lamp" onPress={() => void acknowledge([alarm])}>
            <Icon name="check" />
            {m.alarms_acknowledge()} <kbd>{hotkeys.acknowledge}</kbd>
          </Button>
        )}
        {mayAct && holder !== null && holder.id !== mine && (
          <Button kind="lamp" onPress={() => void takeOver(alarm)}>
            <Icon name="user" />
            {m.alarms_take_over({ name: nameFor(holder, mine) })} <kbd>{hotkeys.takeOver}</kbd>
          </Button>
        )}
        {mayAct && holder !== null && (
          <Button kind="quiet" onPress={() => void giveBack(alarm)}>
            <Icon name="left" />
            {m.alarms_give_back()} <kbd>{hotkeys.giveBack}</kbd>
          </Button>
        )}
        {mayAct && status === 'snoozed' && (
          <Button kind="quiet" onPress={() => void endSnooze(alarm)}>
            <Icon name="bell" />
            {m.alarms_end_snooze()}
          </Button>
        )}
        {phone !== '' && (
          <Button kind={mayAct ? 'quiet' : 'lamp'} href={`tel:${phone}`}>
            <Icon name="phone" />
            {m.alarms_call({ organization: organization?.name ?? '' })} <kbd>{hotkeys.call}</kbd>
          </Button>
        )}
        {mayAct && (
          <>
            <Button kind="quiet" onPress={() => void snooze(alarm, hourFrom(Date.now()))}>
              <Icon name="moon" />
              {m.alarms_snooze_hour()} <kbd>{hotkeys.snooze}</kbd>
            </Button>
            <Button kind="quiet" onPress={() => void snooze(alarm, morningAfter(now))}>
              <Icon name="sunrise" />
              {m.alarms_snooze_morning()}
            </Button>
          </>
        )}
        {system !== null && (
          <ButtonLink kind="line" to={addressOf(alarm)}>
            {m.alarms_open_system({ system: system.name })}
          </ButtonLink>
        )}
      </ButtonSizeContext>
    </div>
  );
}

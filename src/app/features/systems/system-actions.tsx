// The actions for one system: acknowledge, snooze, pause, resume, back up now, check now.
import { useNavigate } from '@tanstack/react-router';
import { reader } from '#app/device/reader.ts';
import { formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { type SheetAction, SheetActions, SheetTile, SheetTiles } from '#app/ui/sheet/sheet-parts.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { api } from '#app/api/client.ts';
import { errorMessage } from '#app/api/write-error-messages.ts';
import type { Input } from '#app/api/types.ts';
import { flash } from '#app/device/flash.ts';
import { useCanIn } from '#app/auth/can-in.ts';
import { acknowledge, hourFrom, morningAfter, snooze } from '#app/features/alarms/alarm-actions.ts';
import { sheetAddressOf } from '#app/features/alarms/alarm-subject.ts';
import { type Alarm, statusOf } from '#app/features/alarms/alarm-format.ts';
import { openUpload } from '#app/features/upload/upload-opened.ts';
import { usePaneSize } from '#app/features/shell/pane-size.ts';
import type { Held } from './system-frame.tsx';
import type { System } from './system-format.ts';

/** The open alarms without a queued action. */
export const openAlarmsOf = ({ alarms, now }: Pick<Held, 'alarms' | 'now'>): Alarm[] =>
  alarms.filter(({ alarm, queued }) => queued === null && statusOf(alarm, now) === 'open').map(({ alarm }) => alarm);

type Change = Omit<Input<'system', 'update'>, 'id'>;

/** Changes a system and shows `done`, or the error; a failed call changes nothing. */
export async function change(system: System, values: Change, done: string): Promise<void> {
  try {
    await api.system.update({ id: system.id, ...values });
    flash('positive', done);
  } catch (error) {
    flash('negative', errorMessage(error));
  }
}

/** The keys of the actions on the page of a system. */
export const hotkeys = { acknowledge: 'a', snooze: 's', call: 'c', takeOver: 't', giveBack: 'b' } as const;

async function check(system: System): Promise<void> {
  try {
    await api.system.rescanAlarm({ id: system.id });
    flash('positive', m.systems_checked({ system: system.name }));
  } catch (error) {
    flash('negative', errorMessage(error));
  }
}

const time = (at: Date, now: number): string => formatMoment(at.toISOString(), now, reader());
const resume = (system: System) => void change(system, { active: true }, m.systems_resumed({ system: system.name }));
const pause = (system: System, until: Date | null) =>
  void change(
    system,
    { active: false, reenableTime: until?.toISOString() ?? null },
    until === null
      ? m.systems_paused({ system: system.name })
      : m.systems_paused_until({ system: system.name, time: time(until, Date.now()) }),
  );

/** The main button: acknowledge, else resume, else back up now. */
export function Primary({ held, wide }: { held: Held; wide: boolean }) {
  const docked = usePaneSize() === 'docked';
  const { system } = held;
  const mayAct = useCanIn('alarm.update', system.organizationId);
  const mayChange = useCanIn('system.update', system.organizationId);
  const open = openAlarmsOf(held);
  if (mayAct && open.length > 0) {
    return (
      <>
        {wide && !docked && (
          <Button kind="quiet" onPress={() => void snooze(open, hourFrom(Date.now()))}>
            <Icon name="moon" />
            {m.alarms_snooze_hour()} <kbd>{hotkeys.snooze}</kbd>
          </Button>
        )}
        <Button kind="lamp" onPress={() => void acknowledge(open)}>
          <Icon name={open.length > 1 ? 'checks' : 'check'} />
          {open.length > 1 ? m.alarms_acknowledge_count({ count: open.length }) : m.alarms_acknowledge()}
          {wide && <kbd>{hotkeys.acknowledge}</kbd>}
        </Button>
      </>
    );
  }
  if (!mayChange) return null;
  if (!system.active) {
    return (
      <Button kind="lamp" onPress={() => resume(system)}>
        {m.systems_resume()}
      </Button>
    );
  }
  if (system.backupMethod === 'manual')
    return (
      <Button kind="lamp" onPress={() => openUpload(system.id)}>
        <Icon name="plus" />
        {m.uploads_title()}
      </Button>
    );
  if (system.runningSince !== null) return null;
  return (
    <Button
      kind="quiet"
      disabled={system.forceDue}
      onPress={() => void change(system, { forceDue: true }, m.systems_back_up_requested_of({ system: system.name }))}
    >
      <Icon name="refresh" />
      {system.forceDue ? m.systems_back_up_requested() : m.systems_back_up()}
    </Button>
  );
}

interface MoreProps {
  held: Held;
  anchor: HTMLElement | null;
  open: boolean;
  onClose: () => void;
}

/** All other actions, from least to most likely. */
export function MoreActions({ held, anchor, open, onClose }: MoreProps) {
  return (
    <Sheet open={open} onClose={onClose} anchor={anchor} title={held.system.name}>
      <Inside held={held} />
    </Sheet>
  );
}

function Inside({ held }: { held: Held }) {
  const { system, now } = held;
  const navigate = useNavigate();
  const mayChange = useCanIn('system.update', system.organizationId);
  const mayAct = useCanIn('alarm.update', system.organizationId);
  const open = openAlarmsOf(held);
  const [first] = held.alarms;
  const details: SheetAction[] = first
    ? [
        {
          icon: 'bell',
          label: m.systems_alarm_details(),
          ...(mayAct && { note: m.systems_alarm_details_note() }),
          onSelect: () => void navigate({ to: sheetAddressOf(system.id, first.alarm.id) }),
        },
      ]
    : [];
  const settings: SheetAction = {
    icon: 'sliders',
    label: m.systems_tab_settings(),
    onSelect: () => void navigate({ to: `/admin/system/settings?id=${system.id}` }),
  };
  const calls: SheetAction[] = system.organization.phone
    ? [
        {
          icon: 'phone',
          label: m.alarms_call({ organization: system.organization.name }),
          note: system.organization.phone,
          href: `tel:${system.organization.phone}`,
        },
      ]
    : [];
  const changes: SheetAction[] = [
    { icon: 'refresh', label: m.actions_check_now(), note: m.systems_check_note(), onSelect: () => void check(system) },
    {
      icon: 'outbox',
      label: m.systems_back_up(),
      onSelect: () => void change(system, { forceDue: true }, m.systems_back_up_requested_of({ system: system.name })),
    },
    { icon: 'plus', label: m.uploads_title(), onSelect: () => openUpload(system.id) },
    system.active
      ? { icon: 'minus', label: m.systems_pause(), onSelect: () => pause(system, null) }
      : { icon: 'check', label: m.systems_resume(), onSelect: () => resume(system) },
  ];
  const morning = morningAfter(now);
  return (
    <>
      <SheetActions actions={[settings, ...details, ...calls, ...(mayChange ? changes : [])]} />
      {mayChange && system.active && <PauseTiles system={system} now={now} />}
      {mayAct && open.length > 0 && (
        <SheetTiles>
          <SheetTile
            icon="moon"
            label={m.alarms_snooze_hour()}
            note={untilNote(hourFrom(now), now)}
            onSelect={() => void snooze(open, hourFrom(Date.now()))}
          />
          <SheetTile
            icon="sunrise"
            label={m.alarms_snooze_morning()}
            note={untilNote(morning, now)}
            onSelect={() => void snooze(open, morning)}
          />
        </SheetTiles>
      )}
    </>
  );
}

const untilNote = (until: Date, now: number): string => m.alarms_until({ time: time(until, now) });

function PauseTiles({ system, now }: { system: System; now: number }) {
  const morning = morningAfter(now);
  return (
    <SheetTiles>
      <SheetTile
        icon="clock"
        label={m.systems_pause_hour()}
        note={untilNote(hourFrom(now), now)}
        onSelect={() => pause(system, hourFrom(Date.now()))}
      />
      <SheetTile
        icon="sunrise"
        label={m.systems_pause_morning()}
        note={untilNote(morning, now)}
        onSelect={() => pause(system, morning)}
      />
    </SheetTiles>
  );
}

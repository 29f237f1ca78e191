// What can be done about one system: its alarms, a pause, a backup out of turn, a second look.
import { useNavigate } from '@tanstack/react-router';
import { clockWords } from '#app/ui/format.ts';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { type SheetAction, SheetActions, SheetTile, SheetTiles } from '#app/ui/sheet/sheet-parts.tsx';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { api } from '#app/api/client.ts';
import { errorMessage } from '#app/api/error-messages.ts';
import type { Input } from '#app/api/types.ts';
import { flash } from '#app/device/flash.ts';
import { useCan } from '#app/auth/me.ts';
import { acknowledge, hourFrom, morningAfter, snooze } from '#app/features/alarms/alarm-actions.ts';
import { type Alarm, statusOf } from '#app/features/alarms/alarm-format.ts';
import type { Held } from './system-frame.tsx';
import type { System } from './system-format.ts';

/** The alarms that nobody has and about which nothing waits to be sent. */
export const untaken = ({ alarms, now }: Pick<Held, 'alarms' | 'now'>): Alarm[] =>
  alarms.filter(({ alarm, queued }) => queued === null && statusOf(alarm, now) === 'open').map(({ alarm }) => alarm);

type Change = Omit<Input<'system', 'update'>, 'id'>;

/** Changes a system and says so; a failure is said too and changes nothing. */
export async function change(system: System, values: Change, done: string): Promise<void> {
  try {
    await api.system.update({ id: system.id, ...values });
    flash('positive', done);
  } catch (error) {
    flash('negative', errorMessage(error));
  }
}

async function lookAgain(system: System): Promise<void> {
  try {
    await api.system.rescanAlarm({ id: system.id });
    flash('positive', `Looked at ${system.name} again`);
  } catch (error) {
    flash('negative', errorMessage(error));
  }
}

const resume = (system: System) => void change(system, { active: true }, `${system.name} is watched again`);
const pause = (system: System, until: Date | null) =>
  void change(
    system,
    { active: false, reenableTime: until?.toISOString() ?? null },
    until === null
      ? `${system.name} paused`
      : `${system.name} paused until ${clockWords(until.toISOString(), Date.now())}`,
  );

/** The one large button: acknowledge, else resume, else ask for a backup now. */
export function Primary({ held, wide }: { held: Held; wide: boolean }) {
  const mayAct = useCan('alarm.update');
  const mayChange = useCan('system.update');
  const open = untaken(held);
  const { system } = held;
  if (mayAct && open.length > 0) {
    return (
      <>
        {wide && (
          <Button kind="quiet" onPress={() => open[0] && void snooze(open[0], hourFrom(Date.now()))}>
            <Icon name="moon" />
            Snooze <kbd>s</kbd>
          </Button>
        )}
        <Button kind="lamp" onPress={() => void acknowledge(open)}>
          <Icon name={open.length > 1 ? 'checks' : 'check'} />
          {open.length > 1 ? `Acknowledge ${open.length}` : 'Acknowledge'}
          {wide && <kbd>a</kbd>}
        </Button>
      </>
    );
  }
  if (!mayChange) return null;
  if (!system.active) {
    return (
      <Button kind="lamp" onPress={() => resume(system)}>
        Resume
      </Button>
    );
  }
  if (system.backupMethod === 'manual' || system.runningSince !== null) return null;
  return (
    <Button
      kind="quiet"
      disabled={system.forceDue}
      onPress={() => void change(system, { forceDue: true }, `Asked ${system.name} for a backup`)}
    >
      <Icon name="refresh" />
      {system.forceDue ? 'Backup asked for' : 'Back up now'}
    </Button>
  );
}

interface MoreProps {
  held: Held;
  anchor: HTMLElement | null;
  open: boolean;
  onClose: () => void;
}

/** Everything else, from least to most likely. */
export function MoreActs({ held, anchor, open, onClose }: MoreProps) {
  return (
    <Sheet open={open} onClose={onClose} anchor={anchor} title={held.system.name}>
      <Inside held={held} />
    </Sheet>
  );
}

function Inside({ held }: { held: Held }) {
  const { system, now } = held;
  const navigate = useNavigate();
  const mayChange = useCan('system.update');
  const mayAct = useCan('alarm.update');
  const [alarm] = untaken(held);
  const settings: SheetAction = {
    icon: 'sliders',
    label: 'Settings',
    onSelect: () => void navigate({ to: `/admin/system/settings?id=${system.id}` }),
  };
  const calls: SheetAction[] = system.organization.phone
    ? [
        {
          icon: 'phone',
          label: `Call ${system.organization.name}`,
          note: system.organization.phone,
          href: `tel:${system.organization.phone}`,
        },
      ]
    : [];
  const changes: SheetAction[] = [
    { icon: 'refresh', label: 'Look again', note: 'health and alarms', onSelect: () => void lookAgain(system) },
    {
      icon: 'outbox',
      label: 'Back up now',
      onSelect: () => void change(system, { forceDue: true }, `Asked ${system.name} for a backup`),
    },
    system.active
      ? { icon: 'minus', label: 'Pause until resumed', onSelect: () => pause(system, null) }
      : { icon: 'check', label: 'Resume', onSelect: () => resume(system) },
  ];
  const morning = morningAfter(now);
  return (
    <>
      <SheetActions actions={[settings, ...calls, ...(mayChange ? changes : [])]} />
      {mayChange && system.active && <PauseTiles system={system} now={now} />}
      {mayAct && alarm && (
        <SheetTiles>
          <SheetTile
            icon="moon"
            label="Snooze 1 h"
            note={untilWords(hourFrom(now), now)}
            onSelect={() => void snooze(alarm, hourFrom(Date.now()))}
          />
          <SheetTile
            icon="sunrise"
            label="Until morning"
            note={untilWords(morning, now)}
            onSelect={() => void snooze(alarm, morning)}
          />
        </SheetTiles>
      )}
    </>
  );
}

const untilWords = (until: Date, now: number): string => `until ${clockWords(until.toISOString(), now)}`;

function PauseTiles({ system, now }: { system: System; now: number }) {
  const morning = morningAfter(now);
  return (
    <SheetTiles>
      <SheetTile
        icon="clock"
        label="Pause 1 h"
        note={untilWords(hourFrom(now), now)}
        onSelect={() => pause(system, hourFrom(Date.now()))}
      />
      <SheetTile
        icon="sunrise"
        label="Pause to morning"
        note={untilWords(morning, now)}
        onSelect={() => pause(system, morning)}
      />
    </SheetTiles>
  );
}

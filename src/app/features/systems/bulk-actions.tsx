// The actions for several selected systems.
import { BulkBar } from '#app/ui/list/bulk-bar.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon, type IconName } from '#app/ui/primitives/icon.tsx';
import { useHotkeys } from '#app/ui/hooks/use-hotkeys.ts';
import { api } from '#app/api/client.ts';
import { useCan } from '#app/auth/me.ts';
import { useNow } from '#app/device/now.ts';
import type { BulkMessages } from '#app/features/shell/bulk-store.ts';
import { acknowledge } from '#app/features/alarms/alarm-actions.ts';
import { useOpenAlarms } from '#app/features/alarms/alarm-queries.ts';
import type { BulkProps } from '#app/features/lists/list-screen.tsx';
import * as m from '#text/messages.js';
import { openAlarmsOf } from './system-actions.tsx';
import type { ListedSystem } from './systems-pages.ts';

interface Request {
  icon: IconName;
  label: string;
  messages: BulkMessages;
  call: (id: string) => Promise<unknown>;
}

const signal = (name: 'restart' | 'upgrade') => (id: string) => api.client.signal({ id, type: 'system', signal: name });

/** The requests to the clients of the systems. */
const requests = (): readonly Request[] => [
  {
    icon: 'scan',
    label: m.systems_bulk_scan(),
    messages: {
      doing: m.systems_bulk_scan_doing(),
      did: m.systems_bulk_scan_did(),
      result: m.systems_bulk_scanned,
    },
    call: (id) => api.system.scan({ id }),
  },
  {
    icon: 'restart',
    label: m.systems_bulk_restart(),
    messages: {
      doing: m.systems_bulk_restart_doing(),
      did: m.systems_bulk_restart_did(),
      result: m.systems_bulk_restarted,
    },
    call: signal('restart'),
  },
  {
    icon: 'upgrade',
    label: m.systems_bulk_upgrade(),
    messages: {
      doing: m.systems_bulk_upgrade_doing(),
      did: m.systems_bulk_upgrade_did(),
      result: m.systems_bulk_upgraded,
    },
    call: signal('upgrade'),
  },
];

/** Acknowledges their alarms; starts a scan, a restart or an upgrade of their clients. */
export function SystemsBulkBar({ selection, start }: BulkProps<ListedSystem>) {
  const { rows, clear } = selection;
  const mayAct = useCan('alarm.update');
  const mayChange = useCan('system.update');
  const { held } = useOpenAlarms();
  const alarms = (held ?? []).filter(({ alarm }) => alarm.system !== null && rows.has(alarm.system.id));
  const open = openAlarmsOf({ alarms, now: useNow(30_000) });
  const acknowledgeAll = () => {
    void acknowledge(open);
    clear();
  };
  useHotkeys(mayAct && open.length > 0 ? { a: acknowledgeAll } : {});
  const send = ({ messages, call }: Request) =>
    start({
      rows: [...rows.values()].map(({ id, name, organizationName }) => ({ id, label: name, note: organizationName })),
      messages,
      call,
      page: '/admin/systems/bulk',
    });
  const primary = mayAct ? (
    <Button kind="lamp" disabled={open.length === 0} onPress={acknowledgeAll}>
      <Icon name="checks" />
      {open.length === 0
        ? m.alarms_none_open({ tense: 'present' })
        : m.systems_acknowledge_count({ count: open.length })}
    </Button>
  ) : undefined;
  return (
    <BulkBar label={m.systems_bulk_label()} selection={selection} primary={primary}>
      {mayChange &&
        requests().map((one) => (
          <Button key={one.icon} onPress={() => send(one)}>
            <Icon name={one.icon} />
            {one.label}
          </Button>
        ))}
    </BulkBar>
  );
}

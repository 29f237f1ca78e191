// The actions for several selected systems.
import { BulkBar } from '#app/ui/list/bulk-bar.tsx';
import type { Selection } from '#app/ui/list/selection.ts';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { useHotkeys } from '#app/ui/hooks/use-hotkeys.ts';
import { api } from '#app/api/client.ts';
import { errorMessage } from '#app/api/error-messages.ts';
import { flash } from '#app/device/flash.ts';
import { useCan } from '#app/auth/me.ts';
import { useNow } from '#app/device/now.ts';
import { acknowledge } from '#app/features/alarms/alarm-actions.ts';
import { useOpenAlarms } from '#app/features/alarms/alarm-queries.ts';
import * as m from '#text/messages.js';
import { openAlarmsOf } from './system-actions.tsx';

type Result = (inputs: { done: number; count: number }) => string;

/** Calls each system, one after the other, and shows how many calls succeeded. */
async function callEach(ids: ReadonlySet<string>, call: (id: string) => Promise<unknown>, result: Result) {
  const failed: unknown[] = [];
  for (const id of ids) await call(id).catch((error: unknown) => failed.push(error));
  const message = result({ done: ids.size - failed.length, count: ids.size });
  if (failed.length === 0) flash('positive', message);
  else flash('negative', [message, errorMessage(failed[0])]);
}

const scan = (id: string) => api.system.scan({ id });
const signal = (name: 'restart' | 'upgrade') => (id: string) => api.client.signal({ id, type: 'system', signal: name });

/** Acknowledges their alarms; starts a scan, a restart or an upgrade of their clients. */
export function SystemsBulkBar({ selection }: { selection: Selection }) {
  const { keys, clear } = selection;
  const mayAct = useCan('alarm.update');
  const mayChange = useCan('system.update');
  const { held } = useOpenAlarms();
  const alarms = (held ?? []).filter(({ alarm }) => keys.has(alarm.system.id));
  const open = openAlarmsOf({ alarms, now: useNow(30_000) });
  const acknowledgeAll = () => {
    void acknowledge(open);
    clear();
  };
  useHotkeys(mayAct && open.length > 0 ? { a: acknowledgeAll } : {});
  const each = (call: (id: string) => Promise<unknown>, result: Result) => () => {
    void callEach(keys, call, result);
    clear();
  };
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
      {mayChange && (
        <>
          <Button onPress={each(scan, m.systems_bulk_scanned)}>
            <Icon name="scan" />
            {m.systems_bulk_scan()}
          </Button>
          <Button onPress={each(signal('restart'), m.systems_bulk_restarted)}>
            <Icon name="restart" />
            {m.systems_bulk_restart()}
          </Button>
          <Button onPress={each(signal('upgrade'), m.systems_bulk_upgraded)}>
            <Icon name="upgrade" />
            {m.systems_bulk_upgrade()}
          </Button>
        </>
      )}
    </BulkBar>
  );
}

// What can be done about several systems together.
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
import { untaken } from './system-actions.tsx';

/** Asks for the same of each, one after the other, and says how many it reached. */
async function askEach(ids: ReadonlySet<string>, ask: (id: string) => Promise<unknown>, what: string): Promise<void> {
  const failed: unknown[] = [];
  for (const id of ids) await ask(id).catch((error: unknown) => failed.push(error));
  const asked = `Asked ${ids.size - failed.length} of ${ids.size} ${what}`;
  if (failed.length === 0) flash('positive', asked);
  else flash('negative', [asked, errorMessage(failed[0])]);
}

const scan = (id: string) => api.system.scan({ id });
const signal = (name: 'restart' | 'upgrade') => (id: string) => api.client.signal({ id, type: 'system', signal: name });

/** Acknowledge their alarms, or ask their clients for something. */
export function SystemsBulkBar({ selection }: { selection: Selection }) {
  const { keys, clear } = selection;
  const mayAct = useCan('alarm.update');
  const mayChange = useCan('system.update');
  const { held } = useOpenAlarms();
  const alarms = (held ?? []).filter(({ alarm }) => keys.has(alarm.system.id));
  const open = untaken({ alarms, now: useNow(30_000) });
  const take = () => {
    void acknowledge(open);
    clear();
  };
  useHotkeys(mayAct && open.length > 0 ? { a: take } : {});
  const each = (ask: (id: string) => Promise<unknown>, what: string) => () => {
    void askEach(keys, ask, what);
    clear();
  };
  const primary = mayAct ? (
    <Button kind="lamp" disabled={open.length === 0} onPress={take}>
      <Icon name="checks" />
      {open.length === 0 ? 'No open alarm' : `Acknowledge ${open.length}`}
    </Button>
  ) : undefined;
  return (
    <BulkBar label="Selected systems" selection={selection} primary={primary}>
      {mayChange && (
        <>
          <Button onPress={each(scan, 'for a scan')}>
            <Icon name="scan" />
            Scan
          </Button>
          <Button onPress={each(signal('restart'), 'to restart')}>
            <Icon name="restart" />
            Restart
          </Button>
          <Button onPress={each(signal('upgrade'), 'to upgrade')}>
            <Icon name="upgrade" />
            Upgrade
          </Button>
        </>
      )}
    </BulkBar>
  );
}

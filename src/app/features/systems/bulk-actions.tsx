// Several systems chosen by a long press, and what can be done about all of them together.
import { useState } from 'react';
import { BarMain, StatusBar } from '#app/ui/layout/action-bar.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon } from '#app/ui/primitives/icon.tsx';
import { useBackCloses } from '#app/ui/sheet/sheet-history.ts';
import { toggleInSet } from '#app/ui/hooks/toggle-in-set.ts';
import { useHotkeys } from '#app/ui/hooks/use-hotkeys.ts';
import { api } from '#app/api/client.ts';
import { errorMessage } from '#app/api/error-messages.ts';
import { flash } from '#app/device/flash.ts';
import { useCan } from '#app/auth/me.ts';
import { useNow } from '#app/device/now.ts';
import { acknowledge } from '#app/features/alarms/alarm-actions.ts';
import { useOpenAlarms } from '#app/features/alarms/alarm-queries.ts';
import { untaken } from './system-actions.tsx';

/** The ids of the systems that are chosen; Back and Escape let go of all. */
export interface Picked {
  ids: ReadonlySet<string>;
  toggle: (id: string) => void;
  drop: () => void;
}

export function usePicked(): Picked {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set<string>());
  const drop = () => setIds(new Set());
  useBackCloses(ids.size > 0, drop);
  useHotkeys(ids.size > 0 ? { Escape: drop } : {});
  const toggle = (id: string) => setIds((was) => toggleInSet(was, id));
  return { ids, drop, toggle };
}

/** Asks for the same of each, one after the other, and says how many it reached. */
async function askEach(ids: ReadonlySet<string>, ask: (id: string) => Promise<unknown>, what: string): Promise<void> {
  const failed: unknown[] = [];
  for (const id of ids) await ask(id).catch((error: unknown) => failed.push(error));
  const asked = `Asked ${ids.size - failed.length} of ${ids.size} ${what}`;
  if (failed.length === 0) flash('positive', asked);
  else flash('negative', [asked, errorMessage(failed[0])]);
}

const scan = (id: string) => api.system.scan({ id });
const tell = (signal: 'restart' | 'upgrade') => (id: string) => api.client.signal({ id, type: 'system', signal });

/** How many are chosen, and the four things to do about them. */
export function PickedBar({ picked: { ids, drop } }: { picked: Picked }) {
  const mayAct = useCan('alarm.update');
  const mayChange = useCan('system.update');
  const { held } = useOpenAlarms();
  const alarms = (held ?? []).filter(({ alarm }) => ids.has(alarm.system.id));
  const open = untaken({ alarms, now: useNow(30_000) });
  const take = () => {
    void acknowledge(open);
    drop();
  };
  useHotkeys(mayAct && open.length > 0 ? { a: take } : {});
  const each = (ask: (id: string) => Promise<unknown>, what: string) => () => {
    void askEach(ids, ask, what);
    drop();
  };
  return (
    <StatusBar label="Chosen systems" status={`${ids.size} chosen`}>
      <Button kind="quiet" square label="Choose none" onPress={drop}>
        <Icon name="x" />
      </Button>
      {mayAct && (
        <BarMain>
          <Button kind="lamp" disabled={open.length === 0} onPress={take}>
            <Icon name="checks" />
            {open.length === 0 ? 'No open alarm' : `Acknowledge ${open.length}`}
          </Button>
        </BarMain>
      )}
      {mayChange && (
        <div className="flex w-full flex-wrap gap-2 [&>*]:flex-1 [&>*]:px-1">
          <Button onPress={each(scan, 'for a scan')}>
            <Icon name="scan" />
            Scan
          </Button>
          <Button onPress={each(tell('restart'), 'to restart')}>
            <Icon name="restart" />
            Restart
          </Button>
          <Button onPress={each(tell('upgrade'), 'to upgrade')}>
            <Icon name="upgrade" />
            Upgrade
          </Button>
        </div>
      )}
    </StatusBar>
  );
}

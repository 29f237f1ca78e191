// The actions for several selected systems.
import { Suspense, lazy, useState } from 'react';
import { BulkBar } from '#app/ui/list/bulk-bar.tsx';
import { Button } from '#app/ui/primitives/button.tsx';
import { Icon, type IconName } from '#app/ui/primitives/icon.tsx';
import { useHotkeys } from '#app/ui/hooks/use-hotkeys.ts';
import { mayIn } from '#app/auth/can-in.ts';
import { type PermissionName, useCan, useMe } from '#app/auth/me.ts';
import { useNow } from '#app/device/now.ts';
import { useOpenAlarms } from '#app/features/alarms/alarm-queries.ts';
import { useAcknowledge } from '#app/features/alarms/use-acknowledge.tsx';
import type { BulkProps } from '#app/features/lists/list-screen-types.ts';
import { useMayAct } from '#app/features/alarms/use-may-act.ts';
import { useFreshness } from '#app/realtime/freshness.ts';
import { tenseOf } from '#app/realtime/tense.ts';
import * as m from '#text/messages.js';
import type { BulkSheetKind } from './bulk-sheets.tsx';
import { openAlarmsOf } from './system-actions.tsx';
import type { ListedSystem } from './systems-pages.ts';
import { useStartBulk } from './use-start-bulk.ts';

const BulkSheet = lazy(() => import('./bulk-sheets.tsx'));

interface Choice {
  kind: BulkSheetKind;
  icon: IconName;
  label: string;
  danger?: boolean;
}

/** The changes that the person may make to at least one of the systems, in the order of their buttons. */
function useChoices(systems: readonly ListedSystem[]): readonly Choice[] {
  const me = useMe();
  const allowed = (permission: PermissionName) =>
    me !== null && systems.some(({ organizationId }) => mayIn(me, permission, organizationId));
  const seesSchedules = useCan('schedule.read');
  const seesRetentions = useCan('retention.read');
  const changes: Choice[] = [
    ...(seesSchedules ? [{ kind: 'schedule', icon: 'calendar', label: m.systems_schedule() } as const] : []),
    ...(seesRetentions ? [{ kind: 'retention', icon: 'archive', label: m.systems_retention() } as const] : []),
    { kind: 'organization', icon: 'building', label: m.systems_organization() },
    { kind: 'pause', icon: 'moon', label: m.systems_bulk_pause() },
    { kind: 'restart', icon: 'restart', label: m.systems_bulk_restart() },
  ];
  const destroy: Choice = { kind: 'destroy', icon: 'trash', label: m.systems_bulk_delete(), danger: true };
  // The call takes `system.update` whatever it does.
  if (!allowed('system.update')) return [];
  return allowed('system.destroy') ? [...changes, destroy] : changes;
}

/** The bar of the selected systems; undefined for a person who may do nothing with them, so that no row is selected. */
export function useSystemsBulkBar(): typeof SystemsBulkBar | undefined {
  const mayAct = useCan('alarm.update');
  const mayChange = useCan('system.update');
  return mayAct || mayChange ? SystemsBulkBar : undefined;
}

/** Acknowledges their alarms; changes, pauses, moves, restarts or deletes them by a job. */
function SystemsBulkBar({ selection, placeId }: BulkProps<ListedSystem>) {
  const { rows, clear } = selection;
  const mayAct = useMayAct();
  const { query, held, isPart } = useOpenAlarms();
  const systems = [...rows.values()];
  const choices = useChoices(systems);
  const start = useStartBulk(selection, placeId);
  const [open, setOpen] = useState<{ kind: BulkSheetKind; anchor: HTMLElement | null } | null>(null);
  const alarms = (held ?? []).filter(({ alarm }) => alarm.system !== null && rows.has(alarm.system.id));
  const waiting = openAlarmsOf({ alarms, now: useNow(30_000) });
  const unclaimed = waiting.filter(mayAct);
  const { fresh } = useFreshness(query);
  // The person may not act on all, and not all of them may be known.
  const isNoneOpen = waiting.length === 0 && held !== undefined && !isPart;
  const [acknowledge, review] = useAcknowledge(clear);
  const acknowledgeAll = () => acknowledge(unclaimed);
  useHotkeys(unclaimed.length > 0 ? { a: acknowledgeAll } : {});
  const primary = systems.some(mayAct) ? (
    <Button kind="lamp" disabled={unclaimed.length === 0} onPress={acknowledgeAll}>
      <Icon name="checks" />
      {unclaimed.length > 0
        ? m.alarms_acknowledge_count({ count: unclaimed.length })
        : isNoneOpen
          ? m.alarms_none_open({ tense: tenseOf(!fresh) })
          : m.alarms_acknowledge()}
    </Button>
  ) : undefined;
  return (
    <>
      <BulkBar label={m.systems_bulk_label()} selection={selection} primary={primary}>
        {choices.map(({ kind, icon, label, danger }) => (
          <Button key={kind} kind={danger ? 'danger' : 'quiet'} onPress={(anchor) => setOpen({ kind, anchor })}>
            <Icon name={icon} />
            {label}
          </Button>
        ))}
      </BulkBar>
      {review}
      {open !== null && (
        <Suspense>
          <BulkSheet {...open} systems={systems} onClose={() => setOpen(null)} onStart={start} />
        </Suspense>
      )}
    </>
  );
}

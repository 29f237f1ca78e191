// The overview of one system: its state, its alarms, its facts, and its actions.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BarAction } from '#app/ui/layout/action-bar.tsx';
import { useHotkeys } from '#app/ui/hooks/use-hotkeys.ts';
import { useMedia } from '#app/ui/hooks/use-media.ts';
import { useCanIn } from '#app/auth/can-in.ts';
import { useCan } from '#app/auth/me.ts';
import { useMayAct } from '#app/features/alarms/use-may-act.ts';
import * as m from '#text/messages.js';
import { acknowledge, hourFrom, snooze } from '#app/features/alarms/alarm-actions.ts';
import { sheetAddressOf } from '#app/features/alarms/alarm-subject.ts';
import { AlarmList } from '#app/features/alarms/alarm-list.tsx';
import { NewestBackups } from '#app/features/backups/backup-table.tsx';
import { SizeChart } from '#app/features/backups/size-chart.tsx';
import { Skeleton } from '#app/ui/status/skeleton.tsx';
import { UnansweredPart, isLoading } from '#app/features/shell/query-state.tsx';
import { usePaneSize } from '#app/features/shell/pane-size.ts';
import { PaneFolds } from './pane-folds.tsx';
import { LinkedAlarm } from './system-alarm.tsx';
import { MoreActions, Primary, hotkeys, openAlarmsOf } from './system-actions.tsx';
import { type Held, type PageActions, SystemPage, isAcknowledged } from './system-frame.tsx';
import { FilesetRows, Sentences, StripCard, SystemFacts, newestQuery } from './system-overview.tsx';

/** The tab Overview of a system, and the sheet of the alarm that a notification links to. */
export function SystemScreen() {
  const wide = useMedia('(min-width: 64rem)');
  const docked = usePaneSize() === 'docked' && wide;
  const mayAct = useMayAct();
  const [more, setMore] = useState<HTMLElement | 'open' | null>(null);
  const actionsOf = (held: Held): PageActions => {
    const { phone, name } = held.system.organization;
    const squares: BarAction[] = [{ icon: 'dots', label: m.systems_more_actions(), onPress: () => setMore('open') }];
    if (phone !== '')
      squares.unshift({ icon: 'phone', label: m.alarms_call({ organization: name }), href: `tel:${phone}` });
    const open = openAlarmsOf(held);
    const [first] = open;
    // In the narrow pane there is no room for its words.
    if (docked && first && mayAct(first))
      squares.unshift({
        icon: 'moon',
        label: m.alarms_snooze_hour(),
        onPress: () => void snooze(open, hourFrom(Date.now())),
      });
    return { primary: <Primary held={held} wide={wide} />, squares };
  };
  return (
    <>
      <SystemPage title={m.systems_tab_overview()} actions={actionsOf}>
        {(held) => (
          <>
            <Overview held={held} wide={wide} />
            {/* Until the record is there, the row of the list stands for it, without its long texts. */}
            {docked && 'notes' in held.system && <PaneFolds held={held} />}
            <MoreActions held={held} open={more !== null} anchor={null} onClose={() => setMore(null)} />
          </>
        )}
      </SystemPage>
      <LinkedAlarm />
    </>
  );
}

function Overview({ held, wide }: { held: Held; wide: boolean }) {
  const { system, alarms, alarmsQuery, now, fresh } = held;
  const newest = useQuery({ ...newestQuery(system.id), enabled: useCan('backup.read') });
  const { data } = newest;
  const backups = data?.rows ?? [];
  // One open alarm needs no row: the header states it, and the bar acknowledges it.
  const listed = alarms.length > 1 || isAcknowledged(alarms, now) || alarms.some(({ queued }) => queued !== null);
  return (
    <>
      <Sentences held={held} />
      <UnansweredPart title={m.alarms_not_loaded()} query={alarmsQuery} />
      {/* Also without a row: its sheet stays open, with what is typed there. */}
      <div className={listed ? 'pb-2' : ''}>
        <AlarmList
          groups={listed ? [{ label: m.systems_alarms_of(), alarms }] : []}
          now={now}
          fresh={fresh}
          hrefOf={({ id }) => (wide ? `/admin/alarms?alarm=${id}` : sheetAddressOf(system.id, id))}
        />
      </div>
      {!listed && <AlarmKeys held={held} />}
      <StripCard held={held} backups={backups} />
      <UnansweredPart title={m.shell_not_loaded_backups()} query={newest} />
      {isLoading(newest) ? (
        <Skeleton />
      ) : wide ? (
        <div className="grid items-start *:min-w-0 @min-[46rem]:grid-cols-[minmax(0,1fr)_minmax(17rem,0.55fr)]">
          <div>
            {data && <NewestBackups held={held} backups={backups} total={data.total} />}
            <SizeChart backups={backups} fresh={fresh} now={now} />
          </div>
          <SystemFacts held={held} stored={data?.total} />
        </div>
      ) : (
        <>
          <SystemFacts held={held} stored={data?.total} />
          <SizeChart backups={backups} fresh={fresh} now={now} />
        </>
      )}
      {!isLoading(newest) && <FilesetRows system={system} backups={data?.rows} now={now} />}
    </>
  );
}

function AlarmKeys({ held }: { held: Held }) {
  const mayAct = useCanIn('alarm.update', held.system.organizationId);
  const open = openAlarmsOf(held);
  useHotkeys({
    [hotkeys.acknowledge]: () => mayAct && void acknowledge(open),
    [hotkeys.snooze]: () => mayAct && void snooze(open, hourFrom(Date.now())),
    [hotkeys.call]: () => {
      const { phone } = held.system.organization;
      if (phone) window.location.assign(`tel:${phone}`);
    },
  });
  return null;
}

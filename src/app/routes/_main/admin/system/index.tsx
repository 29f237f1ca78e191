// The route admin/system: one system at a glance, its alarms, and what can be done about them.
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import type { BarAction } from '#app/ui/layout/action-bar.tsx';
import { useHotkeys } from '#app/ui/hooks/use-hotkeys.ts';
import { useMedia } from '#app/ui/hooks/use-media.ts';
import { useCan } from '#app/auth/me.ts';
import { acknowledge, hourFrom, snooze } from '#app/features/alarms/alarm-actions.ts';
import { AlarmList } from '#app/features/alarms/alarm-list.tsx';
import { type Acts, type Held, SystemPage, isTaken } from '#app/features/systems/system-frame.tsx';
import { MoreActs, Primary, untaken } from '#app/features/systems/system-actions.tsx';
import { NamedAlarm } from '#app/features/systems/system-alarm.tsx';
import { FilesetRows, Sentence, StripCard, SystemFacts, newestQuery } from '#app/features/systems/system-overview.tsx';
import { NewestBackups } from '#app/features/backups/backup-table.tsx';

interface Search {
  id?: string;
  /** The alarm whose sheet stands open: what a notification leads to. */
  alarm?: string | undefined;
}

const text = (value: unknown): value is string => typeof value === 'string' && value !== '';

export const Route = createFileRoute('/_main/admin/system/')({
  validateSearch: (search: Record<string, unknown>): Search => ({
    ...(text(search['id']) && { id: search['id'] }),
    ...(text(search['alarm']) && { alarm: search['alarm'] }),
  }),
  component: Overview,
});

function Overview() {
  const wide = useMedia('(min-width: 64rem)');
  const [more, setMore] = useState<HTMLElement | 'open' | null>(null);
  const actsOf = (held: Held): Acts => {
    const { phone, name } = held.system.organization;
    const squares: BarAction[] = [{ icon: 'dots', label: 'More actions', onPress: () => setMore('open') }];
    if (phone !== '') squares.unshift({ icon: 'phone', label: `Call ${name}`, href: `tel:${phone}` });
    return { primary: <Primary held={held} wide={wide} />, squares };
  };
  return (
    <>
      <SystemPage title="Overview" acts={actsOf}>
        {(held) => (
          <>
            <Parts held={held} wide={wide} />
            <MoreActs held={held} open={more !== null} anchor={null} onClose={() => setMore(null)} />
          </>
        )}
      </SystemPage>
      <NamedAlarm />
    </>
  );
}

function Parts({ held, wide }: { held: Held; wide: boolean }) {
  const { system, alarms, now, fresh } = held;
  const { data } = useQuery({ ...newestQuery(system.id), enabled: useCan('backup.read') });
  const backups = data?.rows ?? [];
  // One open alarm is what the head says already; the bar acts on it.
  const listed = alarms.length > 1 || isTaken(alarms, now) || alarms.some(({ queued }) => queued !== null);
  return (
    <>
      <Sentence held={held} />
      {listed ? (
        <div className="pb-2">
          <AlarmList groups={[{ label: 'Alarms of this system', alarms }]} now={now} fresh={fresh} />
        </div>
      ) : (
        <AlarmKeys held={held} />
      )}
      <StripCard held={held} backups={backups} />
      {wide ? (
        <div className="grid grid-cols-[minmax(0,1fr)_minmax(17rem,0.55fr)] items-start gap-x-0 [&>*+*]:ms-0">
          <NewestBackups held={held} backups={backups} total={data?.total} />
          <SystemFacts held={held} kept={data?.total} />
        </div>
      ) : (
        <SystemFacts held={held} kept={data?.total} />
      )}
      <FilesetRows system={system} backups={backups} now={now} />
    </>
  );
}

function AlarmKeys({ held }: { held: Held }) {
  const mayAct = useCan('alarm.update');
  const open = untaken(held);
  const [first] = open;
  useHotkeys({
    a: () => mayAct && void acknowledge(open),
    s: () => mayAct && first && void snooze(first, hourFrom(Date.now())),
    c: () => {
      const { phone } = held.system.organization;
      if (phone) window.location.assign(`tel:${phone}`);
    },
  });
  return null;
}

// The parts of the sheet of an alarm that a first look does not need: the timeline, and what opens over the sheet.
import { type ReactNode, useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { useMayReadActivity } from '#app/auth/can-in.ts';
import { type Alarm, statusOf } from '#app/features/alarms/alarm-format.ts';
import { addressOf, subjectOf } from '#app/features/alarms/alarm-subject.ts';
import { LinkRow, Rows } from '#app/ui/layout/rows.tsx';
import { SheetBar, type SheetBarAction } from '#app/ui/sheet/sheet-parts.tsx';
import { useCloseThen } from '#app/ui/sheet/sheet-context.ts';
import { Sheet } from '#app/ui/sheet/sheet.tsx';
import { useMayAct } from '#app/features/alarms/use-may-act.ts';
import * as m from '#text/messages.js';
import { AlarmNotes } from './alarm-notes.tsx';
import { AlarmTimeline } from './alarm-timeline.tsx';
import { useActSheets } from './use-alarm-acts.tsx';
import { useMarkRead } from './use-mark-read.ts';

interface PartsProps {
  alarm: Alarm;
  /** Epoch ms. */
  now: number;
  /** Stands between the timeline and the actions. */
  children?: ReactNode;
}

/** The timeline of an alarm that somebody has or that is over, and of an open one on demand; then a bar of actions. */
export default function AlarmSheetParts({ alarm, now, children }: PartsProps) {
  useMarkRead(alarm);
  const [unfolded, setUnfolded] = useState(false);
  const status = statusOf(alarm, now);
  const shown = unfolded || status !== 'open';
  const closeThen = useCloseThen();
  const [onOpenAct, sheets] = useActSheets(alarm, () => closeThen(() => undefined));
  const [notes, setNotes] = useState(false);
  const actions: SheetBarAction[] = [
    ...useWays(alarm),
    { icon: 'file', label: m.alarms_notes(), over: true, onSelect: () => setNotes(true) },
    ...useActs(alarm, status !== 'resolved', onOpenAct),
  ];
  if (!shown)
    actions.push({ icon: 'clock', label: m.alarms_timeline(), over: true, onSelect: () => setUnfolded(true) });
  return (
    <>
      {shown && (
        <div className="@container mb-2 px-2">
          <AlarmTimeline alarm={alarm} now={now} />
          <Activity alarm={alarm} />
        </div>
      )}
      {children}
      <SheetBar actions={actions} />
      {sheets}
      <Sheet open={notes} onClose={() => setNotes(false)} title={subjectOf(alarm)}>
        {notes && <AlarmNotes alarm={alarm} now={now} />}
      </Sheet>
    </>
  );
}

/** As `ActivityLink`: it closes the sheet first. */
function Activity({ alarm }: { alarm: Alarm }) {
  const navigate = useNavigate();
  const closeThen = useCloseThen();
  if (!useMayReadActivity(alarm)) return null;
  const to = `/admin/activity?object=${alarm.id}`;
  return (
    <div className="[--card-inset:0px]">
      <Rows>
        <LinkRow icon="clock" label={m.shell_place_activity()} onPress={() => closeThen(() => void navigate({ to }))} />
      </Rows>
    </div>
  );
}

/** The way to the system, and to somebody at the customer. */
function useWays(alarm: Alarm): SheetBarAction[] {
  const navigate = useNavigate();
  const { system, organization } = alarm;
  const ways: SheetBarAction[] = [];
  if (system !== null) {
    const to = addressOf(alarm);
    const name = m.alarms_open_system({ system: system.name });
    ways.push({ icon: 'open', label: m.alarms_open_short(), name, onSelect: () => void navigate({ to }) });
  }
  if (organization !== null && organization.phone !== '') {
    const { name, phone } = organization;
    const label = m.alarms_call_short();
    ways.push({ icon: 'phone', label, name: m.alarms_call({ organization: name }), href: `tel:${phone}` });
  }
  return ways;
}

function useActs(alarm: Alarm, isOpen: boolean, open: ReturnType<typeof useActSheets>[0]): SheetBarAction[] {
  const mayAct = useMayAct()(alarm) && isOpen;
  if (!mayAct) return [];
  return [
    { icon: 'hand', label: m.alarms_hand_over(), over: true, onSelect: () => open('handOver', null) },
    { icon: 'checks', label: m.alarms_resolve(), over: true, onSelect: () => open('resolve', null) },
  ];
}

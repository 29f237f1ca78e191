// The facts about one alarm and its system, term by term.
import { reader } from '#app/device/reader.ts';
import { type Alarm, kindLabel } from '#app/features/alarms/alarm-format.ts';
import { ClientMark } from '#app/features/systems/client-mark.tsx';
import { customerTime } from '#app/features/systems/customer-time.ts';
import { platformLabel, scheduleLabel } from '#app/features/systems/system-facts.ts';
import type { Held } from '#app/features/systems/system-frame.tsx';
import type { System } from '#app/features/systems/system-format.ts';
import { useCan } from '#app/auth/me.ts';
import { type Fact, KnownFacts } from '#app/ui/layout/known-facts.tsx';
import { useLink } from '#app/ui/primitives/link.tsx';
import { tenseOf } from '#app/realtime/tense.ts';
import { formatMoment, formatNumber } from '#text/format.ts';
import * as m from '#text/messages.js';
import { useSameKind } from './same-kind.ts';

interface AlarmFactsProps {
  alarm: Alarm;
  /** Undefined while the system is not loaded. */
  held: Pick<Held, 'system' | 'fresh'> | undefined;
  /** Epoch ms. */
  now: number;
}

/** Kind, times, counts of deliveries, and the system’s schedule, client and login. */
export function AlarmFacts({ alarm, held, now }: AlarmFactsProps) {
  const system = held?.system;
  const { sent, shown, failed } = alarm.delivery;
  const { count } = useSameKind(alarm, now);
  const at = (iso: string | null | undefined) => iso && formatMoment(iso, now, reader());
  const number = (value: number) => formatNumber(value, reader());
  const due = system?.dueAt ?? null;
  const facts: readonly Fact[] = [
    [m.systems_alarm_kind(), kindLabel(alarm.kind)],
    [m.systems_alarm_began(), at(alarm.since)],
    [m.systems_alarm_was_due(), at(alarm.dueAt)],
    [m.systems_due({ tense: tenseOf(due !== null && Date.parse(due) < now) }), due !== alarm.dueAt && at(due)],
    [m.systems_schedule(), system?.schedule && <ScheduleLink key="schedule" schedule={system.schedule} />],
    [m.systems_client(), held && <Client key="client" system={held.system} fresh={held.fresh} />],
    [m.alarms_login(), system && loginOf(system)],
    [m.systems_customer_clock(), alarm.organization && customerTime(now, alarm.organization.timeZone)],
    [m.alarms_same_kind(), count !== undefined && m.alarms_same_kind_count({ count })],
    [m.systems_alarm_sent(), number(sent)],
    [m.systems_alarm_shown(), number(shown)],
    [m.systems_alarm_failed(), failed > 0 && number(failed)],
    [m.systems_alarm_resolved(), at(alarm.resolvedAt)],
  ];
  return <KnownFacts facts={facts} />;
}

/** The user name is shown to whoever may change the system; the password never. */
function loginOf({ username, passwordSet }: System): string | false {
  if (!username) return passwordSet === true && m.alarms_login_password();
  return passwordSet === true ? m.alarms_login_both({ name: username }) : username;
}

function Client({ system, fresh }: { system: System; fresh: boolean }) {
  const { platform, clientVersion, connected, lastConnection } = system;
  if (lastConnection === null) return m.systems_client_never();
  return (
    <>
      <ClientMark connected={connected} fresh={fresh} size={16} />
      {`${platformLabel(platform)} ${clientVersion ?? ''}`.trim()}
    </>
  );
}

function ScheduleLink({ schedule }: { schedule: NonNullable<System['schedule']> }) {
  const Link = useLink();
  if (!useCan('schedule.read')) return scheduleLabel(schedule);
  return (
    <Link to={`/admin/schedule/settings?id=${schedule.id}`} className="inline-flex min-h-11 items-center underline">
      <bdi className="line-clamp-2">{schedule.name}</bdi>
    </Link>
  );
}

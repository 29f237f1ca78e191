// Alarms by organization and kind, as one row for each probable cause.
import { alarmKinds, worstFirst, type AlarmKind } from '#contract/alarm-kind.ts';
import { reader } from '#app/device/reader.ts';
import { formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';
import { type Alarm, bySeverity, reasonOf } from './alarm-format.ts';
import { organizationOf, subjectOf } from './alarm-subject.ts';

/** Alarms of one kind at one organization; the worst order of `bySeverity`. */
export interface Cause {
  kind: AlarmKind;
  alarms: Alarm[];
}

export interface OrganizationCauses {
  id: string;
  name: string;
  count: number;
  causes: Cause[];
}

/** Organizations by their worst kind, then by the number of their alarms; causes worst first. */
export function causesOf(alarms: readonly Alarm[]): OrganizationCauses[] {
  const byOrganization = new Map<string, Alarm[]>();
  for (const alarm of alarms) {
    const { id } = organizationOf(alarm);
    byOrganization.set(id, [...(byOrganization.get(id) ?? []), alarm]);
  }
  return [...byOrganization]
    .map(([id, own]) => ({
      id,
      name: own[0] ? organizationOf(own[0]).name : '',
      count: own.length,
      causes: alarmKinds.flatMap((kind) => {
        const ofKind = own.filter((alarm) => alarm.kind === kind).toSorted(bySeverity);
        return ofKind.length > 0 ? [{ kind, alarms: ofKind }] : [];
      }),
    }))
    .toSorted((a, b) => worstFirst(worstOf(a), worstOf(b)) || b.count - a.count);
}

const worstOf = ({ causes }: OrganizationCauses): AlarmKind => causes[0]?.kind ?? 'sizeAnomaly';

/** From this number on, clients that went offline together probably lost their line. */
const LINE_COUNT = 4;

/** One line about the alarms of a cause: the only system with its reason, or since when and the probable cause. */
export function causeDetail({ kind, alarms: [first, ...others] }: Cause, now: number): string {
  if (first === undefined) return '';
  if (others.length === 0) return m.alarms_cause_one({ system: subjectOf(first), reason: reasonOf(first, now) });
  const time = formatMoment(first.since, now, reader());
  if (kind === 'clientOffline' && others.length + 1 >= LINE_COUNT) return m.alarms_cause_line({ time });
  return m.alarms_cause_many({ system: subjectOf(first), count: others.length, time });
}

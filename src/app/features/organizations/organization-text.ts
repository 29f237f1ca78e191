// The state of an organization in words: its share of systems that are ok, and the sentence of its worst system.
import type { MarkKind } from '#app/ui/primitives/mark.tsx';
import { reader } from '#app/device/reader.ts';
import { rowStatusOf, statusLine } from '#app/features/systems/system-format.ts';
import { tenseOf } from '#app/realtime/tense.ts';
import { formatMoment, isolate } from '#text/format.ts';
import * as m from '#text/messages.js';
import type { FleetRow } from './organization-queries.ts';

interface OrganizationStatus {
  kind: MarkKind;
  /** Outlined: fine, or only cached. */
  hollow: boolean;
}

/** True if the organization has systems that the person may not see. */
const isHidden = ({ worst, systems }: FleetRow): boolean => worst === null && systems > 0;

/** The mark of an organization: that of its worst system. `now` in epoch ms. */
export function statusOf(row: FleetRow, now: number, past: boolean): OrganizationStatus {
  const { active, worst } = row;
  if (active && isHidden(row)) return { kind: 'unknown', hollow: true };
  if (!active || worst === null) return { kind: 'snoozed', hollow: true };
  // A backup that runs now says nothing of the organization.
  const { kind, hollow } = rowStatusOf({ ...worst, runningSince: null }, now, false, past);
  return { kind, hollow };
}

/** "12 of 13 ok"; "Paused, 13 systems", as nothing is ok where nothing is watched. */
export function shareText({ active, systems, ok }: FleetRow, past: boolean): string {
  const tense = tenseOf(past);
  if (!active) return `${m.systems_state_paused()}, ${m.retentions_systems({ count: systems })}`;
  return systems === 0 ? m.organizations_no_systems() : m.organizations_share({ ok, count: systems, tense });
}

interface WorstSystem {
  readonly name: string;
  readonly state: string;
}

/** The worst system and its state; where nothing is wrong, a sentence of the last backup. */
export function partsOf(row: FleetRow, now: number, past: boolean): WorstSystem | string {
  const { active, reenableTime, worst, lastBackup } = row;
  if (!active)
    return reenableTime === null
      ? m.organizations_paused()
      : m.organizations_paused_until({ time: formatMoment(reenableTime, now, reader()) });
  if (worst === null) return isHidden(row) ? m.watch_no_permission_systems() : m.organizations_add_first();
  if (statusOf(row, now, past).kind !== 'ok') return { name: worst.name, state: statusLine(worst, now, past) };
  return lastBackup === null
    ? m.organizations_never()
    : m.organizations_last_backup({ time: formatMoment(lastBackup, now, reader()) });
}

/** "harbor-nas: Overdue by 9 h 12 min", or the last backup where nothing is wrong. */
export function sentenceOf(row: FleetRow, now: number, past: boolean): string {
  const parts = partsOf(row, now, past);
  return typeof parts === 'string' ? parts : m.organizations_worst({ system: isolate(parts.name), state: parts.state });
}

/** The nights in numbers, for screen readers. */
export function nightsText({ name, nights }: FleetRow): string {
  const sum = (key: 'ok' | 'late' | 'missed') => nights.reduce((total, night) => total + night[key], 0);
  return m.organizations_strip({ organization: name, ok: sum('ok'), late: sum('late'), missed: sum('missed') });
}

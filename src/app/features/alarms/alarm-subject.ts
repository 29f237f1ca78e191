// The subject of an alarm: a system of an organization, or Backwatch itself, whose alarms have neither.
import type { AlarmKind } from '#contract/alarm-kind.ts';
import * as m from '#text/messages.js';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The part of an alarm that names it; a notification carries no more. */
export interface NamedAlarm {
  readonly id: string;
  readonly kind?: AlarmKind;
  readonly system: Named | null;
}

/** The name of the system, or of the part of Backwatch. */
export const subjectOf = ({ kind = 'failed', system }: NamedAlarm): string =>
  system?.name ?? m.alarms_own_name({ kind });

/** The organization, or Backwatch itself with an empty id. */
export const organizationOf = ({ organization }: { readonly organization: Named | null }): Named =>
  organization ?? { id: '', name: m.alarms_own_owner() };

/** The input of the call that lists whom an alarm of this organization reaches; without one for Backwatch itself. */
export const recipientsInput = (organization: string) => (organization === '' ? {} : { organization });

/** The address of the page of a system with the sheet of one of its alarms. */
export const sheetAddressOf = (system: string, alarm: string): string => `/admin/system?id=${system}&alarm=${alarm}`;

/** The address of the system, or of the alarm itself. */
export const addressOf = ({ id, system }: NamedAlarm): string =>
  system === null ? `/admin/alarms?alarm=${id}` : `/admin/system?id=${system.id}`;

// A Raspberry Pi client in words: its name, its assignment, and when it was last seen.
import type { Answer } from '#app/api/types.ts';
import { reader } from '#app/device/reader.ts';
import { formatMoment } from '#text/format.ts';
import * as m from '#text/messages.js';

export type PiClient = Answer<'rpiclient', 'get'>;

/** The list of all. */
export const PI_CLIENTS = '/admin/rpiclients';

/** The address of one. */
export const piHref = (id: string): string => `${PI_CLIENTS}?id=${id}`;

/** True before its first assignment and after the end of one. */
export const isUnassigned = ({ system, organization }: Pick<PiClient, 'system' | 'organization'>): boolean =>
  system === null && organization === null;

/** The system that it backs up, "All of" an organization, or its own name. */
export function piName({ system, organization, name, macAddress }: PiClient): string {
  if (system) return system.name;
  if (organization) return m.rpi_all_of({ organization: organization.name });
  return name === '' ? macAddress : name;
}

/** "Seen 02:50"; a Pi reports no state of its connection. */
export const seenText = ({ lastConnection }: Pick<PiClient, 'lastConnection'>, now: number): string =>
  lastConnection === null ? m.rpi_never_seen() : m.rpi_seen({ time: formatMoment(lastConnection, now, reader()) });

/** "First seen 16:22". */
export const firstSeenText = ({ createdAt }: Pick<PiClient, 'createdAt'>, now: number): string =>
  m.rpi_first_seen({ time: formatMoment(createdAt, now, reader()) });

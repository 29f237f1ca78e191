// Backups of a system of an organization in Stockholm.
import type { Backup } from '#app/features/systems/system-days.ts';

export const organization = { id: 'o', name: 'Norra', timeZone: 'Europe/Stockholm', phone: '' };

/** A backup of this date, an ISO instant; `size` in bytes. */
export const backup = (date: string, size = 100): Backup => ({
  id: date,
  date,
  file: 'a.tar',
  size,
  key: '',
  sha256: null,
  fault: null,
  system: { id: 'x', name: 'x' },
  fileset: null,
  organizationId: 'o',
  createdAt: date,
  updatedAt: date,
});

// The attributes by which lists of each table are filtered and sorted at any size. All others are held to a budget, see query/budget.ts.
import type { Searched } from '#server/query/table-attributes.ts';

const names = (text: string): string[] => text.split(' ');
/** The lines of clients are shown, and nobody looks through them. */
const LOGS = ['lastLog', 'lastBackupLog'];

const lists: Readonly<Record<string, Searched>> = {
  activity: {
    indexed: names('organizationId organization model object name action carrier ip createdAt user'),
    sorted: ['createdAt'],
  },
  alarm: {
    indexed: names('organizationId organization system since createdAt dueAt lastBackup addedAt resolvedAt'),
    sorted: names('since createdAt resolvedAt'),
    weights: { note: 20 },
  },
  backup: {
    indexed: names('organizationId organization system date'),
    sorted: ['date'],
    // Each faulty file has an alarm: an index of it, written with each report, would serve nobody.
    unsearched: ['fault'],
  },
  device: { indexed: ['endpoint'] },
  fileset: { indexed: names('organizationId organization system'), sorted: ['description'] },
  group: { indexed: ['name'], sorted: ['name'] },
  organization: { indexed: ['name'], sorted: ['name'], unsearched: LOGS },
  orphan: { indexed: names('organizationId organization kind') },
  retention: { indexed: ['name'], sorted: ['name'] },
  rpiclient: { indexed: names('organizationId organization system macAddress') },
  scanresult: { indexed: names('organizationId organization system method'), sorted: ['createdAt'] },
  schedule: { indexed: ['name'], sorted: ['name'] },
  system: {
    indexed: names('organizationId organization name schedule retention reenableTime'),
    sorted: names('name organizationName severity health attention lastBackup'),
    weights: { notes: 100 },
    unsearched: LOGS,
  },
  user: { indexed: ['email'], sorted: names('email lastName') },
  usergroup: { indexed: names('user group') },
  userorg: { indexed: names('user organization organizationId') },
};

export const listsOf = (noun: string): Searched => lists[noun] ?? {};

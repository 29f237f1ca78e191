// Kinds of trouble of the server itself, worst first, and their notification to administrators.
import type { NotificationPlan } from './notification.ts';

/**
 * `database`: it cannot be read or written. `disk`: it is full. `damaged`: the file of the database has faults. `deadlines`:
 * they are not watched. `pushes`, `mails`: nothing leaves. `store`: the store of backups is gone.
 */
export const ownTroubles = ['database', 'disk', 'damaged', 'deadlines', 'pushes', 'mails', 'store'] as const;
export type OwnTrouble = (typeof ownTroubles)[number];

/** Returns whether the trouble has an alarm: then nobody is notified of it from memory. */
export const hasAlarm = (trouble: OwnTrouble): boolean => trouble === 'store';

const TTL_SECONDS = 3600;

/** Plans the notification of the server's own trouble; a later one replaces it. */
export const planOwnTrouble = (): NotificationPlan => ({
  tag: 'own-trouble',
  url: '/',
  alarmId: null,
  kind: 'server',
  buttons: ['open'],
  renotify: true,
  requireInteraction: true,
  silent: false,
  urgency: 'high',
  ttlSeconds: TTL_SECONDS,
  topicSource: 'own-trouble',
});

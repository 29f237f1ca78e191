// The noun schedule: the interval of backups and the delay of alarms. See time/deadlines.ts for the arithmetic.
import * as z from 'zod';
import { Id, Instant, crud, entity, name, whole } from './define.ts';

export const Schedule = z.object({
  id: Id,
  name: z.string(),
  intervalUnit: z.enum(['Days', 'Weeks', 'Months']),
  intervalValue: z.number(),
  /** Hours after the due instant. */
  alarmAfter: z.number(),
  /** Number of systems that use it. */
  systems: z.number(),
  createdAt: Instant,
  updatedAt: Instant,
  editedAt: Instant,
});

const writes = z.object({
  name: name(),
  intervalUnit: z.enum(['Days', 'Weeks', 'Months']).default('Days'),
  intervalValue: whole(1, 1000).default(1),
  alarmAfter: whole(0, 8760).default(0),
});

export const schedule = entity('schedule', {
  record: Schedule,
  organization: null,
  derivesFrom: ['system'],
  navigation: { path: '/admin/schedules', section: 'fleet' },
  calls: crud('schedule', Schedule, writes, { destroy: ['E_IN_USE'] }),
});

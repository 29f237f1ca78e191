// The noun schedule: the interval of backups and the delay of alarms. See time/deadlines.ts for the arithmetic.
import * as z from 'zod';
import { Id, Instant, crud, entity, name, integer } from './define.ts';
import { copyCall, owner, ownerInput } from './shared-record.ts';

/** A schedule, shared or of one organization. */
export const Schedule = z.object({
  id: Id,
  name: z.string(),
  intervalUnit: z.enum(['Days', 'Weeks', 'Months']),
  intervalValue: z.number(),
  /** Hours after the due instant. */
  alarmAfter: z.number(),
  ...owner,
  /** Number of systems that use it and that the user can read. Events leave it out for users of only some organizations. */
  systems: z.number(),
  createdAt: Instant,
  updatedAt: Instant,
  editedAt: Instant,
});

const writes = z.object({
  name: name(),
  intervalUnit: z.enum(['Days', 'Weeks', 'Months']).default('Days'),
  intervalValue: integer(1, 1000).default(1),
  alarmAfter: integer(0, 8760).default(0),
  organization: ownerInput,
});

/**
 * The calls of schedules. One that a system uses cannot be destroyed; one that systems of another organization use cannot be
 * given to an organization.
 */
export const schedule = entity('schedule', {
  record: Schedule,
  organization: 'organizationId',
  derivesFrom: ['system', 'organization'],
  navigation: { path: '/admin/schedules', section: 'fleet' },
  calls: {
    ...crud('schedule', Schedule, writes, { update: ['E_IN_USE'], destroy: ['E_IN_USE'] }),
    copy: copyCall('schedule', Schedule),
  },
});

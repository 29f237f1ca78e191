// The noun schedule: the interval of backups and the delay of alarms. See time/deadlines.ts for the arithmetic.
import * as z from 'zod/mini';
import { Id, Instant, call, crud, entity, name, integer } from './define.ts';
import { healths } from './health.ts';
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
  intervalUnit: z._default(z.enum(['Days', 'Weeks', 'Months']), 'Days'),
  intervalValue: z._default(integer(1, 1000), 1),
  alarmAfter: z._default(integer(0, 8760), 0),
  organization: ownerInput,
});

/** Most systems that a preview looks at. */
const MOST_LOOKED_AT = 5000;

const preview = call({
  doc: `Returns which systems would raise an alarm at once if the schedule had these values; a value that is left out stays as it is. Looks at the systems that the user can read, at most ${MOST_LOOKED_AT} in order of id.`,
  method: 'GET',
  path: '/schedule/:id/preview',
  input: z.object({
    id: Id,
    intervalUnit: z.optional(z.enum(['Days', 'Weeks', 'Months'])),
    intervalValue: z.optional(integer(1, 1000)),
    alarmAfter: z.optional(integer(0, 8760)),
  }),
  result: z.object({
    /** The systems that were looked at, and the organizations that they belong to. */
    systems: z.number(),
    organizations: z.number(),
    /** True if there are more systems than were looked at. */
    isPart: z.boolean(),
    /** The number of new alarms. */
    alarms: z.number(),
    /** The first 100 systems of them, the longest overdue first. */
    alarmed: z.array(
      z.object({ id: Id, name: z.string(), organizationName: z.string(), health: z.enum(healths), since: Instant }),
    ),
    /** The number of open alarms that would end. */
    resolved: z.number(),
  }),
  may: 'schedule.read',
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
  presets: { viewer: ['read'], onCall: ['read'] },
  calls: {
    ...crud('schedule', Schedule, writes, { update: ['E_IN_USE'], destroy: ['E_IN_USE'] }),
    copy: copyCall('schedule', Schedule),
    preview,
  },
});

// The noun alarm: raised for a system, acknowledged or snoozed by a person, and finally resolved.
import * as z from 'zod';
import { Id, Instant, Reference, call, entity, text, integer } from './define.ts';
import { AlarmKinds } from './system.ts';

/** An alarm as answers and events contain it. It is open while `resolvedAt` is null. */
export const Alarm = z.object({
  id: Id,
  kind: AlarmKinds,
  system: Reference,
  organization: Reference.extend({ timeZone: z.string(), phone: z.string() }),
  organizationId: Id,
  /** Begin of the trouble, not the moment of its detection. */
  since: Instant,
  reason: z.string().nullable(),
  lastBackup: Instant.nullable(),
  dueAt: Instant.nullable(),
  addedAt: Instant,
  acknowledgedAt: Instant.nullable(),
  acknowledgedBy: Reference.nullable(),
  snoozedUntil: Instant.nullable(),
  note: z.string(),
  resolvedAt: Instant.nullable(),
  /** Null while the alarm is open, or when its cause ended by itself. */
  resolvedBy: Reference.nullable(),
  /**
   * Counts: devices that received it, devices that confirmed showing it, devices and addresses that failed.
   * `unreached`: it reached nobody, or everyone it reached has no device left. The server keeps trying.
   */
  delivery: z.object({ sent: z.number(), shown: z.number(), failed: z.number(), unreached: z.boolean() }),
  createdAt: Instant,
  updatedAt: Instant,
});

const Outcome = z.object({ alarm: Alarm, outcome: z.enum(['done', 'already']), by: z.string().nullable() });
const act = { id: Id, idempotencyKey: text(100).optional(), actedAt: Instant.optional() };

/** The calls of alarms. Commands are idempotent by `idempotencyKey`; `actedAt` is the time of the command on an offline device. */
export const alarm = entity('alarm', {
  record: Alarm,
  organization: 'organizationId',
  derivesFrom: ['system', 'organization', 'user'],
  calls: {
    list: call({
      doc: 'Lists alarms, newest first where no order is asked for.',
      method: 'GET',
      path: '/alarm',
      result: z.array(Alarm),
      may: 'alarm.read',
      list: true,
    }),
    get: call({
      doc: 'Reads one alarm.',
      method: 'GET',
      path: '/alarm/:id',
      input: z.object({ id: Id }),
      result: Alarm,
      may: 'alarm.read',
    }),
    acknowledge: call({
      doc: 'Takes an open alarm. Who came second hears who was first.',
      method: 'POST',
      path: '/alarm/:id/acknowledge',
      input: z.object(act),
      result: Outcome,
      may: 'alarm.update',
    }),
    release: call({
      doc: 'Takes a snooze back where one is set, else the acknowledgement. With `of` only that: a snooze, or one’s own acknowledgement.',
      method: 'POST',
      path: '/alarm/:id/release',
      input: z.object({ ...act, of: z.enum(['acknowledgement', 'snooze']).optional() }),
      result: Outcome,
      may: 'alarm.update',
    }),
    snooze: call({
      doc: 'Keeps an alarm quiet until a moment.',
      method: 'POST',
      path: '/alarm/:id/snooze',
      input: z.object({ ...act, until: Instant }),
      result: Outcome,
      may: 'alarm.update',
    }),
    resolve: call({
      doc: 'Ends an open alarm by a person’s word. While its cause lasts it is raised anew as soon as another backup is missed.',
      method: 'POST',
      path: '/alarm/:id/resolve',
      input: z.object({ ...act, note: text(2000).optional() }),
      result: Outcome,
      may: 'alarm.update',
    }),
    note: call({
      doc: 'Writes the note of an alarm.',
      method: 'POST',
      path: '/alarm/:id/note',
      input: z.object({ id: Id, note: text(2000) }),
      result: Alarm,
      may: 'alarm.update',
    }),
    act: call({
      doc: 'Acts on an alarm from its notification, by the signed token that came with it.',
      method: 'POST',
      path: '/alarm/act',
      byToken: true,
      input: z.object({
        token: text(1000),
        act: z.enum(['acknowledge', 'snooze']),
        minutes: integer(5, 1440).default(60),
        idempotencyKey: text(100).optional(),
        actedAt: Instant.optional(),
      }),
      result: Outcome,
      may: 'public',
      errors: ['E_TOKEN', 'E_RESOLVED'],
    }),
  },
});

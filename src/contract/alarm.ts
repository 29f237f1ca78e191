// The noun alarm: raised for a system or for Backwatch itself, acknowledged or snoozed by a person, and finally resolved.
import * as z from 'zod/mini';
import { Id, Instant, Reference, call, entity, text, integer } from './define.ts';
import { AlarmHistory, NotRung } from './alarm-history.ts';
import { Cause, SendFault } from './cause.ts';
import { AlarmKinds } from './system.ts';

/** An alarm as answers and events contain it. It is open while `resolvedAt` is null. */
export const Alarm = z.object({
  id: Id,
  kind: AlarmKinds,
  /** Null for an alarm of Backwatch itself, and so are the two below: its store of backups, the copy of its database. */
  system: z.nullable(Reference),
  organization: z.nullable(z.extend(Reference, { timeZone: z.string(), phone: z.string() })),
  organizationId: z.nullable(Id),
  /** Begin of the trouble, not the moment of its detection. */
  since: Instant,
  /** The words of the client that failed; null where it gave none, and where the server saw the `cause` itself. */
  reason: z.nullable(z.string()),
  cause: z.nullable(Cause),
  lastBackup: z.nullable(Instant),
  dueAt: z.nullable(Instant),
  addedAt: Instant,
  acknowledgedAt: z.nullable(Instant),
  acknowledgedBy: z.nullable(Reference),
  /** The acknowledgement lapses then; null if nobody acknowledged the alarm, or if it never lapses. */
  acknowledgedUntil: z.nullable(Instant),
  snoozedUntil: z.nullable(Instant),
  /** The user who snoozed the alarm last. */
  snoozedBy: z.nullable(Reference),
  note: z.string(),
  resolvedAt: z.nullable(Instant),
  /** Null while the alarm is open, or when its cause ended by itself. */
  resolvedBy: z.nullable(Reference),
  /**
   * Counts: devices that received it, devices that confirmed showing it, devices and addresses that failed.
   * `unreached`: it reached nobody, or everyone it reached has no device left. The server keeps trying.
   */
  delivery: z.object({ sent: z.number(), shown: z.number(), failed: z.number(), unreached: z.boolean() }),
  createdAt: Instant,
  updatedAt: Instant,
});

/** One notification to one device or mailbox. `user` is null for people whom the caller cannot see. */
export const AlarmDelivery = z.object({
  id: Id,
  stage: z.enum(['new', 'reminder', 'escalated', 'repeat', 'released', 'handed', 'held', 'taken', 'resolved']),
  user: z.nullable(Reference),
  channel: z.enum(['push', 'mail']),
  /** The name of the device; null for a mailbox, a device that is gone, or a person whom the caller cannot see. */
  device: z.nullable(z.string()),
  /** `gone`: the device no longer exists. `refused`: the push service rejected it. */
  status: z.enum(['pending', 'sending', 'sent', 'gone', 'refused', 'failed']),
  /** The last failure. */
  detail: z.nullable(SendFault),
  createdAt: Instant,
  sentAt: z.nullable(Instant),
  shownAt: z.nullable(Instant),
});

/** A person whom an alarm of an organization concerns, and whether it would reach that person now. */
export const AlarmRecipient = z.object({
  user: z.nullable(Reference),
  /** Empty if nothing reaches the person. */
  channels: z.array(z.enum(['push', 'mail'])),
  /** Why nothing does: outside the day shift, only reads alarms without having switched pushes on, or has no device. */
  reason: z.nullable(NotRung),
  /**
   * The last failure, if no device has shown a push since its last one failed: where `channels` has `push`, and for
   * `dayShift` where the person has no mails either.
   */
  lastError: z.nullable(SendFault),
  /** May act on the alarms: an alarm can be handed over to this person. */
  acts: z.boolean(),
  /** Begin of the next day shift, for `dayShift`. */
  from: z.nullable(Instant),
});

const Outcome = z.object({ alarm: Alarm, outcome: z.enum(['done', 'already']), by: z.nullable(z.string()) });
const act = { id: Id, idempotencyKey: z.optional(text(100)), actedAt: z.optional(Instant) };

/** The calls of alarms. Commands are idempotent by `idempotencyKey`; `actedAt` is the time of the command on an offline device, at most 24 hours back; the activity has the time of its receipt. */
export const alarm = entity('alarm', {
  record: Alarm,
  organization: 'organizationId',
  derivesFrom: ['system', 'organization', 'user', 'userorg', 'usergroup', 'group'],
  presets: { viewer: ['read'], onCall: ['read', 'update'] },
  calls: {
    list: call({
      doc: 'Lists alarms. Default order: newest first. Also filters and sorts by `severity`, that of their kind.',
      method: 'GET',
      path: '/alarm',
      result: z.array(Alarm),
      may: 'alarm.read',
      list: true,
    }),
    recipients: call({
      doc: 'Lists the people who may read the alarms of an organization, or without one those of Backwatch itself: whether one would reach them now, and why not. Those it would reach come first. `everywhere` lists those of all organizations whose alarms the caller may read.',
      method: 'GET',
      path: '/alarm/recipients',
      input: z.object({
        organization: z.optional(Id),
        everywhere: z._default(z.boolean('must be true or false'), false),
      }),
      result: z.array(AlarmRecipient),
      may: 'alarm.read',
    }),
    deliveries: call({
      doc: 'Lists the notifications about an alarm, oldest first: to whom, by which channel, and with which outcome. At most 500.',
      method: 'GET',
      path: '/alarm/:id/deliveries',
      input: z.object({ id: Id }),
      result: z.array(AlarmDelivery),
      may: 'alarm.read',
    }),
    history: call({
      doc: 'Returns the history of an alarm beside its deliveries: acts of people and lapses, the people whom it did not ring when it was raised, and the events ahead.',
      method: 'GET',
      path: '/alarm/:id/history',
      input: z.object({ id: Id }),
      result: AlarmHistory,
      may: 'alarm.read',
    }),
    markRead: call({
      doc: 'Records that the caller has opened the alarm. Only the first time is recorded.',
      method: 'POST',
      path: '/alarm/:id/read',
      input: z.object({ id: Id }),
      result: Alarm,
      may: 'alarm.read',
    }),
    get: call({
      doc: 'Returns one alarm.',
      method: 'GET',
      path: '/alarm/:id',
      input: z.object({ id: Id }),
      result: Alarm,
      may: 'alarm.read',
    }),
    acknowledge: call({
      doc: 'Acknowledges an open alarm. If another user acknowledged it first, the alarm does not change: `outcome` is `already` and `by` is the name of that user. The user who has the alarm keeps it: its lapse is counted anew.',
      method: 'POST',
      path: '/alarm/:id/acknowledge',
      input: z.object(act),
      result: Outcome,
      may: 'alarm.update',
    }),
    takeOver: call({
      doc: 'Acknowledges an alarm in place of the user `from`. If another user has it by now, the alarm does not change: `outcome` is `already` and `by` is the name of that user.',
      method: 'POST',
      path: '/alarm/:id/takeOver',
      input: z.object({ ...act, from: Id }),
      result: Outcome,
      may: 'alarm.update',
    }),
    handOver: call({
      doc: 'Gives an open alarm to the person `to`, who is notified; a note goes along. `from` is the person who has it, null if nobody does: if another user has it by now, the alarm does not change: `outcome` is `already` and `by` is the name of that user. Fails with 400 for a person who may not act on the alarm, or whom nothing reaches.',
      method: 'POST',
      path: '/alarm/:id/handOver',
      input: z.object({ ...act, to: Id, from: z.nullable(Id), note: z.optional(text(2000)) }),
      result: Outcome,
      may: 'alarm.update',
    }),
    release: call({
      doc: 'Releases an alarm: ends its snooze, else its acknowledgement. `of` restricts the call to a snooze or to an acknowledgement: that of the user `from`, by default the caller’s. `notify` notifies at once: for a snooze its holder, else everyone on shift; without it they are reminded later.',
      method: 'POST',
      path: '/alarm/:id/release',
      input: z.object({
        ...act,
        of: z.optional(z.enum(['acknowledgement', 'snooze'])),
        from: z.optional(Id),
        notify: z._default(z.boolean(), false),
      }),
      result: Outcome,
      may: 'alarm.update',
    }),
    snooze: call({
      doc: 'Snoozes an alarm: no notifications are sent until the given instant.',
      method: 'POST',
      path: '/alarm/:id/snooze',
      input: z.object({ ...act, until: Instant }),
      result: Outcome,
      may: 'alarm.update',
    }),
    resolve: call({
      doc: 'Resolves an open alarm manually. If its cause lasts, the next missed backup raises a new alarm.',
      method: 'POST',
      path: '/alarm/:id/resolve',
      input: z.object({ ...act, note: z.optional(text(2000)) }),
      result: Outcome,
      may: 'alarm.update',
    }),
    note: call({
      doc: 'Sets the note of an alarm. The history contains the notes before it.',
      method: 'POST',
      path: '/alarm/:id/note',
      input: z.object({ id: Id, note: text(2000), idempotencyKey: act.idempotencyKey }),
      result: Alarm,
      may: 'alarm.update',
    }),
    act: call({
      doc: 'Executes an action of a notification on its alarm. Authenticated by the signed token of the notification.',
      method: 'POST',
      path: '/alarm/act',
      byToken: true,
      input: z.object({
        token: text(1000),
        act: z.enum(['acknowledge', 'snooze', 'release']),
        minutes: z._default(integer(5, 1440), 60),
        idempotencyKey: z.optional(text(100)),
        actedAt: z.optional(Instant),
      }),
      result: Outcome,
      may: 'public',
      errors: ['E_TOKEN', 'E_RESOLVED'],
    }),
  },
});

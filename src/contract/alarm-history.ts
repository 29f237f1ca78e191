// The history of one alarm: acts of people, people whom it did not ring, and events that are still ahead.
import * as z from 'zod/mini';
import { Id, Instant, Reference } from './define.ts';

/** Why an alarm does not ring a person: outside a day shift that would ring or mail, only reads alarms, or has no device. */
export const NotRung = z.enum(['dayShift', 'readOnly', 'noDevice']);

/** An act on an alarm, or its lapse. `read`: a person opened the alarm. */
export const AlarmAct = z.enum([
  'read',
  'acknowledged',
  'tookOver',
  'handedOver',
  'kept',
  'released',
  'lapsed',
  'snoozed',
  'noted',
  'resolved',
]);

/** An event that is still ahead of an alarm. `asked`: its holder is asked whether to keep it. */
export const AlarmAhead = z.enum(['reminder', 'escalation', 'repeat', 'snoozeEnds', 'asked', 'lapse']);

/** Acts, people whom the alarm did not ring, and events ahead. References are null for people whom the caller cannot see. */
export const AlarmHistory = z.object({
  /** Oldest first, at most 500. */
  acts: z.array(
    z.object({
      id: Id,
      at: Instant,
      act: AlarmAct,
      /** Null for a lapse, too. */
      by: z.nullable(Reference),
      /** The new holder of an alarm that was handed over. */
      to: z.nullable(Reference),
      /** The text of a note. */
      note: z.nullable(z.string()),
      /** The end of a snooze. */
      until: z.nullable(Instant),
    }),
  ),
  /** People whom the alarm did not ring when it was raised. */
  notRung: z.array(z.object({ user: z.nullable(Reference), reason: NotRung })),
  /** Earliest first. */
  ahead: z.array(z.object({ at: Instant, event: AlarmAhead })),
});

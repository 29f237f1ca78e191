// One push or mail that is to leave: the row that the deliveries job works off.
import { uuidv7 } from '#server/kernel/id.ts';
import type { Row } from '#server/kernel/store.ts';
import type { Unit } from '#server/kernel/unit.ts';

/** A delivery that is due at once; `alarm` is null for a test, `device` for a mail. */
export const newDelivery = (
  unit: Unit,
  what: { alarm: unknown; user: string; device: unknown; stage: string },
): Row => ({
  id: uuidv7(Date.parse(unit.now)),
  ...what,
  status: 'pending',
  attempts: 0,
  nextAt: unit.now,
  message: '',
  sentAt: null,
  shownAt: null,
  rangAt: null,
  detail: null,
  createdAt: unit.now,
  updatedAt: unit.now,
});

// One push or mail that is to leave: the row that the deliveries job works off, from its making to its end.
import { sql, type SqlBool } from 'kysely';
import { uuidv7 } from '#server/pipeline/id.ts';
import type { DeliveryRow, NewDelivery } from '#server/entities/internal-tables.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';

/** A delivery that is due at once; `alarm` is null for a test, `device` for a mail. */
export const newDelivery = (
  unit: Unit,
  what: Pick<DeliveryRow, 'alarm' | 'user' | 'device' | 'stage'>,
): NewDelivery => ({
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

/** Matches the deliveries that name the alarm among others: ids are of one length, so text that contains one names it. */
export const coversAlarm = (alarm: string) => sql<SqlBool>`${sql.ref('delivery.covers')} like ${`%${alarm}%`}`;

/** The statuses of deliveries that have not ended. A mail has no moment of its own: the outbox of mails ends it. */
export const WAITING = ['pending', 'sending'] as const;
/** Why nothing left: the alarm was over, or nobody was there to hear of it any more. */
export const UNNEEDED = 'no longer needed';

export async function setDeliveries(
  { db, now }: Unit,
  rows: readonly Pick<DeliveryRow, 'id'>[],
  values: Partial<DeliveryRow>,
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await db
    .updateTable('delivery')
    .set({ ...values, updatedAt: now })
    .where('id', 'in', ids)
    .execute();
}

/** They are not tried again. */
export const endDeliveries = (
  unit: Unit,
  rows: readonly Pick<DeliveryRow, 'id'>[],
  status: 'sent' | 'gone' | 'refused' | 'failed',
  detail: string | null,
): Promise<void> =>
  setDeliveries(unit, rows, {
    status,
    detail,
    sentAt: status === 'sent' ? unit.now : null,
    nextAt: null,
    subscription: null,
  });

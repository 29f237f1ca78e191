// The table of deliveries: each is one push or mail that is to leave, from its making to its end.
import type { SendFault } from '#contract/cause.ts';
import { toJson } from '#server/query/columns.ts';
import { uuidv7 } from '#server/pipeline/id.ts';
import type { DeliveryRow, NewDelivery } from '#server/entities/internal-tables.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';

/** As many rows as one statement may carry. */
const SLICE = 500;

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

/** The statuses of deliveries that have not ended. A mail has no moment of its own: the outbox of mails ends it. */
export const WAITING = ['pending', 'sending'] as const;

/** Adds deliveries, as many statements as they take. */
export async function insertDeliveries({ unscopedDb }: Unit, rows: readonly NewDelivery[]): Promise<void> {
  for (let from = 0; from < rows.length; from += SLICE)
    await unscopedDb
      .insertInto('delivery')
      .values(rows.slice(from, from + SLICE))
      .execute();
}

/** Sets columns of deliveries. */
export async function setDeliveries(
  { unscopedDb, now }: Unit,
  rows: readonly Pick<DeliveryRow, 'id'>[],
  values: Partial<DeliveryRow>,
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await unscopedDb
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
  fault: SendFault | null,
): Promise<void> =>
  setDeliveries(unit, rows, {
    status,
    detail: fault && toJson(fault),
    sentAt: status === 'sent' ? unit.now : null,
    nextAt: null,
    subscription: null,
  });

/** Returns the deliveries with these ids. */
export async function deliveriesWith({ unscopedDb }: Unit, ids: readonly string[]): Promise<DeliveryRow[]> {
  if (ids.length === 0) return [];
  return unscopedDb.selectFrom('delivery').selectAll().where('id', 'in', ids).execute();
}

/** Returns the deliveries that left as one message, by the id of the message. */
export const deliveriesOfMessage = ({ unscopedDb }: Unit, message: string): Promise<DeliveryRow[]> =>
  unscopedDb
    .selectFrom('delivery')
    .selectAll()
    .where(({ or, eb }) => or([eb('id', '=', message), eb('message', '=', message)]))
    .execute();

/** Returns the next instant after `after` at which a delivery is due; null for none. */
export async function nextDeliveryAt({ unscopedDb }: Unit, after: string): Promise<string | null> {
  const next = await unscopedDb
    .selectFrom('delivery')
    .select('nextAt')
    .where('status', 'in', WAITING)
    .where('nextAt', '>', after)
    .orderBy('nextAt')
    .limit(1)
    .executeTakeFirst();
  return next?.nextAt ?? null;
}

/** The recipients that get nothing now: devices and users by id, and push services by origin. */
interface Busy {
  recipients: readonly string[];
  services: readonly string[];
}

/** Returns the deliveries that are due, at most `most`, each with the endpoint of its device. */
export function dueDeliveries(
  unit: Unit,
  { recipients, services }: Busy,
  most: number,
): Promise<(DeliveryRow & { endpoint: string | null })[]> {
  const devices = unit.asInternal().select('device').select(['id', 'endpoint']).as('device');
  let waiting = unit.unscopedDb
    .selectFrom('delivery')
    .leftJoin(devices, 'device.id', 'delivery.device')
    .selectAll('delivery')
    .select('device.endpoint')
    .where('delivery.status', 'in', WAITING)
    .where('delivery.nextAt', '<=', unit.now);
  if (recipients.length > 0)
    waiting = waiting.where(({ eb, fn }) => eb(fn.coalesce('delivery.device', 'delivery.user'), 'not in', recipients));
  for (const service of services)
    waiting = waiting.where(({ or, eb }) =>
      or([eb('device.endpoint', 'is', null), eb('device.endpoint', 'not like', `${service}/%`)]),
    );
  return waiting.orderBy('delivery.nextAt').orderBy('delivery.id').limit(most).execute();
}

/** Sets columns of a delivery that nobody has claimed since it was read; returns whether it did. */
export async function claimDelivery(
  { unscopedDb }: Unit,
  { id, nextAt }: Pick<DeliveryRow, 'id' | 'nextAt'>,
  values: Partial<DeliveryRow>,
): Promise<boolean> {
  const claim = unscopedDb.updateTable('delivery').set(values).where('id', '=', id).where('nextAt', '=', nextAt);
  return Number((await claim.executeTakeFirst()).numUpdatedRows) === 1;
}

/** Makes due now what is due after `latest`. */
export const clampDeliveries = ({ unscopedDb, now }: Unit, latest: string) =>
  unscopedDb.updateTable('delivery').set({ nextAt: now }).where('nextAt', '>', latest).execute();

/** Returns how many pushes wait, and the next instant at which one is due. The outbox of mails counts mails. */
export const countWaitingPushes = ({ unscopedDb }: Unit) =>
  unscopedDb
    .selectFrom('delivery')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('nextAt').as('nextAt')])
    .where('status', 'in', WAITING)
    .where('device', 'is not', null)
    .executeTakeFirst();

/** Deletes all deliveries about alarms. */
export const deleteAlarmDeliveries = ({ unscopedDb }: Unit) =>
  unscopedDb.deleteFrom('delivery').where('alarm', 'is not', null).execute();

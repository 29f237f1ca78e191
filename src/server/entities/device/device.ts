// Devices and their push subscriptions, test alarms, receipts.
import type { ValidationIssue } from '#contract/validation-issues.ts';
import type { SendFault } from '#contract/cause.ts';
import type { ParsedOf } from '#contract/define.ts';
import type { push } from '#contract/device.ts';
import { contract } from '#contract/index.ts';
import { silentStages } from '#contract/notifications/notification.ts';
import { isTimeZone } from '#contract/time/calendar.ts';
import { asPerson, internalActor } from '#server/pipeline/actor.ts';
import { decode } from '#server/query/row-codec.ts';
import type { Context, Handlers } from '#server/pipeline/dispatch.ts';
import { RateLimiter } from '#server/auth/rate-limiter.ts';
import { ApiError, notFound } from '#server/pipeline/errors.ts';
import { readToken, safeEqual, seal, unseal } from '#server/auth/crypto.ts';
import type { RecordFor, RowOf, StoredRowOf } from '#server/db/engine.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { endpointFault, keysFault } from '#server/ports/push-endpoint.ts';
import type { Services } from '#server/services.ts';
import { mailDevice } from '#server/entities/account/mails.ts';
import { endDevice } from './end.ts';
import { endSession } from '#server/entities/session/end-session.ts';
import {
  deliveriesOfMessage,
  deliveriesWith,
  insertDeliveries,
  newDelivery,
  setDeliveries,
} from '#server/entities/alarm/delivery-repository.ts';
import type { DeliveryRow } from '#server/entities/internal-tables.ts';
import { json, nullable, optional, parseJson, stamps, text } from '#server/query/columns.ts';
import { defineEntity, type DeclaredTable } from '#server/entities/define-entity.ts';
import { withUserEvent } from './user-events.ts';

const columns = {
  ...stamps,
  user: text(),
  name: text(),
  endpoint: text(),
  p256dh: text(),
  auth: text(),
  installId: text(),
  session: optional(nullable(text())),
  timeZone: optional(text()),
  lastSeenAt: text(),
  lastReceiptAt: nullable(text()),
  lastError: nullable(json<SendFault>()),
};

declare module '#server/db/engine.ts' {
  interface TableColumns {
    device: typeof columns;
  }
}

const table: DeclaredTable<'device'> = {
  columns,
  indexed: ['endpoint'],
  organization: null,
  records: (_unit, rows) => Promise.resolve(rows.map((row) => ({ ...row, service: new URL(row.endpoint).host }))),
};

type Subscription = ParsedOf<typeof push.calls.subscribe>;
type Known = StoredRowOf<'device'>;

const userOf = ({ actor }: Context): string => asPerson(actor).id;

/**
 * The row that this subscription continues: the same address, else the one it replaces, else this installation's. It is
 * updated, not replaced, so that deliveries on their way still find it. Other rows of the installation are deleted.
 *
 * @throws ApiError E_ENDPOINT_IN_USE
 */
async function findExistingDevice(
  unit: Unit,
  services: Services,
  user: string,
  input: Subscription,
): Promise<Known | undefined> {
  const devices = () => unit.asInternal().select('device').selectAll();
  const same = await devices().where('endpoint', '=', input.endpoint).executeTakeFirst();
  if (same && same.user !== user && !hasKeys(services, same, input)) throw inUse();
  const own = await devices()
    .where('user', '=', user)
    .where((where) =>
      where.or([where('endpoint', '=', input.previousEndpoint ?? ''), where('installId', '=', input.installId)]),
    )
    .orderBy('createdAt')
    .execute();
  const continued = same ?? own[0];
  for (const other of own) if (other.id !== continued?.id) await unit.remove('device', other.id);
  return continued;
}

const inUse = () =>
  new ApiError('E_ENDPOINT_IN_USE', 'This push subscription belongs to another user. Unsubscribe and subscribe anew.');

/** Whether the keys of a subscription are those that are stored: only the browser that made it has them. */
function hasKeys({ secrets }: Services, device: Known, { keys: { p256dh, auth } }: Subscription): boolean {
  const isPublicKey = safeEqual(device.p256dh, p256dh);
  return safeEqual(unseal(secrets.seal, device.auth), auth) && isPublicKey;
}

/** More than anybody carries: each one is pushed to at every alarm. */
const MOST_DEVICES = 20;

/** Forgets the devices that were unseen longest, so that one more fits. */
async function evictOldDevices(unit: Unit, user: string): Promise<void> {
  const own = unit.asInternal().select('device').select('id').where('user', '=', user);
  const seen = await own.orderBy('lastSeenAt', 'desc').orderBy('id', 'desc').execute();
  for (const { id } of seen.slice(MOST_DEVICES - 1)) await unit.remove('device', id);
}

async function subscribe(context: Context, services: Services, input: Subscription) {
  const { id: user, sessionId: session } = asPerson(context.actor);
  const fault = endpointFault(input.endpoint, services.pushHosts) ?? keysFault(input.keys);
  if (fault) {
    const issues: ValidationIssue[] = [{ path: 'endpoint', code: 'invalid_value' }];
    throw new ApiError('E_PUSH_ENDPOINT', fault, { details: [`endpoint: ${fault}`], issues });
  }
  return context.write(
    (unit) =>
      withUserEvent(unit, user, async () => {
        const known = await findExistingDevice(unit, services, user, input);
        const store = () => storeDevice(unit, services, known, { user, session, ...input });
        return known && known.user !== user ? withUserEvent(unit, known.user, store) : store();
      }),
    internalActor,
  );
}

type NewDevice = Subscription & { user: string; session: string };

async function storeDevice(
  unit: Unit,
  services: Services,
  known: Known | undefined,
  { user, session, name, endpoint, keys, installId, timeZone: zone = '' }: NewDevice,
): Promise<RecordFor<'device'>> {
  if (known?.user !== user) await evictOldDevices(unit, user);
  const isNew = !(await unit.findBy('device', { user, installId }));
  if (isNew) await mailDevice(unit, services, await unit.need('user', user), name);
  const values = {
    user,
    // A worker that renews a subscription knows neither the zone nor the name of the device.
    timeZone: isTimeZone(zone) ? zone : (known?.timeZone ?? ''),
    name: name || (known?.name ?? ''),
    endpoint,
    p256dh: keys.p256dh,
    auth: seal(services.secrets.seal, keys.auth),
    installId,
    session,
    lastSeenAt: unit.now,
  };
  const row = known
    ? await unit.update('device', known.id, {
        ...values,
        // The same address keeps its trouble until a push was shown again.
        ...(known.endpoint !== endpoint && { lastError: null }),
      })
    : await unit.insert('device', { ...values, lastReceiptAt: null, lastError: null });
  return unit.record('device', row);
}

function makeTest(services: Services) {
  const limit = new RateLimiter(services, { name: 'test-push.user', points: 10, seconds: 600 });
  return async (context: Context, { device }: ParsedOf<typeof push.calls.test>) => {
    const user = userOf(context);
    await limit.consume(user);
    return context.write(async (unit) => {
      const own = await unit.find('device', device);
      if (own?.user !== user) throw notFound();
      const delivery = newDelivery(unit, { alarm: null, user, device, stage: 'test' });
      await insertDeliveries(unit, [delivery]);
      services.dueBy(unit, unit.now);
      return { pushId: delivery.id, sentAt: unit.now };
    }, internalActor);
  };
}

type Receipt = ParsedOf<typeof push.calls.receipt>;

/** A worker's word that it showed a push, or that a person touched it. */
async function receipt(context: Context, services: Services, input: Receipt) {
  const token = readToken(services.secrets.sign, input.token);
  if (!token || token.push !== input.pushId) throw new ApiError('E_TOKEN', 'This token is not valid.');
  return context.write(async (unit) => {
    const deliveries = await deliveriesOfMessage(unit, input.pushId);
    const device = String(deliveries[0]?.device);
    for (const delivery of deliveries) await recordReceipt(unit, delivery, input);
    const shown = await unit.find('device', device);
    if (shown) await recordShown(unit, shown);
    return { ok: true as const };
  }, internalActor);
}

/** Only the end of a failure is worth an event of the user: every alarm has receipts. */
async function recordShown(unit: Unit, { id, user, lastError }: RowOf<'device'>): Promise<void> {
  const update = () => unit.update('device', id, { lastReceiptAt: unit.now, lastError: null });
  await (lastError === null ? update() : withUserEvent(unit, user, update));
}

/** Stores the facts of a receipt for one of the deliveries that its message covers. */
async function recordReceipt(unit: Unit, delivery: DeliveryRow, input: Receipt): Promise<void> {
  const set: Partial<DeliveryRow> = {};
  if (input.shownAt && !delivery.shownAt) set.shownAt = unit.now;
  if (input.rangAt && !delivery.rangAt) set.rangAt = unit.now;
  await setDeliveries(unit, [delivery], set);
  if (!set.shownAt || !delivery.alarm || silentStages.includes(delivery.stage)) return;
  const alarm = await unit.find('alarm', delivery.alarm);
  if (alarm) await unit.updateRow('alarm', alarm, { shown: alarm.shown + 1 });
}

/** A subscription rings while its device is stored for an active person; whoever asks has to know its secret. */
function check(context: Context, services: Services, { endpoint, auth }: ParsedOf<typeof push.calls.check>) {
  return context.read(async (unit) => {
    const device = await unit.findBy('device', { endpoint });
    if (!device || !safeEqual(unseal(services.secrets.seal, device.auth), auth)) return { rings: false };
    const user = await unit.find('user', device.user);
    return { rings: user?.active === true };
  }, internalActor);
}

/** The delivery of that id, if it is one to the person who asks. */
async function ownDelivery(unit: Unit, context: Context, id: string): Promise<DeliveryRow | undefined> {
  const [delivery] = await deliveriesWith(unit, [id]);
  return delivery?.user === userOf(context) ? delivery : undefined;
}

/** A person's own word, from the app: the platform may not hand a touch on the notification to the worker. */
function rang(context: Context, { id }: ParsedOf<typeof push.calls.rang>) {
  return context.write(async (unit) => {
    const delivery = await ownDelivery(unit, context, id);
    if (delivery?.stage !== 'test') throw notFound();
    if (!delivery.rangAt) await setDeliveries(unit, [delivery], { rangAt: unit.now });
    return { ok: true as const };
  }, internalActor);
}

const handlers = (services: Services): Handlers['device'] => ({
  list: (context) =>
    context.read(async (unit) => {
      const rows = await unit
        .asInternal()
        .select('device')
        .selectAll()
        .where('user', '=', userOf(context))
        .orderBy('createdAt')
        .execute();
      const devices = unit.table('device');
      return devices.records(
        unit,
        rows.map((row) => decode(devices, row)),
      );
    }),
  destroy: (context, { id }) =>
    context.write(async (unit) => {
      const person = asPerson(context.actor);
      const row = await unit.find('device', id);
      if (row?.user !== person.id) throw notFound();
      if (row.session === person.sessionId) return withUserEvent(unit, row.user, () => unit.remove('device', id));
      const ended = await withUserEvent(unit, row.user, () => endDevice(unit, services, row));
      // Signed in, the app there would register the device again at its next start.
      const session = await unit.find('session', row.session ?? '');
      if (session) await endSession(unit, services, session);
      return ended;
    }, internalActor),
});

export const deviceEntity = defineEntity(contract.device, { table, handlers });

export const pushHandlers = (services: Services): Handlers['push'] => ({
  subscribe: (context, input) => subscribe(context, services, input),
  unsubscribe: (context, { endpoint }) =>
    context.write(async (unit) => {
      const row = await unit.findBy('device', { endpoint, user: userOf(context) });
      if (row) await withUserEvent(unit, row.user, () => unit.remove('device', row.id));
      return { ok: true as const };
    }, internalActor),
  test: makeTest(services),
  status: (context, { id }) =>
    context.read(async (unit) => {
      const row = await ownDelivery(unit, context, id);
      if (!row) throw notFound();
      const { status, detail } = row;
      return { ...row, status: status === 'sending' ? 'pending' : status, detail: detail && parseJson(detail) };
    }),
  rang,
  check: (context, input) => check(context, services, input),
  receipt: (context, input) => receipt(context, services, input),
});

// The outbox of alarms: each delivery is claimed, rendered, sent, and its outcome stored. Many at once for one device
// leave as one.
import { shifted } from '#contract/time/calendar.ts';
import { fitEnvelope, makeEnvelope } from '#contract/push.ts';
import {
  claimDelivery,
  clampDeliveries,
  deliveriesWith,
  dueDeliveries,
  nextDeliveryAt,
  setDeliveries,
} from '#server/entities/alarm/delivery-repository.ts';
import { endedDevice } from '#server/entities/device/end.ts';
import { withUserEvent } from '#server/entities/device/user-events.ts';
import type { DeliveryRow } from '#server/entities/internal-tables.ts';
import { cancelDeliveries, rescheduleDeliveries, finishDeliveries } from '#server/entities/alarm/delivery-outcome.ts';
import { signToken, unseal } from '#server/auth/crypto.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { sendFault, sendFaultOf } from '#server/entities/alarm/send-fault.ts';
import type { PushOutcome, PushPort } from '#server/ports/push.ts';
import type { Services } from '#server/services.ts';
import { mailAlarms } from './alarm-mails.ts';
import { clampFutureDates } from './claim.ts';
import { Flight, type Bound } from './in-flight.ts';
import type { JobContext } from './context.ts';
import { renderMessages, type RenderedMessage } from './notifications/render-notifications.ts';
import { toJson } from '#server/query/columns.ts';
import type { Job } from './scheduler.ts';
import type { RowOf } from '#server/db/engine.ts';

/** A claim of a process that died is free again after this. */
const CLAIM_MS = 60_000;
const RETRY_SECONDS = [1, 5, 25, 120, 600];
const GIVE_UP_MS = 4 * 3_600_000;
const TEST_GIVE_UP_MS = 10 * 60_000;
const PAGE = 500;
/** Alarms raised together are sent together, if raising them takes no longer. */
const GATHER_MS = 500;

interface Group extends Bound {
  rows: DeliveryRow[];
}

/**
 * Does not wait for pushes to finish, so a slow device cannot delay other alarms. `raising` returns the work that may
 * raise more of them.
 */
export function deliveryJob(jobContext: JobContext, push: PushPort, raising: () => Promise<unknown> | null): Job {
  const { write, read } = jobContext;
  const flight = new Flight();
  let lookedAt = '';
  const claimNow = () =>
    write((unit) => {
      lookedAt = unit.now;
      return claim(unit, flight);
    });
  return {
    name: 'deliveries',
    // Deliveries that were due at the last look and still wait have no free slot until one ends. Then the job looks
    // again.
    nearest: () => read((unit) => nextDeliveryAt(unit, flight.isEmpty ? '' : lookedAt)),
    async run(wake) {
      let begun = 0;
      for (let hasMore = true; hasMore;) {
        await atMost(GATHER_MS, raising());
        const { groups, isAll } = await claimNow();
        hasMore = groups.length > 0 && !isAll;
        for (const group of groups) {
          flight.start(group, () => handle(jobContext, push, group.rows), wake);
          begun += group.rows.length;
        }
      }
      return begun;
    },
    clockSet: clampFutureDates(jobContext, clampDeliveries, GIVE_UP_MS),
    working: () => flight.working(),
    stop: () => push.close?.(),
  };
}

/** Over when the work is, however it ended, and after so long (ms) at the latest. */
async function atMost(milliseconds: number, work: Promise<unknown> | null): Promise<void> {
  if (!work) return;
  let timer: NodeJS.Timeout | undefined;
  const long = new Promise((resolve) => (timer = setTimeout(resolve, milliseconds)));
  await Promise.race([work.catch(() => undefined), long]);
  clearTimeout(timer);
}

async function handle(jobContext: JobContext, push: PushPort, rows: DeliveryRow[]): Promise<void> {
  const { services, write } = jobContext;
  try {
    await (rows[0]?.device === null ? mailAlarms(jobContext, rows) : deliver(jobContext, push, rows));
  } catch (error) {
    services.log.failure('a delivery failed', error);
    const ids = rows.map(({ id }) => id);
    await write(async (unit) => {
      const left = (await deliveriesWith(unit, ids)).filter(({ status }) => status === 'sending');
      await keep(unit, services, left, FAILED);
    }).catch((again: unknown) => services.log.failure('a delivery that failed is free again in a minute', again));
  }
}

/** Claims the deliveries for each device or one person's mailbox, as far as slots are free. */
async function claim(unit: Unit, flight: Flight): Promise<{ groups: Group[]; isAll: boolean }> {
  const due = await dueDeliveries(unit, { recipients: flight.busy(), services: flight.full() }, PAGE);
  const groups = new Map<string, Group>();
  const hasPlace = flight.places();
  for (const { endpoint, ...row } of due) {
    const to = row.device ?? row.user;
    const service = endpoint ? new URL(endpoint).origin : '';
    if (!groups.has(to) && !hasPlace(service)) continue;
    const group = groups.get(to) ?? { to, service, rows: [] };
    groups.set(to, group);
    const attempts = row.attempts + 1;
    const claimed = { status: 'sending' as const, nextAt: shifted(unit.now, CLAIM_MS), attempts };
    if (await claimDelivery(unit, row, claimed)) group.rows.push({ ...row, attempts });
  }
  return { groups: [...groups.values()].filter(({ rows }) => rows.length > 0), isAll: due.length < PAGE };
}

interface Ready extends RenderedMessage {
  device: Pick<RowOf<'device'>, 'id' | 'user' | 'endpoint' | 'p256dh' | 'auth'>;
  badge: number;
}

/** Deliveries that leave together are for one device. */
async function deviceOf(unit: Unit, [row]: readonly DeliveryRow[]): Promise<RowOf<'device'> | undefined> {
  return row?.device ? unit.find('device', row.device) : undefined;
}

async function deliver(jobContext: JobContext, push: PushPort, rows: DeliveryRow[]): Promise<void> {
  const { services, read, write } = jobContext;
  const messages = await read((unit) => prepare(unit, rows));
  const covered = new Set(messages.flatMap((message) => message.rows));
  const idle = rows.filter((row) => !covered.has(row));
  if (idle.length > 0)
    await write(async (unit) => {
      const device = await deviceOf(unit, rows);
      if (!device) return cancelDeliveries(unit, services, idle, 'gone', null);
      const [own, others] = [
        idle.filter(({ user }) => user === device.user),
        idle.filter(({ user }) => user !== device.user),
      ];
      await cancelDeliveries(unit, services, others, 'failed', sendFault('otherUser'));
      await cancelDeliveries(unit, services, own, 'failed', sendFault('unneeded'));
    });
  let left = messages;
  for (let message = left[0]; message; message = left[0]) {
    const outcome = await send(services, push, message);
    // A device that is gone or whose service is in trouble is not asked again for each of them.
    const isOnlyIt = outcome.result === 'accepted' || outcome.result === 'refused';
    const about = isOnlyIt ? message.rows : left.flatMap((one) => one.rows);
    left = isOnlyIt ? left.slice(1) : [];
    await write(async (unit) => {
      await keep(unit, services, about, outcome);
      if (outcome.result === 'accepted') await saveMessageId(unit, message);
    });
  }
}

async function prepare(unit: Unit, given: DeliveryRow[]): Promise<Ready[]> {
  const known = await deviceOf(unit, given);
  const last = given.find(({ subscription }) => subscription !== null);
  const device = known ?? (last && endedDevice(last));
  if (!device) return [];
  // The device may be another person's by now: what was meant for the first is not for the second.
  const rows = given.filter((row) => row.user === device.user && (known !== undefined || row === last));
  const user = await unit.find('user', device.user);
  if (!user) return [];
  const badge = known ? await badgeCount(unit, user) : 0;
  const messages = await renderMessages(unit, user, rows);
  return messages.map((message) => ({ device, badge, ...message }));
}

/** Returns how many systems need this person now. */
async function badgeCount(unit: Unit, user: RowOf<'user'>): Promise<number> {
  let open = unit
    .select('alarm')
    .select('system')
    .where('openKey', 'is not', null)
    .where('acknowledgedAt', 'is', null)
    .where('snoozedUntil', 'is', null)
    .distinct();
  if (!user.allOrganizations) {
    const links = unit.select('userorg').select('organization').where('user', '=', user.id);
    open = open.where('organization', 'in', links);
  }
  return (await open.execute()).length;
}

/** The id of a message is that of its first delivery. */
const idOf = ({ rows }: RenderedMessage): string => rows[0]?.id ?? '';

/** A receipt for the message is one for each of its deliveries; what comes later under its tag replaces it. */
const saveMessageId = (unit: Unit, message: Ready): Promise<void> =>
  setDeliveries(unit, message.rows, {
    message: idOf(message),
    tag: message.notification.tag,
    covers: toJson(message.coveredAlarms ?? []),
  });

/** The push never left. */
const FAILED: PushOutcome = { result: 'retry', code: 'unsent', detail: '' };

async function send(services: Services, push: PushPort, message: Ready): Promise<PushOutcome> {
  const device = message.device.id;
  const outcome = await pushed(services, push, message).catch((error: unknown) => {
    services.log.failure('a push failed', error);
    return FAILED;
  });
  if (outcome.result !== 'accepted') services.log.warn('a push was not accepted', { ...outcome, device });
  return outcome;
}

async function pushed(services: Services, push: PushPort, message: Ready): Promise<PushOutcome> {
  const { device, notification, language, badge } = message;
  const pushId = idOf(message);
  const token = {
    // Without that button it only says that it was shown.
    for: notification.actions.some(({ action }) => action === 'acknowledge') ? 'alarm' : 'receipt',
    alarm: notification.alarmId,
    user: device.user,
    device: device.id,
    push: pushId,
    at: services.now(),
  };
  const envelope = makeEnvelope(notification, {
    origin: services.origin(),
    pushId,
    actionToken: signToken(services.secrets.sign, token),
    sentAt: services.now(),
    badge,
    lang: language,
    icon: '/icons/icon-192.png',
  });
  const { ttlSeconds, urgency, topicSource } = notification;
  const keys = { p256dh: device.p256dh, auth: unseal(services.secrets.seal, device.auth) };
  const to = { endpoint: device.endpoint, keys };
  return push.send(to, { payload: fitEnvelope(envelope), ttlSeconds, urgency, topicSource });
}

async function keep(unit: Unit, services: Services, rows: DeliveryRow[], outcome: PushOutcome): Promise<void> {
  const { result } = outcome;
  if (result === 'accepted') return finishDeliveries(unit, services, rows, 'sent', null);
  const fault = sendFaultOf(outcome);
  const device = await deviceOf(unit, rows);
  if (result === 'gone') {
    if (device) await withUserEvent(unit, device.user, () => unit.remove('device', device.id));
    return finishDeliveries(unit, services, rows, 'gone', fault);
  }
  const isYoung = (row: DeliveryRow) => result === 'retry' && leftMs(unit, row) > 0;
  const [young, old] = [rows.filter(isYoung), rows.filter((row) => !isYoung(row))];
  if (young.length > 0) await tryAgain(unit, services, young, outcome);
  if (old.length === 0) return;
  if (device) await withUserEvent(unit, device.user, () => unit.update('device', device.id, { lastError: fault }));
  await finishDeliveries(unit, services, old, result === 'retry' ? 'failed' : 'refused', fault);
}

/** How long it is still worth sending: whoever asked for a test has gone to bed by then. */
const leftMs = ({ now }: Unit, { stage, createdAt }: DeliveryRow): number =>
  (stage === 'test' ? TEST_GIVE_UP_MS : GIVE_UP_MS) - (Date.parse(now) - Date.parse(createdAt));

/** No sooner than the push service says, but in time for a last try before it is given up. */
async function tryAgain(unit: Unit, services: Services, rows: DeliveryRow[], outcome: PushOutcome): Promise<void> {
  const { retryAfterSeconds = 0 } = outcome;
  const attempts = Math.max(1, ...rows.map((row) => row.attempts));
  const step = RETRY_SECONDS[Math.min(attempts, RETRY_SECONDS.length) - 1] ?? 600;
  const left = Math.min(...rows.map((row) => leftMs(unit, row)));
  const waitMs = Math.max(1000, Math.min(left, Math.max(step, retryAfterSeconds) * 1000));
  const nextAt = shifted(unit.now, waitMs);
  return rescheduleDeliveries(unit, services, rows, { status: 'pending', fault: sendFaultOf(outcome), nextAt, waitMs });
}

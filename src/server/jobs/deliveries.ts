// The outbox of alarms: each delivery is claimed, rendered, sent, and its outcome kept. Many at once for one device leave as one.
import { shifted } from '#contract/calendar.ts';
import { fitEnvelope, makeEnvelope } from '#contract/push.ts';
import { UNNEEDED, endDeliveries, setDeliveries } from '#server/entities/delivery.ts';
import { signToken, unseal } from '#server/kernel/secrets.ts';
import type { Row } from '#server/kernel/store.ts';
import type { Unit } from '#server/kernel/unit.ts';
import type { PushOutcome, PushPort } from '#server/ports/push.ts';
import { mailAlarms } from './alarm-mails.ts';
import { wordsFor, type Spoken } from './delivery-words.ts';
import { claims, nearestIn } from './due.ts';
import type { House } from './house-keeper.ts';
import type { Source } from './scheduler.ts';

/** A claim of a process that died is free again after this. */
const CLAIM_MS = 60_000;
const RETRY_SECONDS = [1, 5, 25, 120, 600];
const WAITING = ['pending', 'sending'];
const GIVE_UP_MS = 4 * 3_600_000;

export function deliverySource(house: House, push: PushPort): Source {
  const { services, write } = house;
  return {
    name: 'deliveries',
    nearest: nearestIn(house, 'delivery', 'nextAt', WAITING),
    async run() {
      const claimed = await write((unit) => claim(unit));
      await Promise.all(
        groups(claimed).map((rows) =>
          (rows[0]?.['device'] === null ? mailAlarms(house, rows) : deliver(house, push, rows)).catch(
            (error: unknown) => services.log.failure('a delivery failed', error),
          ),
        ),
      );
      return claimed.length;
    },
  };
}

/** What goes to one device, or into one person's mailbox. */
function groups(rows: Row[]): Row[][] {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const to = String(row['device'] ?? row['user']);
    found.set(to, [...(found.get(to) ?? []), row]);
  }
  return [...found.values()];
}

async function claim(unit: Unit): Promise<Row[]> {
  const due = await unit.db
    .selectFrom('delivery')
    .selectAll()
    .where('status', 'in', WAITING)
    .where('nextAt', '<=', unit.now)
    .orderBy('nextAt')
    .limit(500)
    .execute();
  const mine: Row[] = [];
  for (const row of due) {
    const attempts = Number(row['attempts']) + 1;
    const claimed = { status: 'sending', nextAt: shifted(unit.now, CLAIM_MS), attempts };
    if (await claims(unit, 'delivery', 'nextAt', row, claimed)) mine.push({ ...row, attempts });
  }
  return mine;
}

interface Ready extends Spoken {
  device: Row;
  badge: number;
}

async function deliver(house: House, push: PushPort, rows: Row[]): Promise<void> {
  const messages = await house.read((unit) => prepare(unit, house.services.escalateAfterMinutes, rows));
  const covered = new Set(messages.flatMap((message) => message.rows.map((row) => row['id'])));
  const idle = rows.filter((row) => !covered.has(row['id']));
  if (idle.length > 0) await house.write((unit) => endDeliveries(unit, idle, 'failed', UNNEEDED));
  for (const message of messages) await send(house, push, message);
}

async function prepare(unit: Unit, waited: number, given: Row[]): Promise<Ready[]> {
  const device = await unit.find('device', String(given[0]?.['device']));
  if (!device) return [];
  // The device may be another person's by now: what was meant for the first is not for the second.
  const rows = given.filter((row) => row['user'] === device['user']);
  const user = await unit.find('user', String(device['user']));
  if (!user?.['active']) return [];
  const badge = await openCount(unit, user);
  const spoken = await wordsFor(unit, waited, user, rows);
  return spoken.map(({ words, rows: meant }) => ({ device, words, rows: meant, badge }));
}

/** How many systems need this person now. */
async function openCount(unit: Unit, user: Row): Promise<number> {
  let open = unit.db
    .selectFrom('alarm')
    .select('system')
    .where('openKey', 'is not', null)
    .where('acknowledgedAt', 'is', null)
    .where('snoozedUntil', 'is', null)
    .distinct();
  if (user['allOrganizations'] !== true) {
    const links = unit.db.selectFrom('userorg').select('organization').where('user', '=', user['id']);
    open = open.where('organization', 'in', links);
  }
  return (await open.execute()).length;
}

async function send({ services, write }: House, push: PushPort, { device, words, rows, badge }: Ready): Promise<void> {
  const pushId = String(rows[0]?.['id']);
  const token = {
    for: words.alarmId ? 'alarm' : 'receipt',
    alarm: words.alarmId,
    user: device['user'],
    device: device['id'],
    push: pushId,
  };
  const envelope = makeEnvelope(words, {
    origin: services.origin(),
    pushId,
    actionToken: signToken(services.secrets.sign, token),
    sentAt: services.now(),
    badge,
    icon: '/icons/icon-192.png',
  });
  const outcome = await push.send(
    {
      endpoint: String(device['endpoint']),
      keys: { p256dh: String(device['p256dh']), auth: unseal(services.secrets.seal, String(device['auth'])) },
    },
    {
      payload: fitEnvelope(envelope),
      ttlSeconds: words.ttlSeconds,
      urgency: words.urgency,
      topicSource: words.topicSource,
    },
  );
  await write((unit) => keep(unit, device, rows, outcome));
  if (outcome.result !== 'accepted')
    services.log.warn('a push was not accepted', {
      result: outcome.result,
      status: outcome.status,
      detail: outcome.detail,
      device: device['id'],
    });
}

async function keep(unit: Unit, device: Row, rows: Row[], outcome: PushOutcome): Promise<void> {
  if (outcome.result === 'accepted') return settle(unit, rows, 'sent', null);
  if (outcome.result === 'gone') {
    if (await unit.find('device', String(device['id']))) await unit.remove('device', String(device['id']));
    return settle(unit, rows, 'gone', outcome.detail);
  }
  const attempts = Number(rows[0]?.['attempts'] ?? 1);
  const tooOld = Date.parse(unit.now) - Date.parse(String(rows[0]?.['createdAt'])) > GIVE_UP_MS;
  if (outcome.result === 'retry' && !tooOld) {
    const wait = outcome.retryAfterSeconds ?? RETRY_SECONDS[Math.min(attempts, RETRY_SECONDS.length) - 1] ?? 600;
    const { detail } = outcome;
    return setDeliveries(unit, rows, { status: 'pending', nextAt: shifted(unit.now, wait * 1000), detail });
  }
  if (await unit.find('device', String(device['id'])))
    await unit.update('device', String(device['id']), { lastError: outcome.detail });
  return settle(unit, rows, outcome.result === 'retry' ? 'failed' : 'refused', outcome.detail);
}

async function settle(
  unit: Unit,
  rows: Row[],
  status: 'sent' | 'gone' | 'refused' | 'failed',
  detail: string | null,
): Promise<void> {
  await endDeliveries(unit, rows, status, detail);
  for (const row of rows) {
    const alarm = row['alarm'] ? await unit.find('alarm', String(row['alarm'])) : undefined;
    if (!alarm || row['stage'] === 'resolved') continue;
    await unit.updateRow(
      'alarm',
      alarm,
      status === 'sent' ? { sent: Number(alarm['sent']) + 1 } : { failed: Number(alarm['failed']) + 1 },
    );
  }
}

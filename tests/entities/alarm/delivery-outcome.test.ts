// How deliveries end, and what their alarm records of it: counters, whether it reached anybody, and its next look.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shifted } from '#contract/time/calendar.ts';
import { newDelivery } from '#server/entities/alarm/delivery-repository.ts';
import {
  cancelDeliveries,
  finishDeliveries,
  isSilenced,
  isUnreached,
  rescheduleDeliveries,
} from '#server/entities/alarm/delivery-outcome.ts';
import { isNobody } from '#server/entities/alarm/enqueue-deliveries.ts';
import type { RowOf, StoredRowOf } from '#server/db/engine.ts';
import type { DeliveryRow } from '#server/entities/internal-tables.ts';
import { uuidv7 } from '#server/pipeline/id.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { toJson } from '#server/query/columns.ts';
import { subscription } from '#tests/samples.ts';
import { HOUR, MINUTE, NO_ID, databases, makeWorld, type World } from '#tests/world.ts';
import { undone } from './undone.ts';
import { allTables } from '#tests/all-tables.ts';
import { sendFault } from '#server/entities/alarm/send-fault.ts';

/** Another moment than that of the rows of the cast. */
const NOW = '2026-11-21T03:30:00.000Z';
const at = (minutes: number) => shifted(NOW, minutes * MINUTE);

type Delivery = Partial<DeliveryRow> & { about?: 'acme' | 'birch' | 'both'; ago?: number };

describe.each(databases)('deliveries on %s', (engine) => {
  let world: World;
  let device: string;
  beforeAll(async () => {
    world = await makeWorld(engine);
    device = String((await world.bob.ask('PUT', '/push/subscription', subscription('bob'))).body.id);
    await world.server.scheduler.stop();
    world.clock.set(NOW);
  });
  afterAll(() => world.close());

  /** One delivery about the alarm of Acme to the phone of bob that waits, with other values. */
  async function add(unit: Unit, { about = 'acme', ago = 0, ...values }: Delivery = {}): Promise<DeliveryRow> {
    const covers = about === 'both' ? [world.acme.alarm, world.birch.alarm] : [world[about].alarm];
    const row = {
      ...newDelivery(unit, { alarm: covers[0]!, user: world.bob.id, device, stage: 'new' }),
      id: uuidv7(Date.parse(unit.now) - ago),
      covers: toJson(covers),
      updatedAt: at(-1),
      ...values,
    };
    await allTables(unit).insertInto('delivery').values(row).execute();
    const id = row.id;
    return allTables(unit).selectFrom('delivery').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  }
  /** The alarms and deliveries after the work, and the moments at which the scheduler is to look. */
  const after = (
    alarm: Partial<StoredRowOf<'alarm'>>,
    deliveries: readonly Delivery[],
    work: (unit: Unit, rows: DeliveryRow[], services: Parameters<typeof finishDeliveries>[1]) => Promise<unknown>,
  ) =>
    undone(world, async (unit) => {
      await allTables(unit).deleteFrom('delivery').execute();
      await allTables(unit)
        .updateTable('alarm')
        .set({ sent: 5, failed: 7, unreached: 0, ...alarm })
        .execute();
      const rows: DeliveryRow[] = [];
      for (const one of deliveries) rows.push(await add(unit, one));
      const moments: string[] = [];
      const result = await work(unit, rows, {
        remindAfterMinutes: 15,
        dueBy: (_, moment) => void moments.push(moment),
      });
      const stored = await allTables(unit).selectFrom('delivery').selectAll().execute();
      const left = rows.map(({ id }) => stored.find((row) => row.id === id));
      const { acme, birch } = world;
      const alarms = await unit.lookup('alarm', [acme.alarm, birch.alarm]);
      return { result, moments, rows: left, acme: alarms.get(acme.alarm)!, birch: alarms.get(birch.alarm)! };
    });
  test.each<[string, Delivery, boolean]>([
    ['was sent to a device', { status: 'sent' }, false],
    ['was sent to a device that is gone', { status: 'sent', device: NO_ID }, true],
    ['was sent as a mail', { status: 'sent', device: null }, false],
    ['was sent silently', { status: 'sent', stage: 'taken' }, true],
    ['was sent about another alarm', { status: 'sent', about: 'birch' }, true],
    ['failed', { status: 'failed' }, true],
    ['is on its way', { status: 'sending' }, false],
    ['waits for the first try', { status: 'pending' }, false],
    ['waits for another try', { status: 'pending', detail: toJson(sendFault('unsent')) }, true],
    ['repeated it among others', { status: 'sent', stage: 'repeat', alarm: NO_ID, about: 'both' }, false],
    ['repeated it two hours ago', { status: 'sent', stage: 'repeat', alarm: NO_ID, ago: 2 * HOUR }, false],
    ['repeated it before that', { status: 'sent', stage: 'repeat', alarm: NO_ID, ago: 2 * HOUR + 1 }, true],
    ['repeated it in a mail', { status: 'sent', stage: 'repeat', alarm: NO_ID, device: null }, false],
    ['repeated it on a device that is gone', { status: 'sent', stage: 'repeat', alarm: NO_ID, device: NO_ID }, true],
    ['is to repeat it', { status: 'pending', stage: 'repeat', alarm: NO_ID }, true],
    ['repeated another', { status: 'sent', stage: 'repeat', alarm: NO_ID, about: 'birch' }, true],
    ['named it beside another', { status: 'sent', stage: 'reminder', alarm: NO_ID }, true],
  ])('an alarm whose only delivery %s', async (_, delivery, unreached) => {
    const { result } = await after({}, [delivery], async (unit) =>
      isUnreached(unit, await unit.need('alarm', world.acme.alarm)),
    );
    expect(result).toBe(unreached);
  });

  const setBob = (unit: Unit, values: Partial<RowOf<'user'>>) => unit.update('user', world.bob.id, values);
  const leave = (unit: Unit) => unit.remove('userorg', world.acme.userorg);
  const makeOwn = (unit: Unit) => unit.update('alarm', world.acme.alarm, { organization: null });
  test.each<[string, boolean, (unit: Unit) => Promise<unknown>]>([
    ['is no longer active', true, (unit) => setBob(unit, { active: false })],
    ['left the organization', true, leave],
    ['left it, but has them all', false, (unit) => leave(unit).then(() => setBob(unit, { allOrganizations: true }))],
    ['has one organization, and it is of Backwatch itself', true, makeOwn],
    ['has them all', false, (unit) => makeOwn(unit).then(() => setBob(unit, { allOrganizations: true }))],
  ])('an alarm that reached only a person who %s is unreached: %s', async (_, unreached, change) => {
    const places = [{}, { device: null }, { stage: 'repeat' as const }, { stage: 'repeat' as const, device: null }];
    const sent = places.map((one) => ({ ...one, status: 'sent' as const }));
    const { result } = await after({}, sent, async (unit) => {
      await change(unit);
      return isUnreached(unit, await unit.need('alarm', world.acme.alarm));
    });
    expect(result).toBe(unreached);
  });

  test('an alarm that reached nobody does not wait for what is on its way', async () => {
    const { result } = await after({ unreached: 1 }, [{ status: 'sending' }], async (unit) =>
      isUnreached(unit, await unit.need('alarm', world.acme.alarm)),
    );
    expect(result).toBe(true);
  });

  test('an end is written to each delivery', async () => {
    const given: Delivery = { status: 'sending', subscription: toJson({ endpoint: 'e', p256dh: 'p', auth: 'a' }) };
    const { rows } = await after({}, [given, given, given], async (unit, [sent, failed], services) => {
      await finishDeliveries(unit, services, [sent!], 'sent', null);
      await finishDeliveries(unit, services, [failed!], 'refused', sendFault('subscription'));
      await finishDeliveries(unit, services, [], 'failed', sendFault('unsent'));
    });
    const end = { nextAt: null, subscription: null, updatedAt: NOW };
    expect(rows[0]).toMatchObject({ ...end, status: 'sent', detail: null, sentAt: NOW });
    expect(rows[1]).toMatchObject({
      ...end,
      status: 'refused',
      detail: toJson(sendFault('subscription')),
      sentAt: null,
    });
    expect(rows[2]).toMatchObject({ status: 'sending', nextAt: NOW, updatedAt: at(-1) });
    expect(rows[2]?.subscription).not.toBeNull();
  });

  test.each<[string, Delivery, 'sent' | 'failed', Partial<RowOf<'alarm'>>]>([
    ['sent to a device is counted', {}, 'sent', { sent: 6, failed: 7, updatedAt: 'now' }],
    ['sent as a mail is not, and changes nothing', { device: null }, 'sent', { sent: 5, failed: 7 }],
    ['that failed is counted', {}, 'failed', { sent: 5, failed: 8, updatedAt: 'now' }],
    ['that was silent is not counted', { stage: 'taken' }, 'sent', { sent: 5, failed: 7 }],
    ['that failed silently is not either', { stage: 'resolved' }, 'failed', { sent: 5, failed: 7, unreached: false }],
    ['about no alarm is counted nowhere', { alarm: null }, 'sent', { sent: 5, failed: 7 }],
    ['about an alarm that is gone is counted nowhere', { alarm: NO_ID }, 'sent', { sent: 5, failed: 7 }],
  ])('a delivery %s', async (_, delivery, status, expected) => {
    const { acme } = await after({}, [{ status: 'sending', ...delivery }], (unit, rows, services) =>
      finishDeliveries(unit, services, rows, status, null),
    );
    const { updatedAt, ...counts } = expected;
    expect(acme).toMatchObject(counts);
    expect(acme.updatedAt === at(0)).toBe(updatedAt === 'now');
  });

  test.each([
    ['after a quarter of an hour', null, at(15)],
    ['after a quarter of an hour, not later', at(16), at(15)],
    ['when that was planned, if it is sooner', at(14), at(14)],
  ])('an alarm that turns out to have reached nobody is looked at %s', async (_, planned, nextAt) => {
    const { acme, moments } = await after({ nextAt: planned }, [{ status: 'sending' }], (unit, rows, services) =>
      finishDeliveries(unit, services, rows, 'failed', sendFault('subscription')),
    );
    expect(acme).toMatchObject({ unreached: true, nextAt });
    expect(moments).toEqual([nextAt]);
  });

  test('a snoozed alarm that turns out to have reached nobody is looked at when its snooze ends', async () => {
    const snoozed = { nextAt: at(120), snoozedUntil: at(120) };
    const { acme, moments } = await after(snoozed, [{ status: 'sending' }], (unit, rows, services) =>
      finishDeliveries(unit, services, rows, 'failed', null),
    );
    expect(acme).toMatchObject({ unreached: true, ...snoozed });
    expect(moments).toEqual([]);
  });

  test('an alarm that reached somebody after all keeps its next look', async () => {
    const { acme, moments } = await after({ unreached: 1, nextAt: at(20) }, [{}], (unit, rows, services) =>
      finishDeliveries(unit, services, rows, 'sent', null),
    );
    expect(acme).toMatchObject({ unreached: false, nextAt: at(20) });
    expect(moments).toEqual([]);
  });

  test.each([{ acknowledgedAt: NOW }, { resolvedAt: NOW }])(
    'an alarm that is over is only counted: %o',
    async (over) => {
      const { acme, moments } = await after(over, [{ status: 'sending' }], (unit, rows, services) =>
        finishDeliveries(unit, services, rows, 'failed', null),
      );
      expect([acme.failed, acme.unreached, moments]).toEqual([8, false, []]);
    },
  );

  test.each<[string, Partial<StoredRowOf<'alarm'>>, Delivery, 'sent' | 'failed', boolean]>([
    ['reached it about each of them', {}, { stage: 'repeat' }, 'sent', false],
    ['that failed did not', {}, { stage: 'repeat' }, 'failed', true],
    ['says nothing of those that are over', { acknowledgedAt: NOW }, { stage: 'repeat' }, 'sent', true],
    ['of another stage is about its own alone', {}, { stage: 'reminder' }, 'sent', true],
  ])('a repeat that names several alarms %s', async (_, alarm, values, status, unreached) => {
    const delivery: Delivery = { ...values, status: 'sending', about: 'both' };
    const { birch } = await after({ ...alarm, unreached: 1 }, [delivery], (unit, rows, services) =>
      finishDeliveries(unit, services, rows, status, null),
    );
    expect(birch.unreached).toBe(unreached);
    expect(birch.updatedAt === NOW).toBe(!unreached);
  });

  test.each<[string, Delivery[], boolean]>([
    ['is unreached, too', [], true],
    ['was sent before is not', [{ status: 'sent', about: 'birch' }], false],
  ])('an alarm that a failed repeat names beside the oldest and that %s', async (_, more, unreached) => {
    const failed: Delivery = { stage: 'repeat', status: 'sending', about: 'both' };
    const { birch, moments } = await after({ nextAt: at(20) }, [failed, ...more], async (unit, rows, services) => {
      await setBob(unit, { allOrganizations: true });
      await finishDeliveries(unit, services, rows.slice(0, 1), 'gone', null);
    });
    expect(birch).toMatchObject({ unreached, failed: 7, nextAt: unreached ? at(15) : at(20) });
    expect(moments.includes(at(15))).toBe(true);
  });

  test('a repeat changes nothing at an alarm that was reached before, nor at one that is gone', async () => {
    const covers = toJson([NO_ID, world.birch.alarm]);
    const { birch } = await after({}, [{ stage: 'repeat', covers, alarm: null }], (unit, rows, services) =>
      finishDeliveries(unit, services, rows, 'sent', null),
    );
    expect(birch.updatedAt).not.toBe(NOW);
  });

  test.each([
    [MINUTE, false],
    [MINUTE + 1, true],
  ])('a delivery that is tried again in %d ms left its alarm unreached: %s', async (waitMs, unreached) => {
    const { acme, rows } = await after({}, [{ status: 'sending' }], (unit, rows, services) =>
      rescheduleDeliveries(unit, services, rows, {
        status: 'pending',
        fault: sendFault('unsent'),
        nextAt: at(1),
        waitMs,
      }),
    );
    expect(rows[0]).toMatchObject({
      status: 'pending',
      detail: toJson(sendFault('unsent')),
      nextAt: at(1),
      updatedAt: NOW,
    });
    expect([acme.unreached, acme.failed]).toEqual([unreached, 7]);
  });

  test.each<[string, Partial<StoredRowOf<'alarm'>>, Delivery, boolean]>([
    ['did not get through', {}, {}, true],
    ['did not get through after a snooze', { snoozedUntil: NOW }, {}, true],
    ['is missed by nobody where the alarm is snoozed', { snoozedUntil: at(1) }, {}, false],
    ['is missed by nobody where somebody has the alarm', { acknowledgedAt: NOW }, {}, false],
    ['is missed by nobody where the alarm is over', { resolvedAt: NOW }, {}, false],
    ['is missed by nobody where the alarm is gone', {}, { alarm: NO_ID }, false],
    ['is missed by nobody where it is about no alarm', {}, { alarm: null }, false],
    ['is missed by nobody where it was silent', {}, { stage: 'taken' }, false],
  ])('a delivery that is cancelled %s', async (_, alarm, delivery, isMissed) => {
    const { acme, rows } = await after(alarm, [delivery], (unit, given, services) =>
      cancelDeliveries(unit, services, given, 'gone', null),
    );
    const { status, detail } = rows[0]!;
    expect([status, detail, acme.failed]).toEqual(
      isMissed ? ['gone', null, 8] : ['failed', toJson(sendFault('unneeded')), 7],
    );
  });

  test.each([
    [0, 0, true],
    [1, 0, false],
    [0, 1, false],
    [1, 1, false],
  ])('%d devices and %d mails reach nobody: %s', (devices, mails, nobody) => {
    const to = {
      devices: Array.from({ length: devices }, () => ({ id: device, user: '' })),
      mails: Array.from({ length: mails }, () => ''),
    };
    expect(isNobody(to)).toBe(nobody);
  });

  test('nobody is notified of an alarm that is not there', () => {
    expect(isSilenced(undefined, NOW)).toBe(true);
  });
});

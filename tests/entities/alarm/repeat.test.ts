// One round of the repeated notification of a person: the alarms that it names, its recipients, and whether it goes on.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newDelivery } from '#server/entities/alarm/delivery-repository.ts';
import { repeatFor } from '#server/entities/alarm/repeat.ts';
import { sendFault } from '#server/entities/alarm/send-fault.ts';
import type { RowOf } from '#server/db/engine.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { parseJson, toJson } from '#server/query/columns.ts';
import { subscription } from '#tests/samples.ts';
import { MINUTE, NO_ID, databases, makeWorld, type World } from '#tests/world.ts';
import { undone } from './undone.ts';
import { allTables } from '#tests/all-tables.ts';

describe.each(databases)('a round of repeated notifications on %s', (engine) => {
  let world: World;
  let device: string;
  beforeAll(async () => {
    world = await makeWorld(engine);
    device = String((await world.bob.ask('PUT', '/push/subscription', subscription('bob'))).body.id);
  });
  afterAll(() => world.close());

  const setAlarm = (unit: Unit, values: Partial<RowOf<'alarm'>>) => unit.update('alarm', world.acme.alarm, values);
  async function addAlarm(unit: Unit, openKey: string, values: Partial<RowOf<'alarm'>>): Promise<string> {
    const { id: _, ...alarm } = await unit.need('alarm', world.acme.alarm);
    return (await unit.insert('alarm', { ...alarm, stage: 0, snoozedUntil: null, openKey, ...values })).id;
  }
  const setBob = (unit: Unit, values: object) => unit.update('user', world.bob.id, values);
  const setRights = (unit: Unit, ...actions: ('read' | 'update')[]) =>
    allTables(unit)
      .updateTable('group')
      .set({ permissions: toJson(actions.map((action) => ({ model: 'alarm', action }))) })
      .where('id', '=', world.engineers)
      .execute();

  /** The deliveries of a round, and the next round. */
  async function roundOf(unit: Unit, user = world.bob.id) {
    const { now } = unit;
    const db = allTables(unit);
    const row = { id: user, nextAt: now, round: 0, createdAt: now, updatedAt: now };
    await db.insertInto('repeat').values(row).execute();
    await repeatFor(unit, world.server.jobContext.services, row);
    const rows = await db
      .selectFrom('delivery')
      .select(['alarm', 'device', 'covers', 'nextAt'])
      .where('stage', '=', 'repeat')
      .execute();
    const next = await db.selectFrom('repeat').select(['nextAt', 'round']).where('id', '=', user).executeTakeFirst();
    return { rows: rows.map(({ covers, ...more }) => ({ ...more, covers: parseJson(covers!) })), next };
  }
  const over = { rows: [], next: undefined };

  test('names what nobody has, escalated or not, and what is snoozed once that has ended', async () => {
    const { now } = world.clock;
    const { rows, next, covers } = await undone(world, async (unit) => {
      await setAlarm(unit, { stage: 2 });
      const named = [
        world.acme.alarm,
        await addAlarm(unit, 'young', {}),
        await addAlarm(unit, 'no longer snoozed', { snoozedUntil: now() }),
      ];
      await addAlarm(unit, 'snoozed', { stage: 2, snoozedUntil: world.clock.in(1) });
      return { ...(await roundOf(unit)), covers: named.toSorted() };
    });
    expect(rows).toEqual([{ alarm: covers[0], device, covers, nextAt: now() }]);
    expect(next).toEqual({ nextAt: world.clock.in(30 * MINUTE), round: 1 });
  });

  test.each([0, 1])('ends where the only alarm is of stage %d, before its escalation', async (stage) => {
    const round = undone(world, async (unit) => {
      await setAlarm(unit, { stage });
      return roundOf(unit);
    });
    expect(await round).toEqual(over);
  });

  test.each<[string, (unit: Unit) => Promise<unknown>]>([
    ['is not active', (unit) => setBob(unit, { active: false })],
    [
      'is rung without the right to act',
      (unit) => setBob(unit, { readOnlyAlarms: true }).then(() => setRights(unit, 'read')),
    ],
    ['may not read alarms', (unit) => setRights(unit, 'update')],
  ])('ends for a person who %s', async (_, change) => {
    const round = undone(world, async (unit) => {
      await setAlarm(unit, { stage: 2 });
      await change(unit);
      return roundOf(unit);
    });
    expect(await round).toEqual(over);
  });

  test('ends for a person who is gone', async () => {
    expect(await undone(world, (unit) => roundOf(unit, NO_ID))).toEqual(over);
  });

  test.each([
    ['is mailed', true, true, 'sent', 1],
    ['whose address is not confirmed is not', true, false, 'sent', 0],
    ['who wants no mails is not', false, true, 'sent', 0],
    ['whose last mail failed is not', true, true, 'failed', 0],
    ['who was never mailed is not', true, true, null, 0],
  ] as const)('a person without a device %s', async (_, alarmEmails, isConfirmed, last, mails) => {
    const { rows, next } = await undone(world, async (unit) => {
      await allTables(unit).deleteFrom('device').execute();
      await setAlarm(unit, { stage: 2 });
      await setBob(unit, { alarmEmails, emailConfirmedAt: isConfirmed ? unit.now : null });
      const about = { alarm: world.acme.alarm, user: world.bob.id, device: null, stage: 'new' as const };
      if (last)
        await allTables(unit)
          .insertInto('delivery')
          .values({ ...newDelivery(unit, about), status: last })
          .execute();
      return roundOf(unit);
    });
    const { alarm } = world.acme;
    const mail = { alarm, device: null, covers: [alarm], nextAt: world.clock.in(MINUTE / 2) };
    expect(rows).toEqual([mail].slice(0, mails));
    expect(next?.round).toBe(1);
  });

  describe('to a person of two organizations with mails of one', () => {
    /** A round where the alarm of Acme is of one stage, and that of Birch of another. */
    const round = (acme: number, birch: number, off: 'acme' | 'birch', failed = false) =>
      undone(world, async (unit) => {
        if (failed) await unit.update('device', device, { lastError: sendFault('unsent') });
        else await allTables(unit).deleteFrom('device').execute();
        await setBob(unit, { alarmEmails: true, emailConfirmedAt: unit.now });
        const organization = world.birch.organization;
        await unit.insert('userorg', { user: world.bob.id, organization, alarmEmails: off !== 'birch' });
        await unit.update('userorg', world.acme.userorg, { alarmEmails: off !== 'acme' });
        await setAlarm(unit, { stage: acme });
        await unit.update('alarm', world.birch.alarm, { stage: birch });
        const last = newDelivery(unit, { alarm: null, user: world.bob.id, device: null, stage: 'new' });
        await allTables(unit)
          .insertInto('delivery')
          .values({ ...last, status: 'sent' })
          .execute();
        return (await roundOf(unit)).rows.map(({ alarm, device: to, covers }) => ({ alarm, to, covers }));
      });

    test.each(['acme', 'birch'] as const)('a mail does not name the alarm of the other: %s', async (off) => {
      const { alarm } = off === 'acme' ? world.birch : world.acme;
      expect(await round(2, 2, off)).toEqual([{ alarm, to: null, covers: [alarm] }]);
    });

    test('no mail is sent while only the alarm of the other is escalated', async () => {
      expect(await round(2, 0, 'acme')).toEqual([]);
    });

    test('a device that did not take its last push is sent both', async () => {
      const [acme, birch] = [world.acme.alarm, world.birch.alarm];
      const [oldest, second] = [acme, birch].toSorted();
      const expected = [
        { alarm: oldest, to: device, covers: [oldest, second] },
        { alarm: acme, to: null, covers: [acme] },
      ];
      expect(new Set(await round(2, 2, 'birch', true))).toEqual(new Set(expected));
    });
  });
});

// An acknowledged alarm at its moments: the question, the lapse, the end of a snooze, and the person who has it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  advanceHeld,
  nextOfHeld,
  releaseAlarm,
  releaseAlarmsOf,
  releaseLostAlarms,
} from '#server/entities/alarm/acknowledged.ts';
import { candidatesFor } from '#server/entities/alarm/recipients.ts';
import type { RowOf } from '#server/db/engine.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import type { Services } from '#server/services.ts';
import { subscription } from '#tests/samples.ts';
import { HOUR, MINUTE, NO_ID, databases, makeWorld, type World } from '#tests/world.ts';
import { undone } from './undone.ts';
import { allTables } from '#tests/all-tables.ts';

describe.each(databases)('an alarm that somebody has on %s', (engine) => {
  let world: World;
  let device: string;
  beforeAll(async () => {
    world = await makeWorld(engine);
    for (const { id } of [world.alice, world.bob])
      await world.server.jobContext.write((unit) => unit.update('user', id, { alarmEmails: false }));
    device = String((await world.bob.ask('PUT', '/push/subscription', subscription('bob'))).body.id);
  });
  afterAll(() => world.close());

  const at = (minutes: number) => world.clock.in(minutes * MINUTE);
  const acknowledge = (unit: Unit, values: Partial<RowOf<'alarm'>> = {}, alarm = world.acme.alarm) =>
    unit.update('alarm', alarm, { acknowledgedAt: unit.now, acknowledgedBy: world.bob.id, nextAt: null, ...values });

  /** The deliveries that came of it, and the moments at which the scheduler is to look. */
  async function resultOf(unit: Unit, work: (services: Services) => Promise<unknown>) {
    const moments: string[] = [];
    await allTables(unit).deleteFrom('delivery').execute();
    await work({ ...world.server.jobContext.services, dueBy: (_, moment) => void moments.push(moment) });
    const rows = await allTables(unit).selectFrom('delivery').select(['stage', 'user', 'device']).execute();
    const sent = rows.map((row) => [row.stage, row.user, row.device]);
    return { sent, moments, alarm: await unit.need('alarm', world.acme.alarm) };
  }
  const advance = (values: Partial<RowOf<'alarm'>>, dueAt: string, change?: (unit: Unit) => Promise<unknown>) =>
    undone(world, async (unit) => {
      const alarm = await acknowledge(unit, values);
      await change?.(unit);
      return resultOf(unit, (services) => advanceHeld(unit, services, alarm, dueAt));
    });

  test('has its next moment at the end of a snooze, the question or the lapse, whichever is first and still ahead', () => {
    const next = (until: number | null, snooze: number | null) =>
      nextOfHeld(
        {
          acknowledgedUntil: until === null ? null : at(until),
          snoozedUntil: snooze === null ? null : at(snooze),
        },
        world.clock.now(),
      );
    expect(next(null, null)).toBeNull();
    expect(next(null, 5)).toBe(at(5));
    expect([next(60, null), next(60, 5), next(60, 50), next(60, 0)]).toEqual([at(45), at(5), at(45), at(45)]);
    expect([next(15, null), next(15, 20), next(0, 0)]).toEqual([at(15), at(15), null]);
  });

  test.each([
    ['is asked about when that is due', 15, null, 0, ['held']],
    ['is not asked about before', 16, null, 0, []],
    ['is not asked about again once that is past', 14, null, 0, []],
    ['is asked about late where the server was away', 14, null, -1, ['held']],
    ['is not asked about during a snooze', 15, 5, 0, []],
    ['has a snooze that ends, though its question is not due', 60, 0, 0, ['held']],
    ['has a snooze that ends, and never lapses', null, 0, 0, ['held']],
    ['never lapses and has no snooze', null, null, 0, []],
  ])('%s', async (_, until, snooze, due, stages) => {
    const snoozedUntil = snooze === null ? null : at(snooze);
    const acknowledgedUntil = until === null ? null : at(until);
    const { sent, moments, alarm } = await advance({ acknowledgedUntil, snoozedUntil }, at(due));
    expect(sent).toEqual(stages.map((stage) => [stage, world.bob.id, device]));
    expect(alarm).toMatchObject({ acknowledgedUntil, snoozedUntil: snooze === 0 ? null : snoozedUntil });
    expect(moments.filter((moment) => moment !== world.clock.now())).toEqual(
      alarm.nextAt === null ? [] : [alarm.nextAt],
    );
  });

  test.each([0, -1])('lapses without a sound during a snooze, %d minutes from its end on', async (until) => {
    const { sent, moments, alarm } = await advance({ acknowledgedUntil: at(until), snoozedUntil: at(5) }, at(until));
    expect(sent).toEqual([]);
    expect(moments).toEqual([at(5)]);
    expect(alarm).toMatchObject({ acknowledgedBy: null, heldBefore: world.bob.id, snoozedUntil: at(5), nextAt: at(5) });
  });

  test.each<[string, [] | ['mail'], (unit: Unit) => Promise<unknown>]>([
    [
      'mails the person who has it and has no device',
      ['mail'],
      (unit) => unit.update('user', world.bob.id, { alarmEmails: true, emailConfirmedAt: unit.now }),
    ],
    ['mails nobody who wants no mails', [], (unit) => unit.update('user', world.bob.id, { alarmEmails: false })],
  ])('%s', async (_, mails, change) => {
    const { sent } = await advance({ snoozedUntil: at(0) }, at(0), async (unit) => {
      await change(unit);
      await allTables(unit).deleteFrom('device').execute();
    });
    expect(sent).toEqual(mails.map(() => ['held', world.bob.id, null]));
  });

  test('rings the device of the person who has it, and mails nothing beside', async () => {
    const { sent } = await advance({ snoozedUntil: at(0) }, at(0), (unit) =>
      unit.update('user', world.bob.id, { alarmEmails: true, emailConfirmedAt: unit.now }),
    );
    expect(sent).toEqual([['held', world.bob.id, device]]);
  });

  test.each([null, NO_ID])('notifies nobody where the person who has it is gone (%s)', async (acknowledgedBy) => {
    const { sent, alarm } = await advance({ acknowledgedBy, snoozedUntil: at(0) }, at(0));
    expect([sent, alarm.snoozedUntil]).toEqual([[], null]);
  });

  test('rings everyone on shift when it is released, though it is snoozed', async () => {
    const { sent, alarm, moments } = await undone(world, async (unit) => {
      const row = await acknowledge(unit, { snoozedUntil: at(60) });
      return resultOf(unit, (services) => releaseAlarm(unit, services, row));
    });
    expect(sent).toEqual([['released', world.bob.id, device]]);
    expect(alarm).toMatchObject({ acknowledgedAt: null, stage: 0, snoozedUntil: null, nextAt: at(15) });
    expect(moments).toContain(at(15));
  });

  test('waits again when its person leaves; the alarms of others and those that are over stay', async () => {
    const { acme, birch, bob, alice, clock } = world;
    const [{ sent }, owners] = await undone(world, async (unit) => {
      const row = await acknowledge(unit, { snoozedUntil: at(HOUR) });
      await acknowledge(unit, { acknowledgedBy: alice.id }, birch.alarm);
      const { id: _, ...past } = row;
      const ended = await unit.insert('alarm', { ...past, openKey: null, resolvedAt: clock.now() });
      const result = await resultOf(unit, (services) => releaseAlarmsOf(unit, services, bob.id));
      const rows = await unit.lookup('alarm', [acme.alarm, birch.alarm, ended.id]);
      return [result, [acme.alarm, birch.alarm, ended.id].map((id) => rows.get(id)?.acknowledgedBy)] as const;
    });
    expect(owners).toEqual([null, alice.id, bob.id]);
    expect(sent).toEqual([['released', bob.id, device]]);
  });

  test('waits again when its person loses the permission that the same transaction asked for before', async () => {
    const owner = await undone(world, async (unit) => {
      const { organization } = await acknowledge(unit);
      await candidatesFor(unit, organization);
      await allTables(unit).deleteFrom('usergroup').where('user', '=', world.bob.id).execute();
      const { services } = world.server.jobContext;
      await releaseLostAlarms(unit, services, 'acknowledgedBy', [world.bob.id]);
      return (await unit.need('alarm', world.acme.alarm)).acknowledgedBy;
    });
    expect(owner).toBeNull();
  });
});

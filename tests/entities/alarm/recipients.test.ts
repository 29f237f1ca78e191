// The recipients of an alarm: people on shift or those who may act, on which device and by mail, and those notified before.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newDelivery } from '#server/entities/alarm/delivery-repository.ts';
import { candidatesIn, mayReceive, notYetNotified, recipientsOf } from '#server/entities/alarm/recipients.ts';
import type { DeliveryRow } from '#server/entities/internal-tables.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { toJson } from '#server/query/columns.ts';
import { subscription } from '#tests/samples.ts';
import { DAY, databases, makeWorld, type World } from '#tests/world.ts';
import { undone } from './undone.ts';
import { allTables } from '#tests/all-tables.ts';

/** By its change the person is, or is not, notified. */
type Change = (unit: Unit) => Promise<unknown>;

/** The alarm `of` an organization, and the one that the delivery names beside it. */
interface Delivery extends Partial<Omit<DeliveryRow, 'covers'>> {
  of?: 'acme' | 'birch';
  covers?: 'acme' | 'birch';
  ago?: number;
}

describe.each(databases)('the recipients of an alarm on %s', (engine) => {
  let world: World;
  let device: string;
  let bob: string;
  let organization: string;
  beforeAll(async () => {
    world = await makeWorld(engine);
    device = String((await world.bob.ask('PUT', '/push/subscription', subscription('bob'))).body.id);
    bob = world.bob.id;
    organization = world.acme.organization;
    await world.server.jobContext.write((unit) => unit.update('user', world.alice.id, { active: false }));
  });
  afterAll(() => world.close());

  const set =
    (values: object): Change =>
    (unit) =>
      unit.update('user', bob, values);
  const setRights =
    (...actions: ('read' | 'update')[]): Change =>
    (unit) =>
      allTables(unit)
        .updateTable('group')
        .set({ permissions: toJson(actions.map((action) => ({ model: 'alarm', action }))) })
        .where('id', '=', world.engineers)
        .execute();
  const unlink: Change = (unit) => allTables(unit).deleteFrom('userorg').where('user', '=', bob).execute();
  const muteLink: Change = (unit) =>
    allTables(unit).updateTable('userorg').set({ alarmEmails: 0 }).where('user', '=', bob).execute();
  const mailed: Change = (unit) => set({ alarmEmails: true, emailConfirmedAt: unit.now })(unit);
  const all =
    (...changes: Change[]): Change =>
    async (unit) => {
      for (const change of changes) await change(unit);
    };
  const none: Change = () => Promise.resolve();
  const night = set({ isDay: true, timeZone: 'Europe/Berlin' });
  const deviceGone: Change = (unit) => allTables(unit).deleteFrom('device').execute();
  const viewer = setRights('read');

  test.each<[string, Change, 'rung' | 'dayShift' | 'readOnly' | 'noDevice' | null, boolean]>([
    ['may act', none, 'rung', true],
    ['has no device', deviceGone, 'noDevice', false],
    ['is on day shift, at night', night, 'dayShift', true],
    ['is on day shift, at night, without a device or mails', all(night, deviceGone), 'noDevice', false],
    ['is on day shift, at night, without a device but with mails', all(night, deviceGone, mailed), 'dayShift', false],
    ['is on day shift, at night, and only reads alarms', all(night, viewer), 'readOnly', false],
    ['only reads alarms', viewer, 'readOnly', false],
    ['only reads alarms and wants pushes', all(viewer, set({ readOnlyAlarms: true })), 'rung', false],
    ['may act and not read', setRights('update'), 'rung', true],
    ['has no right to alarms', setRights(), null, false],
    ['is not active', set({ active: false }), null, false],
    ['is not linked to the organization', unlink, null, false],
    ['is in all organizations', all(unlink, set({ allOrganizations: true })), 'rung', true],
  ])('a person who %s', async (_, change, state, escalates) => {
    const [shift, everyone] = await undone(world, async (unit) => {
      await change(unit);
      return [
        await recipientsOf(unit, { organization }, 'shift'),
        await recipientsOf(unit, { organization }, 'everyone'),
      ];
    });
    const devices = [{ id: device, user: bob, endpoint: expect.any(String), lastError: null }];
    expect(shift.devices).toEqual(state === 'rung' ? devices : []);
    expect(everyone.devices).toEqual(escalates ? devices : []);
    const notRung = state === null || state === 'rung' ? [] : [{ user: bob, reason: state }];
    expect(shift.notRung).toEqual(notRung);
  });

  test.each<[string, Change, boolean]>([
    ['wants mails', mailed, true],
    ['wants none', all(mailed, set({ alarmEmails: false })), false],
    ['wants none of this organization', all(mailed, muteLink), false],
    ['has no link that says so', all(mailed, unlink, set({ allOrganizations: true })), true],
    ['has an address that nobody confirmed', all(mailed, set({ emailConfirmedAt: null })), false],
  ])('a person who %s is mailed: %s', async (_, change, isMailed) => {
    const [{ mails }, receives] = await undone(world, async (unit) => {
      await change(unit);
      const user = await unit.need('user', bob);
      return [
        await recipientsOf(unit, { organization }, 'shift'),
        await mayReceive(unit, user, organization, true),
      ] as const;
    });
    expect(mails).toEqual(isMailed ? [bob] : []);
    expect(receives).toBe(isMailed);
  });

  test.each<[string, Change, boolean]>([
    ['is linked and may act', none, true],
    ['is not active', set({ active: false }), false],
    ['only reads alarms', viewer, false],
    ['only reads alarms and wants pushes', all(viewer, set({ readOnlyAlarms: true })), true],
    ['may not read alarms', setRights('update'), false],
    ['is linked to no organization', unlink, false],
    ['is in all organizations', all(unlink, set({ allOrganizations: true })), true],
  ])('a person who %s may receive a push: %s', async (_, change, receives) => {
    const result = await undone(world, async (unit) => {
      await change(unit);
      const user = await unit.need('user', bob);
      const { allOrganizations } = user;
      const other = await mayReceive(unit, user, world.birch.organization, false);
      return [await mayReceive(unit, user, organization, false), other === allOrganizations];
    });
    expect(result).toEqual([receives, true]);
  });

  test('a person is mailed about several organizations where one link has mails', async () => {
    const candidates = await undone(world, async (unit) => {
      await all(mailed, muteLink)(unit);
      const { organization: other } = world.birch;
      await unit.insert('userorg', { user: bob, organization: other, alarmEmails: true });
      return candidatesIn(unit, [organization, other]);
    });
    expect(candidates.filter(({ id }) => id === bob).map(({ wantsMails }) => wantsMails)).toEqual([true]);
  });

  test('a hundred people on whom nothing rings are recorded, and no more', async () => {
    const { notRung } = await undone(world, async (unit) => {
      const db = allTables(unit);
      const person = await db
        .selectFrom('user')
        .selectAll()
        .where('id', '=', world.charlie.id)
        .executeTakeFirstOrThrow();
      const ids = Array.from({ length: 101 }, (_, index) => `crowd-${index}`);
      const crowd = ids.map((id) => ({ ...person, id, email: id, allOrganizations: 1 as const }));
      await db.insertInto('user').values(crowd).execute();
      const stamps = { createdAt: unit.now, updatedAt: unit.now };
      const members = ids.map((id) => ({ id, user: id, group: world.engineers, ...stamps }));
      await db.insertInto('usergroup').values(members).execute();
      return recipientsOf(unit, { organization }, 'shift');
    });
    expect(notRung).toHaveLength(100);
  });

  /** One delivery about the alarm of Acme to the device of bob, with other values. */
  async function deliver(
    unit: Unit,
    { covers, ...values }: Partial<Omit<DeliveryRow, 'covers'>> & { covers?: string },
  ) {
    const row = newDelivery(unit, { alarm: world.acme.alarm, user: bob, device, stage: 'new' });
    await allTables(unit)
      .insertInto('delivery')
      .values({ ...row, covers: toJson(covers === undefined ? [] : [covers]), ...values })
      .execute();
  }
  const [here, there] = ['acme', 'birch'] as const;
  test.each<[string, Delivery, ('device' | 'mail')[]]>([
    ['waits for the device', {}, ['mail']],
    ['is on its way to the device', { status: 'sending' }, ['mail']],
    ['was sent to the device', { status: 'sent' }, ['device', 'mail']],
    ['waits for it about another alarm', { of: there }, ['device', 'mail']],
    ['waits and repeats the alarm', { of: there, covers: here, stage: 'repeat' }, ['mail']],
    ['waits and repeats another', { of: there, covers: there, stage: 'repeat' }, ['device', 'mail']],
    [
      'was sent and repeated the alarm',
      { of: there, covers: here, stage: 'repeat', status: 'sent' },
      ['device', 'mail'],
    ],
    ['waits and names it beside another', { of: there, covers: here, stage: 'reminder' }, ['device', 'mail']],
    ['waits as a mail', { device: null, ago: 2 * DAY }, ['device']],
    ['was mailed within a day', { device: null, status: 'sent', ago: DAY - 1 }, ['device']],
    ['was mailed a day ago', { device: null, status: 'sent', ago: DAY }, ['device', 'mail']],
    ['was mailed about another alarm', { device: null, status: 'sent', of: there }, ['device', 'mail']],
  ])('a delivery that %s leaves to be notified', async (_, { of = here, covers, ago = 0, ...values }, left) => {
    const result = await undone(world, async (unit) => {
      await allTables(unit).deleteFrom('delivery').execute();
      const createdAt = world.clock.in(-ago);
      const named = covers && { covers: world[covers].alarm };
      await deliver(unit, { ...values, alarm: world[of].alarm, createdAt, ...named });
      const alarm = await unit.need('alarm', world.acme.alarm);
      return notYetNotified(unit, alarm, { devices: [{ id: device, user: bob }], mails: [bob] });
    });
    const kinds = [...result.devices.map(({ id }) => id === device && 'device'), ...result.mails.map(() => 'mail')];
    expect(kinds).toEqual(left);
  });

  test.each<[string, Partial<DeliveryRow>, string, number]>([
    ['was sent an alarm', { status: 'sent' }, 'push.example.com', 1],
    ['is to be sent it', { status: 'pending' }, 'push.example.com', 0],
    ['cannot replace it', { status: 'sent' }, 'web.push.apple.com', 0],
  ])('a device that %s is notified of its end', async (_, values, host, count) => {
    const { acme, birch } = world;
    const results = await undone(world, async (unit) => {
      await allTables(unit).deleteFrom('delivery').execute();
      await allTables(unit)
        .updateTable('device')
        .set({ endpoint: `https://${host}/a` })
        .execute();
      for (const stage of ['new', 'reminder'] as const) await deliver(unit, { ...values, stage });
      const of = (id: string) => recipientsOf(unit, { id, organization }, 'already-notified');
      return [await of(acme.alarm), await of(birch.alarm)];
    });
    const devices = Array.from({ length: count }, () => ({ id: device, user: bob }));
    expect(results).toEqual([
      { devices, mails: [] },
      { devices: [], mails: [] },
    ]);
  });
});

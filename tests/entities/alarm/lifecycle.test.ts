// The begin and the end of an alarm: it is raised once, and its end is for the devices that were sent it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newDelivery } from '#server/entities/alarm/delivery-repository.ts';
import { open, resolveOpen } from '#server/entities/alarm/lifecycle.ts';
import { subscription } from '#tests/samples.ts';
import { databases, makeWorld, type World } from '#tests/world.ts';
import { undone } from './undone.ts';
import { allTables } from '#tests/all-tables.ts';

describe.each(databases)('an alarm on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
    for (const { id } of [world.alice, world.bob])
      await world.server.jobContext.write((unit) =>
        unit.update('user', id, { alarmEmails: true, emailConfirmedAt: unit.now }),
      );
    await world.bob.ask('PUT', '/push/subscription', subscription('bob'));
  });
  afterAll(() => world.close());

  test('that is raised again while it is open is one alarm, and its deliveries are not made again', async () => {
    const { acme, bob, server } = world;
    const [rows, devices] = await undone(world, async (unit) => {
      const about = { kind: 'failed', system: acme.system, organization: acme.organization } as const;
      const facts = { since: unit.now, reason: null, cause: null, lastBackup: null, dueAt: null, addedAt: unit.now };
      const raise = () => open(unit, server.jobContext.services, { ...about, ...facts, openKey: 'one' });
      for (let time = 0; time < 2; time += 1) await raise();
      const alarms = await allTables(unit)
        .selectFrom('alarm')
        .select(['id', 'note'])
        .where('openKey', '=', 'one')
        .execute();
      const ids = alarms.map(({ id }) => id);
      const sent = await allTables(unit)
        .selectFrom('delivery')
        .select(['user', 'device'])
        .where('alarm', 'in', ids)
        .execute();
      return [alarms, sent.filter(({ device }) => device !== null)];
    });
    expect(rows.map(({ note }) => note)).toEqual(['']);
    expect(devices.map(({ user }) => user)).toEqual([bob.id]);
  });

  test.each([
    ['was sent to a phone is ended there, and by no mail', 'sent', 1],
    ['was sent nowhere is ended nowhere', 'pending', 0],
  ] as const)('that %s', async (_, status, count) => {
    const { acme, bob, server } = world;
    const ends = await undone(world, async (unit) => {
      await allTables(unit).deleteFrom('delivery').execute();
      const device = await allTables(unit).selectFrom('device').select('id').executeTakeFirstOrThrow();
      const about = { alarm: acme.alarm, user: bob.id, device: device.id, stage: 'new' as const };
      await allTables(unit)
        .insertInto('delivery')
        .values({ ...newDelivery(unit, about), status })
        .execute();
      const { openKey } = await unit.need('alarm', acme.alarm);
      await resolveOpen(unit, server.jobContext.services, String(openKey));
      expect(await unit.need('alarm', acme.alarm)).toMatchObject({ resolvedAt: unit.now, openKey: null, nextAt: null });
      return allTables(unit)
        .selectFrom('delivery')
        .select(['user', 'device'])
        .where('stage', '=', 'resolved')
        .execute();
    });
    expect(ends).toEqual(Array.from({ length: count }, () => ({ user: bob.id, device: expect.any(String) })));
  });
});

// Deadlines: raised at the moment, once, whoever looks first; what came due while nobody ran is raised at the start.
import { afterEach, describe, expect, test } from 'vitest';
import { castOf } from '#tests/cast.ts';
import { makeGround } from '#tests/test-database.ts';
import {
  Clock,
  DAY,
  HOUR,
  MINUTE,
  RecordingPush,
  START,
  databases,
  makeWorld,
  startServer,
  type World,
} from '#tests/world.ts';
import { subscription } from '#tests/samples.ts';
import { alarmsOf, healthOf, watched } from './watched.ts';
import { allTables } from '#tests/all-tables.ts';

const worlds: World[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

describe.each(databases)('deadlines on %s', (engine) => {
  const fresh = async () => {
    const world = await makeWorld(engine);
    worlds.push(world);
    return world;
  };

  test('a late backup is shown late, and raises its alarm a millisecond after its moment and not before', async () => {
    const world = await fresh();
    const system = await watched(world);
    world.clock.set(START);
    const [due, alarm] = [Date.parse(START) + DAY, Date.parse(START) + DAY + 2 * HOUR];
    for (const [at, health, alarms] of [
      [due, 'ok', 0],
      [due + 1, 'late', 0],
      [alarm, 'late', 0],
      [alarm + 1, 'overdue', 1],
    ] as const) {
      world.clock.set(new Date(at).toISOString());
      await world.settle();
      expect([await healthOf(world, system), (await alarmsOf(world, system)).length]).toEqual([health, alarms]);
    }
    const [raised] = await alarmsOf(world, system);
    expect(raised).toEqual({
      kind: 'overdue',
      since: new Date(alarm).toISOString(),
      createdAt: new Date(alarm + 1).toISOString(),
      resolvedAt: null,
    });
    expect(world.log.failures).toEqual([]);
  });

  test('the running server raises by itself, without being asked, within a second of the moment', async () => {
    const world = await fresh();
    const system = await watched(world);
    world.clock.advance(DAY + 2 * HOUR - 700);
    await world.settle();
    world.clock.run();
    // How late a plain timer is on this machine now: what the scheduler cannot be blamed for.
    const moment = Date.now() + 700;
    const lag = new Promise<number>((resolve) => void setTimeout(() => resolve(Date.now() - moment), 700));
    world.server.scheduler.wake();
    await expect.poll(() => alarmsOf(world, system), { timeout: 30_000, interval: 100 }).toHaveLength(1);
    const [raised] = await alarmsOf(world, system);
    expect(Date.parse(String(raised?.createdAt)) - Date.parse(String(raised?.since)) - (await lag)).toBeLessThan(1000);
  });

  test('a system that never backed up is not backed up from its due moment on', async () => {
    const world = await fresh();
    const { body } = await world.alice.ask('POST', '/system', {
      name: 'Never',
      organization: world.acme.organization,
      schedule: world.schedule,
    });
    world.clock.advance(DAY);
    await world.settle();
    expect(await healthOf(world, body.id)).toBe('waiting');
    world.clock.advance(1);
    await world.settle();
    expect((await alarmsOf(world, body.id)).map(({ kind }) => kind)).toEqual(['notBackedup']);
  });

  test('the backup that came at last resolves the alarm; the next night counts from it', async () => {
    const world = await fresh();
    const system = await watched(world);
    world.clock.advance(2 * DAY);
    await world.settle();
    await world.rosie.ask('POST', '/client/report', {
      system,
      event: 'success',
      at: world.clock.now(),
      file: 'b',
      size: 1,
    });
    const [alarm] = await alarmsOf(world, system);
    expect([alarm?.resolvedAt, await healthOf(world, system)]).toEqual([world.clock.now(), 'ok']);
    world.clock.advance(DAY + 2 * HOUR + 1);
    await world.settle();
    expect((await alarmsOf(world, system)).map(({ kind }) => kind)).toEqual(['overdue', 'overdue']);
  });

  test('a paused system raises nothing; it wakes by itself at its hour and is judged at once', async () => {
    const world = await fresh();
    const system = await watched(world);
    const until = world.clock.in(3 * DAY);
    await world.alice.ask('PATCH', `/system/${system}`, { active: false, reenableTime: until });
    world.clock.advance(2 * DAY);
    await world.settle();
    expect([await healthOf(world, system), await alarmsOf(world, system)]).toEqual(['unwatched', []]);
    world.clock.set(until);
    await world.settle();
    const { body } = await world.alice.ask('GET', `/system/${system}`);
    expect([body.active, body.reenableTime, body.health]).toEqual([true, null, 'overdue']);
    expect(body.strip.slice(-4)).not.toContain('mm');
  });

  test('a strip names the day of its last cell, in the time zone of the organization', async () => {
    const world = await fresh();
    const { system, organization } = world.acme;
    const stripDay = async () => (await world.alice.ask('GET', `/system/${system}`)).body.stripDay;
    world.clock.set('2026-12-01T22:59:00.000Z');
    expect(await stripDay()).toBe('2026-12-01');
    world.clock.advance(MINUTE);
    expect(await stripDay()).toBe('2026-12-02');
    await world.alice.ask('PATCH', `/organization/${organization}`, { timeZone: 'America/New_York' });
    expect(await stripDay()).toBe('2026-12-01');
  });

  test('pausing resolves what was open', async () => {
    const world = await fresh();
    const { system } = world.acme;
    await world.alice.ask('PATCH', `/system/${system}`, { active: false });
    expect((await alarmsOf(world, system)).filter(({ resolvedAt }) => resolvedAt === null)).toEqual([]);
  });

  test('an organization that was paused is watched again when it is resumed', async () => {
    const world = await fresh();
    const system = await watched(world);
    const path = `/organization/${world.acme.organization}`;
    await world.bob.ask('PATCH', path, { active: false });
    expect((await alarmsOf(world, world.acme.system)).every(({ resolvedAt }) => resolvedAt !== null)).toBe(true);
    world.clock.advance(2 * DAY);
    await world.settle();
    expect([await healthOf(world, system), await alarmsOf(world, system)]).toEqual(['unwatched', []]);
    await world.bob.ask('PATCH', path, { active: true });
    await world.settle();
    expect([await healthOf(world, system), (await alarmsOf(world, system)).map(({ kind }) => kind)]).toEqual([
      'overdue',
      ['overdue'],
    ]);
  });

  test('an organization paused until an hour is watched again from it, and that is published', async () => {
    const world = await fresh();
    const system = await watched(world);
    const line = await world.bob.line();
    await line.ask('GET', '/api/app/subscribe');
    const until = world.clock.in(3 * DAY);
    const path = `/organization/${world.acme.organization}`;
    await world.alice.ask('PATCH', path, { active: false, reenableTime: until });
    (await line.caughtUp()).length = 0;
    world.clock.set(until);
    await world.settle();
    const back = { active: true, reenableTime: null };
    expect((await world.alice.ask('GET', path)).body).toMatchObject(back);
    const updates = (await line.caughtUp()).filter(({ event }) => event === 'organization');
    expect(updates.map(({ payload }) => payload)).toContainEqual(
      expect.objectContaining({ verb: 'updated', id: world.acme.organization, data: expect.objectContaining(back) }),
    );
    expect((await alarmsOf(world, system)).map(({ kind }) => kind)).toEqual(['overdue']);
  });

  test('a shared schedule that is changed moves the deadlines of all organizations', async () => {
    const world = await fresh();
    const system = await watched(world);
    const weeks = { intervalUnit: 'Weeks' };
    expect((await world.dave.ask('PATCH', `/schedule/${world.schedule}`, weeks)).status).toBe(403);
    expect((await world.alice.ask('PATCH', `/schedule/${world.schedule}`, weeks)).status).toBe(200);
    const { dueAt } = (await world.alice.ask('GET', `/system/${system}`)).body;
    expect(dueAt).toBe(new Date(Date.parse(START) + 7 * DAY).toISOString());
    world.clock.advance(3 * DAY);
    await world.settle();
    expect(await alarmsOf(world, system)).toEqual([]);
    await world.alice.ask('PATCH', `/schedule/${world.schedule}`, { intervalUnit: 'Days' });
    expect((await alarmsOf(world, system)).map(({ kind }) => kind)).toEqual(['overdue']);
  });

  test('what came due while no server ran is raised after the grace of the next one, and pushed', async () => {
    const ground = await makeGround(engine);
    const clock = new Clock(START);
    const before = await startServer(ground, { clock });
    const cast = await castOf(before);
    await cast.alice.ask('PUT', '/push/subscription', subscription('phone'));
    const { body } = await cast.alice.ask('POST', '/system', {
      name: 'Alone',
      organization: cast.acme.organization,
      schedule: cast.schedule,
    });
    cast.leave();
    await before.close();
    clock.advance(40 * DAY);
    const push = new RecordingPush();
    const after = await startServer(ground, { clock, push });
    await after.settle();
    clock.advance(15 * MINUTE + 1);
    await after.settle();
    const alarms = await after.store.read((db) =>
      db.selectFrom('alarm').selectAll().where('system', '=', body.id).execute(),
    );
    expect(alarms.map(({ kind }) => kind)).toEqual(['notBackedup']);
    expect(push.sent.length).toBeGreaterThan(0);
    await after.close();
    await ground.gone();
  });

  test('a kind of work that fails does not hold the others up, and is tried again', async () => {
    const world = await fresh();
    const system = await watched(world);
    await world.server.jobContext.write((unit) =>
      allTables(unit)
        .updateTable('system')
        .set({ heartbeatDay: 'broken' })
        .where('id', '=', world.birch.system)
        .execute(),
    );
    await world.server.jobContext.write((unit) =>
      allTables(unit).updateTable('system').set({ reenableTime: START }).where('id', '=', world.birch.system).execute(),
    );
    world.clock.advance(DAY + 2 * HOUR + 1);
    await world.settle();
    expect((await alarmsOf(world, system)).map(({ kind }) => kind)).toEqual(['overdue']);
    expect(world.log.failures.length).toBeGreaterThan(0);
    expect(world.server.scheduler.runs()).toBe(false);
    expect((await world.nobody.browser.ask('GET', '/readyz')).status).toBe(503);
  });

  test('a push service that does not answer holds no deadline up', async () => {
    let let_go = (): void => undefined;
    const held = new Promise<void>((resolve) => (let_go = resolve));
    const push = { send: () => held.then(() => ({ result: 'accepted' as const, detail: 'late' })) };
    const world = await makeWorld(engine, { push });
    worlds.push(world);
    await world.alice.ask('PUT', '/push/subscription', subscription('slow'));
    await world.rosie.ask('POST', '/client/report', {
      system: await watched(world, 'First'),
      event: 'failed',
      at: world.clock.now(),
    });
    const system = await watched(world, 'Second');
    world.clock.advance(DAY + 2 * HOUR + 1);
    world.server.scheduler.wake();
    await expect.poll(() => alarmsOf(world, system), { timeout: 30_000, interval: 20 }).toHaveLength(1);
    let_go();
    await world.settle();
  });

  test('reminded after 15 minutes, escalated after 30, and then repeated every half hour', async () => {
    const push = new RecordingPush();
    const world = await makeWorld(engine, { push });
    worlds.push(world);
    for (const { alarm } of [world.acme, world.birch]) await world.alice.ask('POST', `/alarm/${alarm}/resolve`, {});
    await world.alice.ask('PUT', '/push/subscription', subscription('alice'));
    await world.rosie.ask('POST', '/client/report', {
      system: await watched(world),
      event: 'failed',
      at: world.clock.now(),
    });
    await world.settle();
    const pushesBefore = push.sent.length;
    expect(pushesBefore).toBe(1);
    for (const [minutes, total] of [
      [14, 1],
      [1, 2],
      [14, 2],
      [1, 3],
      [29, 3],
      [1, 4],
      [30, 5],
    ] as const) {
      world.clock.advance(minutes * MINUTE);
      await world.settle();
      expect([
        minutes,
        push.sent.filter(({ envelope }) => JSON.stringify(envelope).includes('Watched')).length,
      ]).toEqual([minutes, total]);
    }
  });
});

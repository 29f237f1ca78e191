// An alarm that somebody took: the other devices that showed it say so, without a sound and in the place of what rang.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PushOutcome } from '#server/ports/push.ts';
import { subscription } from '#tests/samples.ts';
import { MINUTE, databases, makeWorld, type Person, type World } from '#tests/world.ts';
import { AnsweringPush } from './answering-push.ts';
import { watched } from './watched.ts';
import { allTables } from '#tests/all-tables.ts';
import { sendFault } from '#server/entities/alarm/send-fault.ts';
import { toJson } from '#server/query/columns.ts';

const BUSY: PushOutcome = { result: 'retry', detail: 'HTTP 503', retryAfterSeconds: 30 };

describe.each(databases)('an alarm that was taken on %s', (engine) => {
  let world: World;
  let push: AnsweringPush;
  beforeEach(async () => {
    push = new AnsweringPush();
    world = await makeWorld(engine, { push, pushHosts: ['push.example.com', '*.push.apple.com'] });
    const open = (await world.alice.ask('GET', '/alarm')).body as { id: string }[];
    for (const { id } of open) await world.alice.ask('POST', `/alarm/${id}/acknowledge`, {});
  });
  afterEach(() => world.close());

  const phone = async (person: Person, name: string, host = 'push.example.com'): Promise<string> => {
    const given = { ...subscription(name), endpoint: `https://${host}/${name}` };
    await person.ask('PUT', '/push/subscription', given);
    return given.endpoint;
  };
  async function passes(ms: number): Promise<void> {
    world.clock.advance(ms);
    await world.settle();
  }
  const report = (system: string, more: object) =>
    world.rosie.ask('POST', '/client/report', { system, at: world.clock.now(), ...more });
  const mends = (system: string) => report(system, { event: 'success', file: 'b', size: 1 });
  /** Systems of these names that fail at once, and their alarms. */
  async function fail(...names: string[]): Promise<{ id: string; system: string }[]> {
    const systems = await Promise.all(names.map((name) => watched(world, name)));
    world.clock.advance(MINUTE);
    await world.server.scheduler.stop();
    for (const system of systems) await report(system, { event: 'failed', text: 'no disk' });
    world.server.scheduler.start();
    await world.settle();
    const ids = systems.map(async (system) => (await world.alice.ask('GET', `/alarm?system=${system}`)).body[0].id);
    return (await Promise.all(ids)).map((id, index) => ({ id: String(id), system: systems[index]! }));
  }
  const act = async (person: Person, what: 'acknowledge' | 'release', { id }: { id: string }) => {
    expect((await person.ask('POST', `/alarm/${id}/${what}`, {})).status).toBe(200);
    await world.settle();
  };
  /** Notifications at an address since the last call. */
  function at(endpoint: string): { title: string; body: string; tag: string; data: any }[] {
    const came = push.sent.filter((one) => one.subscription.endpoint === endpoint);
    for (const one of came) push.sent.splice(push.sent.indexOf(one), 1);
    return came.map(({ envelope, message: { urgency } }) => ({ ...envelope.notification, urgency }));
  }
  const titles = (endpoint: string) => at(endpoint).map(({ title }) => title);
  const ends = () =>
    world.server.jobContext.read((unit) =>
      allTables(unit)
        .selectFrom('delivery')
        .select(['device', 'status', 'detail'])
        .where('stage', '=', 'taken')
        .execute(),
    );
  const delivery = async ({ id }: { id: string }) => (await world.alice.ask('GET', `/alarm/${id}`)).body.delivery;

  test('says by whom on every other device that showed it, once, silently and in its place', async () => {
    const hers = await phone(world.alice, 'hers');
    const iphone = await phone(world.alice, 'iphone', 'web.push.apple.com');
    const [alarm] = await fail('Ledger');
    const [rang] = at(hers);
    expect(at(iphone)).toHaveLength(1);
    const late = await phone(world.alice, 'late');
    await act(world.bob, 'acknowledge', alarm!);
    const silent = { silent: true, renotify: false, requireInteraction: false, actions: [], urgency: 'normal' };
    expect(at(hers)).toEqual([
      expect.objectContaining({
        ...silent,
        title: 'Ledger acknowledged by Bob',
        body: 'Acknowledged by Bob at 4:01 AM. no disk. Acme',
        tag: rang?.tag,
        app_badge: 0,
      }),
    ]);
    await act(world.bob, 'acknowledge', alarm!);
    await act(world.alice, 'acknowledge', alarm!);
    for (const endpoint of [hers, iphone, late]) expect(at(endpoint)).toEqual([]);
  });

  test('by a press on its notification says so everywhere but there, where the worker has', async () => {
    const [his, laptop] = [await phone(world.bob, 'his'), await phone(world.bob, 'laptop')];
    await fail('Ledger');
    const [{ data } = { data: {} }] = at(his);
    expect(titles(laptop)).toEqual(['Ledger failed']);
    const given = { token: data.token, act: 'acknowledge', idempotencyKey: 'one press' };
    for (const press of [given, given])
      expect((await world.nobody.ask('POST', '/alarm/act', press)).body.outcome).toBe('done');
    await world.settle();
    expect(at(his)).toEqual([]);
    expect(titles(laptop)).toEqual(['Ledger acknowledged by you']);
  });

  test('and given back before that left says nothing', async () => {
    const hers = await phone(world.alice, 'hers');
    const [alarm] = await fail('Ledger');
    at(hers);
    const before = await delivery(alarm!);
    push.answers.set(hers, BUSY);
    await act(world.bob, 'acknowledge', alarm!);
    expect(at(hers)).toHaveLength(1);
    push.answers.clear();
    await act(world.bob, 'release', alarm!);
    await passes(31_000);
    expect(at(hers)).toEqual([]);
    expect(await ends()).toEqual([
      { device: expect.anything(), status: 'failed', detail: toJson(sendFault('unneeded')) },
    ]);
    expect(await delivery(alarm!)).toEqual(before);
    await passes(15 * MINUTE);
    expect(titles(hers)).toEqual(['Still waiting: Ledger failed']);
  });

  test('and over before that left says only that', async () => {
    const hers = await phone(world.alice, 'hers');
    const [alarm] = await fail('Ledger');
    at(hers);
    push.answers.set(hers, BUSY);
    await act(world.bob, 'acknowledge', alarm!);
    expect(at(hers)).toHaveLength(1);
    push.answers.clear();
    world.clock.advance(MINUTE);
    await mends(alarm!.system);
    await world.settle();
    expect(titles(hers)).toEqual(['Ledger is backed up']);
  });

  test.each<[PushOutcome | null]>([[null], [BUSY], [{ result: 'refused', detail: 'HTTP 400' }]])(
    'reached nobody by saying so, and misses nobody: %o',
    async (answer) => {
      const hers = await phone(world.alice, 'hers');
      const [alarm] = await fail('Ledger');
      at(hers);
      const before = await delivery(alarm!);
      expect(before).toEqual({ sent: 1, shown: 0, failed: 0, unreached: false });
      if (answer) push.answers.set(hers, answer);
      await act(world.bob, 'acknowledge', alarm!);
      const [{ data } = { data: {} }] = at(hers);
      const receipt = { token: data.token, pushId: data.pushId, shownAt: world.clock.now() };
      expect((await world.nobody.ask('POST', '/push/receipt', receipt)).status).toBe(200);
      expect(await delivery(alarm!)).toEqual(before);
    },
  );

  test('and released is unreached where only that it was taken got to a device that is there', async () => {
    const hers = await phone(world.alice, 'hers');
    const [alarm] = await fail('Ledger');
    await act(world.bob, 'acknowledge', alarm!);
    // As if the device that rang were gone, and this one had received only that the alarm was acknowledged.
    await world.server.jobContext.write(async (unit) => {
      const db = allTables(unit);
      await db.deleteFrom('delivery').where('alarm', '=', alarm!.id).where('stage', '!=', 'taken').execute();
      await db.updateTable('user').set({ alarmEmails: 0 }).execute();
    });
    await act(world.bob, 'release', alarm!);
    push.answers.set(hers, { result: 'refused', detail: 'HTTP 400' });
    await passes(15 * MINUTE);
    expect((await delivery(alarm!)).unreached).toBe(true);
  });

  test('is sent as no mail', async () => {
    await world.server.jobContext.write((unit) =>
      unit.update('user', world.alice.id, { alarmEmails: true, emailConfirmedAt: unit.now }),
    );
    const [alarm] = await fail('Ledger');
    await act(world.bob, 'acknowledge', alarm!);
    expect(await ends()).toEqual([]);
  });

  test('of several in one notification leaves the open ones there, and at last that all are acknowledged', async () => {
    const hers = await phone(world.alice, 'hers');
    const alarms = await fail('One', 'Two', 'Three', 'Four', 'Five');
    const [burst] = at(hers);
    expect(burst).toMatchObject({ title: '5 failed at Acme', silent: false });
    await act(world.bob, 'acknowledge', alarms[0]!);
    const place = { tag: burst?.tag, silent: true };
    expect(at(hers)).toEqual([expect.objectContaining({ ...place, title: '4 failed at Acme' })]);
    await act(world.bob, 'release', alarms[0]!);
    world.clock.advance(MINUTE);
    await mends(alarms[1]!.system);
    await world.settle();
    expect(at(hers)).toEqual([expect.objectContaining({ ...place, title: '4 failed at Acme' })]);
    await world.server.scheduler.stop();
    for (const alarm of alarms.filter((_, index) => index !== 1))
      await world.bob.ask('POST', `/alarm/${alarm.id}/acknowledge`, {});
    world.server.scheduler.start();
    await world.settle();
    expect(at(hers)).toEqual([
      expect.objectContaining({ ...place, title: '4 alarms acknowledged by Bob', actions: [] }),
    ]);
  });

  test('never silences what rings in the same breath', async () => {
    const hers = await phone(world.alice, 'hers');
    const alarms = await fail('One', 'Two', 'Three', 'Four');
    at(hers);
    const late = await watched(world, 'Late');
    await world.server.scheduler.stop();
    await report(late, { event: 'failed', text: 'no disk' });
    await world.bob.ask('POST', `/alarm/${alarms[0]!.id}/acknowledge`, {});
    world.server.scheduler.start();
    await world.settle();
    expect(at(hers).at(-1)).toMatchObject({ title: '4 failed at Acme', silent: false });
  });
});

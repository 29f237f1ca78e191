// Pushes on their way: one that hangs delays nothing else, a failure is retried and given up, many are sent as one.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PushMessage, PushOutcome, PushSubscription } from '#server/ports/push.ts';
import { subscription } from '#tests/samples.ts';
import { HOUR, MINUTE, RecordingPush, databases, makeWorld, type Person, type World } from '#tests/world.ts';
import { watched } from './watched.ts';
import { allTables } from '#tests/all-tables.ts';
import { sendFault } from '#server/entities/alarm/send-fault.ts';
import { toJson } from '#server/query/columns.ts';

/** Answers as scripted for an address, and accepts for every other. */
class Pushes extends RecordingPush {
  close?: () => void;
  readonly answers = new Map<string, () => Promise<PushOutcome>>();
  override async send(to: PushSubscription, message: PushMessage) {
    const taken = await super.send(to, message);
    return ((await this.answers.get(to.endpoint)?.()) ?? taken) as typeof taken;
  }
  /** Notifications at that address: title, tag and whether it rings. */
  at = (endpoint: string) =>
    this.sent
      .filter((one) => one.subscription.endpoint === endpoint)
      .map(({ envelope }) => envelope.notification as { title: string; tag: string; silent: boolean; data: any });
}

describe.each(databases)('pushes on %s', (engine) => {
  let world: World;
  let push: Pushes;
  beforeEach(async () => {
    push = new Pushes();
    world = await makeWorld(engine, { push });
    const open = (await world.bob.ask('GET', '/alarm')).body as { id: string }[];
    for (const { id } of open) await world.bob.ask('POST', `/alarm/${id}/acknowledge`, {});
  });
  afterEach(() => world.close());

  const phone = async (person: Person, name: string): Promise<string> => {
    const given = subscription(name);
    await person.ask('PUT', '/push/subscription', given);
    return given.endpoint;
  };
  const breaks = (system: string) =>
    world.rosie.ask('POST', '/client/report', { system, event: 'failed', at: world.clock.now(), text: 'no disk' });
  const mends = (system: string) =>
    world.rosie.ask('POST', '/client/report', { system, event: 'success', at: world.clock.now(), file: 'a', size: 1 });
  async function passes(ms: number): Promise<void> {
    world.clock.advance(ms);
    await world.settle();
  }
  const systems = (...names: string[]) => Promise.all(names.map((name) => watched(world, name)));
  const deliveries = () =>
    world.server.jobContext.read((unit) =>
      allTables(unit).selectFrom('delivery').selectAll().where('device', 'is not', null).orderBy('id').execute(),
    );

  test('to a service that hangs hold up no later alarm of another phone', async () => {
    const [hangs, rings] = [await phone(world.alice, 'hangs'), await phone(world.bob, 'rings')];
    const [first, second] = await systems('First', 'Second');
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    push.answers.set(hangs, () => held.then(() => ({ result: 'accepted', detail: 'late' })));
    await breaks(first!);
    await expect.poll(() => push.at(rings).length, { timeout: 60_000 }).toBe(1);
    await breaks(second!);
    await expect.poll(() => push.at(rings).length, { timeout: 60_000 }).toBe(2);
    expect(push.at(hangs)).toHaveLength(1);
    letGo();
    await world.settle();
    expect(push.at(hangs)).toHaveLength(2);
  });

  test('that hang are broken off when the server stops', async () => {
    const hangs = await phone(world.bob, 'hangs');
    const [system] = await systems('Last');
    const held = new Promise<void>((resolve) => (push.close = resolve));
    push.answers.set(hangs, () => held.then(() => ({ result: 'retry', detail: 'the server stopped' })));
    await breaks(system!);
    await expect.poll(() => push.at(hangs).length, { timeout: 60_000 }).toBe(1);
    await world.server.scheduler.stop();
    expect((await deliveries()).map(({ status }) => status)).toEqual(['pending']);
  });

  test('that cannot even be made are given up after four hours, and count as unreached', async () => {
    await phone(world.bob, 'spoilt');
    await world.server.jobContext.write((unit) =>
      allTables(unit).updateTable('device').set({ auth: 'rubbish' }).execute(),
    );
    await world.server.jobContext.write((unit) =>
      allTables(unit).updateTable('user').set({ alarmEmails: 0 }).execute(),
    );
    const [system] = await systems('Spoilt');
    await breaks(system!);
    await world.settle();
    const [row] = await deliveries();
    expect(row).toMatchObject({ status: 'pending', detail: toJson(sendFault('unsent')) });
    for (const seconds of [2, 6, 26]) await passes(seconds * 1000);
    await passes(4 * HOUR);
    expect((await deliveries()).find(({ id }) => id === row?.['id'])).toMatchObject({ status: 'failed' });
    expect((await world.alice.ask('GET', `/alarm?system=${system}`)).body[0].delivery.unreached).toBe(true);
    expect(push.sent).toEqual([]);
  });

  test.each([
    [0, 1000],
    [86_400, 4 * HOUR],
  ])('that are to be tried again after %i s are so within bounds', async (retryAfterSeconds, waitMs) => {
    const bound = await phone(world.bob, 'bound');
    push.answers.set(bound, () => Promise.resolve({ result: 'retry', detail: 'HTTP 429', retryAfterSeconds }));
    const [system] = await systems('Bound');
    await breaks(system!);
    await world.settle();
    const [row] = await deliveries();
    expect(row).toMatchObject({ status: 'pending', nextAt: world.clock.in(waitMs) });
  });

  test('say how long nobody has acknowledged', async () => {
    const his = await phone(world.bob, 'his');
    const [system] = await systems('Waiting');
    await breaks(system!);
    await world.settle();
    for (const wait of [15, 15]) await passes(wait * MINUTE);
    const bodies = push.sent
      .filter((one) => one.subscription.endpoint === his)
      .map(({ envelope }) => envelope.notification.body);
    expect(bodies[1]).toContain('for 15 min');
    expect(bodies[2]).toContain('for 30 min');
  });

  test('about own alarms give them back together by one press, and no alarm acknowledged since', async () => {
    await world.alice.ask('POST', `/alarm/${world.acme.alarm}/resolve`, {});
    const his = await phone(world.bob, 'his');
    const all = await systems('One', 'Two', 'Three', 'Four', 'Five');
    for (const system of all) await breaks(system);
    await world.settle();
    const idOf = async (system: string) =>
      (await world.alice.ask('GET', `/alarm?system=${system}`)).body[0].id as string;
    const take = async (system: string) => world.bob.ask('POST', `/alarm/${await idOf(system)}/acknowledge`, {});
    for (const system of all.slice(0, 4)) await take(system);
    await world.settle();
    world.clock.advance(225 * MINUTE);
    await world.settle();
    const burst = push.at(his).findLast(({ title }) => title.endsWith('still yours'))!;
    expect(burst.title).toMatch(/^4 /);
    await take(all[4]!);
    await mends(all[0]!);
    const holders = async () =>
      Promise.all(
        all.map(async (system) => {
          const [alarm] = (await world.alice.ask('GET', `/alarm?system=${system}`)).body;
          return [alarm.acknowledgedBy?.id ?? null, alarm.resolvedAt === null];
        }),
      );
    const { token } = burst.data;
    const press = (idempotencyKey: string) =>
      world.nobody.ask('POST', '/alarm/act', { token, act: 'release', idempotencyKey });
    expect((await press('one press')).body).toMatchObject({ outcome: 'done', by: null });
    const [free, unchanged] = [
      [null, true],
      [world.bob.id, true],
    ];
    expect(await holders()).toEqual([[world.bob.id, false], free, free, free, unchanged]);
    expect((await press('one press')).body.outcome).toBe('done');
    for (const system of all.slice(1, 4)) await mends(system);
    const again = await press('late');
    expect([again.status, again.body.code]).toEqual([409, 'E_RESOLVED']);
  });

  test('of the fourth alarm within a minute are one for all, reminded as one and taken back as one without a sound', async () => {
    const his = await phone(world.bob, 'his');
    const all = await systems('One', 'Two', 'Three', 'Four', 'Five');
    for (const system of all) {
      await breaks(system);
      await passes(10_000);
    }
    expect(push.at(his).map(({ tag }) => tag.replace(/:.*/, ''))).toEqual([
      'alarm',
      'alarm',
      'alarm',
      'burst',
      'burst',
    ]);
    expect(push.at(his).at(-1)?.title).toMatch(/^5 /);
    await passes(15 * MINUTE);
    const reminders = push.at(his).slice(5);
    expect(reminders.map(({ title }) => title)).toEqual(['Still waiting: 5 need you']);
    const burst = reminders[0]!;
    const shownAt = world.clock.now();
    await world.nobody.ask('POST', '/push/receipt', { token: burst.data.token, pushId: burst.data.pushId, shownAt });
    for (const system of all)
      expect((await world.alice.ask('GET', `/alarm?system=${system}`)).body[0].delivery.shown).toBe(1);
    await mends(all[0]!);
    await world.settle();
    for (const system of all.slice(1)) await mends(system);
    await world.settle();
    const closing = push.at(his).slice(6);
    expect(new Set(closing.map(({ tag, silent }) => `${tag} ${silent}`))).toEqual(new Set([`${burst.tag} true`]));
    expect(closing[0]?.title).toMatch(/^4 /);
    expect(closing.at(-1)?.title).toMatch(/resolved$/);
  });

  test('wait no longer where the clock was a day ahead and is put right', async () => {
    const his = await phone(world.bob, 'his');
    const [notified, notNotified] = await systems('Told', 'Untold');
    const right = world.clock.now();
    world.clock.advance(2 * HOUR + 24 * HOUR - 1);
    await world.settle();
    await breaks(notified!);
    await world.settle();
    push.answers.set(his, () => Promise.resolve({ result: 'retry', detail: 'HTTP 503', retryAfterSeconds: 30 }));
    await breaks(notNotified!);
    await world.settle();
    push.answers.clear();
    push.sent.length = 0;
    world.clock.set(right);
    await world.settle();
    await world.settle();
    const titles = push.at(his).map(({ title }) => title);
    expect(titles.filter((title) => title.startsWith('Still')).length).toBeGreaterThan(0);
    const left = (await deliveries()).filter(({ nextAt }) => String(nextAt ?? '') > world.clock.in(4 * HOUR));
    expect(left).toEqual([]);
  });

  test('do not go to whoever lost the right to hear of it in between', async () => {
    const his = await phone(world.bob, 'his');
    push.answers.set(his, () => Promise.resolve({ result: 'retry', detail: 'HTTP 503', retryAfterSeconds: 30 }));
    const [system] = await systems('Secret');
    await breaks(system!);
    await world.settle();
    expect(push.at(his)).toHaveLength(1);
    push.answers.clear();
    await world.alice.ask('DELETE', `/userorg/${world.acme.userorg}`);
    await passes(31_000);
    await mends(system!);
    await world.settle();
    expect(push.at(his)).toHaveLength(1);
    expect((await deliveries()).map(({ status }) => status)).toEqual(['failed']);
  });

  test.each(['PATCH', 'DELETE'] as const)('begin again when who took the alarm goes (%s)', async (how) => {
    const hers = await phone(world.alice, 'hers');
    const [system] = await systems('Left');
    await breaks(system!);
    await world.settle();
    const { id } = (await world.bob.ask('GET', `/alarm?system=${system}`)).body[0];
    await world.bob.ask('POST', `/alarm/${id}/acknowledge`, {});
    const { status } = await world.alice.ask(
      how,
      `/user/${world.bob.id}`,
      how === 'PATCH' ? { active: false } : undefined,
    );
    expect(status).toBe(200);
    await world.settle();
    expect((await world.alice.ask('GET', `/alarm/${id}`)).body).toMatchObject({
      acknowledgedAt: null,
      acknowledgedBy: null,
    });
    expect(push.at(hers).at(-1)?.title).toMatch(/^Waiting again/);
  });
});

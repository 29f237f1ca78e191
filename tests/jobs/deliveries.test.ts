// From the alarm to the phone, through a push service that checks what real ones check: sent, tried again, given up, forgotten.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { makeVapidKeys, makeWebPush } from '#server/ports/push-web.ts';
import { startPushService, type PushService, type TestSubscription } from '#tests/push-service.ts';
import { HOUR, MINUTE, databases, makeWorld, type Person, type World } from '#tests/world.ts';
import { allTables } from '#tests/all-tables.ts';

describe.each(databases)('deliveries on %s', (engine) => {
  let service: PushService;
  let world: World;
  const vapid = makeVapidKeys();
  beforeEach(async () => {
    service = await startPushService();
    const push = makeWebPush({
      vapid: { ...vapid, subject: 'mailto:admin@example.com' },
      clock: Date.now,
      allow: [service.host],
      agentOptions: { ca: service.ca },
    });
    const keys = { vapidPublic: vapid.publicKey, vapidPrivate: vapid.privateKey };
    world = await makeWorld(engine, { push, pushHosts: [service.host], keys });
  });
  afterEach(async () => {
    await world.close();
    await service.close();
  });

  const enroll = async (person: Person, name: string): Promise<TestSubscription & { id: string }> => {
    const { endpoint, keys, expirationTime } = service.subscribe(vapid.publicKey);
    const { body } = await person.ask('PUT', '/push/subscription', { endpoint, keys, name, installId: name });
    return { endpoint, keys, expirationTime, id: body.id };
  };
  const fail = async (name: string) => {
    const { body } = await world.alice.ask('POST', '/system', { name, organization: world.acme.organization });
    await world.rosie.ask('POST', '/client/report', {
      system: body.id,
      event: 'failed',
      at: world.clock.now(),
      text: 'disk full',
    });
    await world.settle();
    return (await world.alice.ask('GET', `/alarm?system=${body.id}`)).body[0];
  };
  /** Those to devices; mails have tests of their own. */
  const deliveries = (alarm: string) =>
    world.server.jobContext.read((unit) =>
      allTables(unit)
        .selectFrom('delivery')
        .selectAll()
        .where('alarm', '=', alarm)
        .where('device', 'is not', null)
        .execute(),
    );

  test('an alarm reaches every device of everyone who may read it, and nobody else', async () => {
    const [phone, laptop] = [await enroll(world.alice, 'phone'), await enroll(world.alice, 'laptop')];
    const his = await enroll(world.bob, 'his');
    await enroll(world.dave, 'foreign');
    await enroll(world.charlie, 'rightless');
    const alarm = await fail('Ledger');
    const got = service.messages.map(({ endpoint }) => endpoint).toSorted();
    expect(got).toEqual([phone.endpoint, laptop.endpoint, his.endpoint].toSorted());
    const words = JSON.stringify(service.messages[0]?.payload);
    expect(words).toContain('Ledger');
    expect(words).toContain(alarm.id);
    expect((await world.alice.ask('GET', `/alarm/${alarm.id}`)).body.delivery).toEqual({
      sent: 3,
      shown: 0,
      failed: 0,
      unreached: false,
    });
  });

  test('a person who takes over learns who did not answer, where that was one person; the person who was asked does not', async () => {
    await world.alice.ask('PATCH', `/user/${world.alice.id}`, { isDay: true });
    const [hers, his] = [await enroll(world.alice, 'hers'), await enroll(world.bob, 'his')];
    const escalated = async (name: string) => {
      await fail(name);
      for (const minutes of [15, 15]) {
        world.clock.advance(minutes * MINUTE);
        await world.settle();
      }
      return [hers, his].map(({ endpoint }) => {
        const { payload } =
          service.messages.findLast((one) => one.endpoint === endpoint && JSON.stringify(one).includes(name)) ?? {};
        return (payload as { notification: { title: string; body: string } }).notification;
      });
    };
    expect(await escalated('Ledger')).toEqual([
      expect.objectContaining({
        title: 'Escalated: Ledger failed',
        body: expect.stringMatching(/^Bob .*did not answer for 30 min\./),
      }),
      expect.objectContaining({ body: expect.stringMatching(/^Nobody answered for 30 min\./) }),
    ]);
    await world.alice.ask('PATCH', `/user/${world.alice.id}`, { isDay: false });
    for (const { body } of await escalated('Vault')) expect(body).toMatch(/^Nobody answered for 30 min\./);
  });

  test('each person reads moments in the form of the own language', async () => {
    const { body } = await world.bob.ask('PATCH', '/user/edit-account', { language: 'de' });
    expect(body.language).toBe('de');
    const devices = [await enroll(world.alice, 'hers'), await enroll(world.bob, 'his')];
    const alarm = await fail('Ledger');
    await world.alice.ask('POST', `/alarm/${alarm.id}/acknowledge`, {});
    await world.settle();
    const [hers, his] = devices.map(({ endpoint }) =>
      JSON.stringify(service.messages.findLast((one) => one.endpoint === endpoint)?.payload),
    );
    expect(hers).toMatch(/"body":"Acknowledged by you at \d+:\d\d [AP]M\. .*"lang":"en"/);
    expect(his).toMatch(/"body":"Alice[^.]* hat \d\d:\d\d quittiert\. .*"lang":"de"/);
  });

  test('a push service in trouble is asked again after what it says; the push is not lost and not doubled', async () => {
    const phone = await enroll(world.alice, 'phone');
    service.script(phone.endpoint, [
      { status: 503, headers: { 'retry-after': '30' } },
      { status: 429, headers: { 'retry-after': '40' } },
      'reset',
    ]);
    const alarm = await fail('Patient');
    expect(service.attempts.map(({ status }) => status)).toEqual([503]);
    world.clock.advance(29_000);
    await world.settle();
    expect(service.attempts).toHaveLength(1);
    for (const wait of [1000, 40_000]) {
      world.clock.advance(wait);
      await world.settle();
    }
    expect(service.attempts.map(({ status }) => status)).toEqual([503, 429, 0]);
    world.clock.advance(10 * MINUTE);
    await world.settle();
    expect(service.messages).toHaveLength(1);
    const rows = await deliveries(alarm.id);
    expect(rows.map(({ status }) => status)).toEqual(['sent']);
  });

  test('what waited for the push service is not sent once somebody snoozed the alarm, and nobody misses it', async () => {
    const phone = await enroll(world.alice, 'phone');
    service.script(phone.endpoint, [{ status: 503, headers: { 'retry-after': '30' } }]);
    const alarm = await fail('Quiet');
    const until = world.clock.in(2 * 60 * MINUTE);
    expect((await world.alice.ask('POST', `/alarm/${alarm.id}/snooze`, { until })).status).toBe(200);
    world.clock.advance(10 * MINUTE);
    await world.settle();
    expect(service.messages).toEqual([]);
    expect((await world.alice.ask('GET', `/alarm/${alarm.id}`)).body.delivery).toMatchObject({ failed: 0 });
  });

  test('a test alarm that could not be delivered for ten minutes is given up', async () => {
    const phone = await enroll(world.alice, 'phone');
    service.script(
      phone.endpoint,
      Array.from({ length: 100 }, () => ({ status: 500 })),
    );
    const [device] = (await world.alice.ask('GET', '/device')).body;
    expect((await world.alice.ask('POST', '/push/test', { device: device.id })).status).toBe(200);
    const statusOf = async () => {
      const tests = (unit: Unit) =>
        allTables(unit).selectFrom('delivery').select('status').where('stage', '=', 'test').execute();
      return (await world.server.jobContext.read(tests))[0]?.['status'];
    };
    for (const [minutes, status] of [
      [4, 'pending'],
      [4, 'pending'],
      [4, 'failed'],
    ] as const) {
      await world.settle();
      world.clock.advance(minutes * MINUTE);
      await world.settle();
      expect(await statusOf()).toBe(status);
    }
  });

  test('what cannot be delivered for four hours is given up, and shows as failed', async () => {
    const phone = await enroll(world.alice, 'phone');
    service.script(
      phone.endpoint,
      Array.from({ length: 500 }, () => ({ status: 500 })),
    );
    const alarm = await fail('Lost');
    await world.alice.ask('POST', `/alarm/${alarm.id}/note`, { note: 'still open' });
    await world.server.jobContext.write((unit) =>
      allTables(unit).updateTable('alarm').set({ nextAt: null }).where('id', '=', alarm.id).execute(),
    );
    for (let tick = 0; tick < 26; tick += 1) {
      world.clock.advance(10 * MINUTE);
      await world.settle();
    }
    const [row] = await deliveries(alarm.id);
    expect(row).toMatchObject({ status: 'failed' });
    expect((await world.alice.ask('GET', `/alarm/${alarm.id}`)).body.delivery.failed).toBeGreaterThan(0);
    expect((await world.alice.ask('GET', '/device')).body[0].lastError).toMatchObject({
      code: 'answered',
      status: 500,
    });
  });

  test('a device that is gone (410) is forgotten, and the person’s other devices are notified all the same', async () => {
    const [gone, other] = [await enroll(world.alice, 'gone'), await enroll(world.alice, 'other')];
    service.unsubscribe(gone.endpoint);
    const alarm = await fail('Gone');
    expect((await world.alice.ask('GET', '/device')).body.map(({ id }: any) => id)).toEqual([other.id]);
    expect((await deliveries(alarm.id)).map(({ status }) => status).toSorted()).toEqual(['gone', 'sent']);
    world.clock.advance(HOUR);
    await world.settle();
    expect(service.attempts.filter(({ endpoint }) => endpoint === gone.endpoint)).toHaveLength(1);
  });

  test('many at once for one device leave as one', async () => {
    await enroll(world.alice, 'phone');
    const systems: string[] = [];
    for (let index = 0; index < 6; index += 1)
      systems.push(
        (
          await world.alice.ask('POST', '/system', {
            name: `Storm ${index}`,
            organization: world.acme.organization,
            schedule: world.schedule,
          })
        ).body.id,
      );
    world.clock.advance(25 * HOUR);
    await world.settle();
    const storm = service.messages
      .map(({ payload }) => JSON.stringify(payload))
      .filter((text) => text.includes('burst'));
    expect(storm).toHaveLength(1);
    const rows = await world.server.jobContext.read((unit) =>
      allTables(unit).selectFrom('delivery').select('status').where('stage', '=', 'new').execute(),
    );
    expect(rows.filter(({ status }) => status === 'sent').length).toBeGreaterThanOrEqual(6);
  });

  test('a person who acknowledged in time is not reminded; a person named by a token acts as themselves', async () => {
    await enroll(world.bob, 'his');
    const alarm = await fail('Taken');
    const { data } = (service.messages[0]!.payload as any).notification;
    const acted = await world.nobody.ask('POST', '/alarm/act', { token: data.token, act: 'acknowledge' });
    expect([acted.status, acted.body.alarm.acknowledgedBy.name]).toEqual([200, 'Bob']);
    const shown = await world.nobody.ask('POST', '/push/receipt', {
      token: data.token,
      pushId: data.pushId,
      shownAt: world.clock.now(),
    });
    expect(shown.status).toBe(200);
    expect((await world.alice.ask('GET', `/alarm/${alarm.id}`)).body.delivery.shown).toBe(1);
    world.clock.advance(2 * HOUR);
    await world.settle();
    expect(service.messages.filter(({ payload }) => JSON.stringify(payload).includes('Taken'))).toHaveLength(1);
    const forged = await world.nobody.ask('POST', '/alarm/act', { token: `${data.token}x`, act: 'acknowledge' });
    expect([forged.status, forged.body.code]).toEqual([403, 'E_TOKEN']);
  });

  test('a process that died while it sent is taken over after a minute', async () => {
    const phone = await enroll(world.alice, 'phone');
    const alarm = await fail('Taken over');
    await world.server.jobContext.write((unit) =>
      allTables(unit)
        .updateTable('delivery')
        .set({ status: 'sending', nextAt: world.clock.in(MINUTE) })
        .where('alarm', '=', alarm.id)
        .execute(),
    );
    await world.settle();
    expect(service.attempts.filter(({ endpoint }) => endpoint === phone.endpoint)).toHaveLength(1);
    world.clock.advance(MINUTE);
    await world.settle();
    expect(service.messages).toHaveLength(2);
  });

  const refused = [
    'http://push.example.com/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://10.0.0.5/x',
    'https://localhost/x',
    'https://169.254.169.254/latest/meta-data',
    'https://user:pass@fcm.googleapis.com/x',
    'https://fcm.googleapis.com.evil.example.com/x',
    'file:///etc/passwd',
    'not a url',
  ];
  test('an endpoint that lies inside, or is no push service, is refused and never stored', async () => {
    const { keys } = service.subscribe();
    for (const endpoint of refused) {
      const { status, body } = await world.alice.ask('PUT', '/push/subscription', { endpoint, keys, installId: 'x' });
      expect([endpoint, status, body.code]).toEqual([endpoint, 400, 'E_PUSH_ENDPOINT']);
      expect(body.details[0]).toMatch(/^endpoint: /);
    }
    expect((await world.alice.ask('GET', '/device')).body).toEqual([]);
  });
});

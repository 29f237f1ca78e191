// A push endpoint that belongs to somebody goes to another person only with its keys, which that browser alone has.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { subscription } from '#tests/samples.ts';
import { databases, makeWorld, type Person, type RecordingPush, type World } from '#tests/world.ts';

describe.each(databases)('the owner of an endpoint on %s', (engine) => {
  let world: World;
  beforeEach(async () => {
    world = await makeWorld(engine);
    expect((await registers(world.bob)).status).toBe(200);
  });
  afterEach(() => world.close());

  const shared = subscription('shared-phone');
  const registers = (who: Person, values: object = {}) =>
    who.ask('PUT', '/push/subscription', { ...shared, ...values });
  const installs = async (who: Person) => (await who.ask('GET', '/device')).body.length;
  const other = subscription('another-browser');

  test('with the address alone nobody takes it over', async () => {
    for (const keys of [
      other.keys,
      { ...shared.keys, auth: other.keys.auth },
      { ...shared.keys, p256dh: other.keys.p256dh },
    ]) {
      const refused = await registers(world.dave, { keys });
      expect([refused.status, refused.body.code]).toEqual([409, 'E_ENDPOINT_IN_USE']);
    }
    expect([await installs(world.bob), await installs(world.dave)]).toEqual([1, 0]);
  });

  test('with its keys it goes to whoever signs in on that browser, and rings for nobody else', async () => {
    expect((await registers(world.dave)).status).toBe(200);
    expect([await installs(world.bob), await installs(world.dave)]).toEqual([0, 1]);
  });

  test('a notification that the person before left there acts no more', async () => {
    const { sent } = world.push as RecordingPush;
    await world.settle();
    const report = { system: world.acme.system, at: world.clock.now() };
    await world.rosie.ask('POST', '/client/report', { ...report, event: 'success', size: 5, file: 'ok.zip' });
    world.clock.advance(60_000);
    await world.rosie.ask('POST', '/client/report', {
      ...report,
      at: world.clock.now(),
      event: 'failed',
      text: 'disk',
    });
    await world.settle();
    const notified = sent.findLast(({ envelope }) => envelope.notification.data.token !== undefined);
    const { token } = notified?.envelope.notification.data ?? {};
    expect(token).toBeTypeOf('string');
    const act = { token, act: 'acknowledge', actedAt: world.clock.now(), idempotencyKey: 'left-behind-1' };
    expect((await registers(world.dave)).status).toBe(200);
    expect((await world.nobody.ask('POST', '/alarm/act', act)).body.code).toBe('E_TOKEN');
    expect((await registers(world.bob)).status).toBe(200);
    expect((await world.nobody.ask('POST', '/alarm/act', act)).status).toBe(200);
  });
});

// The token of a person's notification: by it a device acts without a session, as far as the person may.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signToken } from '#server/auth/crypto.ts';
import { fresh, subscription } from '#tests/samples.ts';
import { HOUR, databases, makeWorld, type World } from '#tests/world.ts';

describe.each(databases)('the token of somebody, on %s,', (engine) => {
  let world: World;
  let alarm: string;
  let made = 0;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  beforeEach(async () => {
    alarm = await fresh.alarm(world, `t${(made += 1)}`);
  });
  const resolve = () => world.alice.ask('POST', `/alarm/${alarm}/resolve`, {});
  afterEach(resolve);
  afterAll(() => world.close());

  /** Bob's own, of a phone that he has; by it nobody needs to be signed in. */
  const bobs = async () => {
    const { body } = await world.bob.ask('PUT', '/push/subscription', subscription('bob'));
    const token = signToken(world.keys.sign, {
      for: 'alarm',
      at: world.clock.now(),
      alarm,
      user: world.bob.id,
      device: body.id,
      push: alarm,
    });
    return (more: object = {}) =>
      world.nobody.ask('POST', '/alarm/act', { token, act: 'acknowledge', idempotencyKey: `own-${made}`, ...more });
  };
  const refused = { status: 403, body: { code: 'E_TOKEN' } };
  const regroup = async (change: 'DELETE' | 'POST') =>
    expect(
      (await world.alice.ask(change, '/grouppermission', { group: world.engineers, permissions: ['alarm.update'] }))
        .status,
    ).toBe(200);

  test('who may read alarms and not act on them is good for nothing', async () => {
    const press = await bobs();
    await regroup('DELETE');
    expect(await press()).toMatchObject(refused);
    await regroup('POST');
    expect((await press()).body.outcome).toBe('done');
  });

  test('snoozes for an hour from the press, not from its arrival', async () => {
    const press = await bobs();
    const pressedAt = world.clock.now();
    const until = world.clock.in(HOUR);
    world.clock.advance(HOUR / 2);
    const late = { act: 'snooze', actedAt: pressedAt };
    expect((await press(late)).body.alarm.snoozedUntil).toBe(until);
    world.clock.advance(HOUR);
    expect(await press({ ...late, idempotencyKey: 'an hour later' })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('must be within the next 7 days') },
    });
  });

  test('snoozes for an hour from its arrival on a phone whose clock is slow', async () => {
    const press = await bobs();
    const { body } = await press({ act: 'snooze', actedAt: world.clock.in(-2 * HOUR) });
    expect(body.alarm.snoozedUntil).toBe(world.clock.in(HOUR));
  });

  test('who left the organization is good for nothing, a repeat of what he did before included', async () => {
    const press = await bobs();
    expect((await press()).body.outcome).toBe('done');
    await world.alice.ask('DELETE', '/userorg', { user: world.bob.id, organization: world.acme.organization });
    expect(await press()).toMatchObject(refused);
    expect(await press({ act: 'snooze' })).toMatchObject(refused);
    await world.alice.ask('POST', '/userorg', { user: world.bob.id, organization: world.acme.organization });
    expect((await press()).body.outcome).toBe('done');
  });

  test('opens a resolved alarm no more; what it did before it still answers', async () => {
    const press = await bobs();
    await press();
    await resolve();
    const { body } = await press();
    expect([body.outcome, body.alarm.acknowledgedBy.id]).toEqual(['done', world.bob.id]);
    const over = { status: 409, body: { code: 'E_RESOLVED' } };
    expect(await press({ idempotencyKey: 'another press' })).toMatchObject(over);
    expect(await press({ act: 'snooze' })).toMatchObject(over);
  });
});

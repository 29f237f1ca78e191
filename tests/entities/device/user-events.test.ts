// Live events of users whose devices change: lists of users show who can be reached.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PushOutcome, PushPort } from '#server/ports/push.ts';
import { subscription } from '#tests/samples.ts';
import { databases, makeWorld, type Line, type World } from '#tests/world.ts';

/** Answers each push with the outcome that is set, and remembers what was sent. */
class ScriptedPush implements PushPort {
  outcome: PushOutcome = { result: 'accepted', status: 201, detail: 'accepted' };
  readonly sent: { pushId: string; actionToken: string }[] = [];

  send(_to: unknown, { payload }: { payload: string }) {
    this.sent.push(JSON.parse(payload));
    return Promise.resolve(this.outcome);
  }
}

describe.each(databases)('devices of users on %s', (engine) => {
  let world: World;
  let push: ScriptedPush;
  let line: Line;
  let phone: string;
  beforeEach(async () => {
    push = new ScriptedPush();
    world = await makeWorld(engine, { push });
    line = await world.alice.line();
    await line.ask('GET', '/api/app/subscribe');
    phone = (await world.bob.ask('PUT', '/push/subscription', subscription('bob'))).body.id;
  });
  afterEach(() => world.close());

  /** The phones of Bob in the events since the last call. */
  async function phonesInEvents(): Promise<unknown[]> {
    const events = await line.caughtUp();
    return events
      .splice(0)
      .filter(({ event, payload }) => event === 'user' && payload.id === world.bob.id)
      .map(({ payload: { verb, data } }) => [
        verb,
        data.phones?.map(({ lastError }: any) => lastError?.status ?? null),
        data.updatedAt === world.clock.now(),
      ]);
  }
  async function testAlarm(outcome: PushOutcome): Promise<void> {
    await phonesInEvents();
    world.clock.advance(1000);
    push.outcome = outcome;
    await world.bob.ask('POST', '/push/test', { device: phone });
    await world.settle();
  }

  test('a new device is an update of its user', async () => {
    expect(await phonesInEvents()).toEqual([['updated', [null], true]]);
  });

  test('a device that subscribes anew as it was is none', async () => {
    await phonesInEvents();
    world.clock.advance(1000);
    await world.bob.ask('PUT', '/push/subscription', subscription('bob'));
    expect(await phonesInEvents()).toEqual([]);
  });

  test('a device that another user takes over is an update of both', async () => {
    const desk = subscription('desk');
    await world.bob.ask('DELETE', `/device/${phone}`);
    await world.bob.ask('PUT', '/push/subscription', desk);
    await phonesInEvents();
    await world.dave.ask('PUT', '/push/subscription', desk);
    const users = (await line.caughtUp()).filter(({ event }) => event === 'user').map(({ payload }) => payload);
    expect(new Map(users.map(({ id, data }) => [id, data.phones.length]))).toEqual(
      new Map([
        [world.bob.id, 0],
        [world.dave.id, 1],
      ]),
    );
  });

  test('an update is also a device that its user removes, unsubscribes or signs out with', async () => {
    await phonesInEvents();
    await world.bob.ask('DELETE', `/device/${phone}`);
    expect(await phonesInEvents()).toEqual([['updated', [], true]]);
    const { endpoint } = subscription('bob');
    await world.bob.ask('PUT', '/push/subscription', subscription('bob'));
    await world.bob.ask('DELETE', '/push/subscription', { endpoint });
    await world.bob.ask('PUT', '/push/subscription', subscription('bob'));
    await world.bob.ask('POST', '/auth/logout');
    const [added, removed] = [
      ['updated', [null], true],
      ['updated', [], true],
    ];
    expect(await phonesInEvents()).toEqual([added, removed, added, removed]);
  });

  test('so is a device whose session is ended', async () => {
    await phonesInEvents();
    await world.alice.ask('PATCH', `/user/${world.bob.id}`, { active: false });
    expect(await phonesInEvents()).toEqual([['updated', [], true]]);
  });

  test('so is a device that its push service no longer knows', async () => {
    await testAlarm({ result: 'gone', status: 410, detail: 'HTTP 410' });
    expect(await phonesInEvents()).toEqual([['updated', [], true]]);
  });

  test('so are a push that was refused, and the first one that is shown after it', async () => {
    await testAlarm({ result: 'refused', status: 403, detail: 'HTTP 403' });
    expect(await phonesInEvents()).toEqual([['updated', [403], true]]);
    await testAlarm({ result: 'accepted', status: 201, detail: 'accepted' });
    const shown = async () => {
      const { pushId, actionToken } = push.sent.at(-1)!;
      await world.bob.ask('POST', '/push/receipt', { pushId, token: actionToken, shownAt: world.clock.now() });
    };
    await shown();
    expect(await phonesInEvents()).toEqual([['updated', [null], true]]);
    await shown();
    expect(await phonesInEvents()).toEqual([]);
  });
});

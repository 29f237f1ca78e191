// An alarm that was handed over to a person whom no message reached waits for anybody again, and rings.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PushOutcome } from '#server/ports/push.ts';
import { subscription } from '#tests/samples.ts';
import { HOUR, MINUTE, databases, makeWorld, type World } from '#tests/world.ts';
import { AnsweringPush } from './answering-push.ts';
import { failedAlarm } from './watched.ts';

const gone: PushOutcome = { result: 'gone', status: 410, detail: 'HTTP 410' };
const refused: PushOutcome = { result: 'refused', status: 400, detail: 'HTTP 400' };
const busy = (retryAfterSeconds: number): PushOutcome => ({ result: 'retry', detail: 'HTTP 503', retryAfterSeconds });

describe.each(databases)('an alarm that was handed over on %s', (engine) => {
  let world: World;
  let push: AnsweringPush;
  let alarm: string;
  beforeEach(async () => {
    push = new AnsweringPush();
    world = await makeWorld(engine, { push });
    const open = (await world.alice.ask('GET', '/alarm')).body as { id: string }[];
    for (const { id } of open) await world.alice.ask('POST', `/alarm/${id}/resolve`, {});
    await world.alice.ask('PUT', '/push/subscription', subscription('alice'));
    for (const name of ['bob', 'bob-desk']) await world.bob.ask('PUT', '/push/subscription', subscription(name));
    alarm = await failedAlarm(world, 'Ledger');
    await world.alice.ask('POST', `/alarm/${alarm}/acknowledge`, {});
    await world.settle();
    push.sent.length = 0;
  });
  afterEach(() => world.close());

  const answer = (outcome: PushOutcome, ...names: string[]) => {
    for (const name of names) push.answers.set(subscription(name).endpoint, outcome);
  };
  async function handOver() {
    const { status } = await world.alice.ask('POST', `/alarm/${alarm}/handOver`, {
      to: world.bob.id,
      from: world.alice.id,
    });
    expect(status).toBe(200);
    await world.settle();
  }
  async function passes(ms: number) {
    world.clock.advance(ms);
    await world.settle();
  }
  const row = async () => (await world.alice.ask('GET', `/alarm/${alarm}`)).body;
  const owner = async () => (await row()).acknowledgedBy?.id ?? null;
  /** The devices that rang since the last call. */
  const rang = () =>
    push.sent
      .splice(0)
      .filter(({ envelope }) => !envelope.notification.silent)
      .map(({ subscription: { endpoint } }) => endpoint.split('/').at(-1))
      .toSorted();

  test.each([
    ['are gone', gone],
    ['are refused', refused],
    ['wait for longer than a minute', busy(61)],
  ])('to a person whose pushes all %s waits again and rings everyone on shift', async (_, outcome) => {
    answer(outcome, 'bob', 'bob-desk');
    await handOver();
    expect(await row()).toMatchObject({ acknowledgedBy: null, acknowledgedAt: null });
    await passes(0);
    expect(rang()).toContain('alice');
    const { body } = await world.alice.ask('GET', `/activity?object=${alarm}&sort=createdAt`);
    // At one instant: the order is open.
    expect(body.map(({ action, actor }: any) => `${action} ${actor.kind}`).toSorted()).toEqual([
      'acknowledged user',
      'handedOver user',
      'lapsed server',
    ]);
  });

  test.each([
    ['one device took it', gone, ['bob']],
    ['the pushes wait no longer than a minute', busy(60), ['bob', 'bob-desk']],
  ])('stays with the person where %s', async (_, outcome, names) => {
    answer(outcome, ...names);
    await handOver();
    expect(await owner()).toBe(world.bob.id);
  });

  test('stays with the person while another device is tried again within a minute', async () => {
    answer(busy(30), 'bob');
    answer(gone, 'bob-desk');
    await handOver();
    expect(await owner()).toBe(world.bob.id);
    answer(refused, 'bob');
    await passes(MINUTE);
    expect(await owner()).toBeNull();
  });

  const asBob = (act: string, more: object) => world.bob.ask('POST', `/alarm/${alarm}/${act}`, more);
  const snoozes = () => asBob('snooze', { until: world.clock.in(3 * HOUR) });
  const takesItAgain = () => asBob('release', { of: 'acknowledgement' }).then(() => asBob('acknowledge', {}));
  test.each([
    ['opened it', () => asBob('read', {})],
    ['snoozed it', snoozes],
    ['gave it back and took it', takesItAgain],
    ['kept it', () => asBob('acknowledge', {})],
  ])('stays with the person who %s before the last push failed', async (_, act) => {
    answer(busy(30), 'bob', 'bob-desk');
    await handOver();
    await passes(1000);
    expect((await act()).status).toBe(200);
    answer(refused, 'bob', 'bob-desk');
    await passes(MINUTE);
    expect(await owner()).toBe(world.bob.id);
  });

  test('stays with the person who had opened it before, and does so again', async () => {
    await asBob('read', {});
    world.clock.advance(1000);
    answer(busy(30), 'bob', 'bob-desk');
    await handOver();
    await passes(1000);
    for (const _again of [1, 2]) expect((await asBob('read', {})).status).toBe(200);
    answer(refused, 'bob', 'bob-desk');
    await passes(MINUTE);
    expect(await owner()).toBe(world.bob.id);
    const { acts } = (await world.alice.ask('GET', `/alarm/${alarm}/history`)).body;
    expect(acts.filter(({ act }: any) => act === 'read')).toHaveLength(2);
  });

  test('waits again when the last device of the person ends before it was told', async () => {
    answer(busy(30), 'bob', 'bob-desk');
    await handOver();
    for (const { id } of (await world.bob.ask('GET', '/device')).body as { id: string }[])
      await world.bob.ask('DELETE', `/device/${id}`);
    await passes(MINUTE);
    expect(await owner()).toBeNull();
  });
});

// More devices than one statement takes: everybody is notified all the same, and nobody has more of them than a person
// carries.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { subscription } from '#tests/samples.ts';
import { MINUTE, databases, makeWorld, type RecordingPush, type World } from '#tests/world.ts';
import { watched } from './watched.ts';
import { allTables } from '#tests/all-tables.ts';

describe.each(databases)('many devices on %s', (engine) => {
  let world: World;
  beforeEach(
    async () => void (world = await makeWorld(engine, { pushHosts: ['push.example.com', '*.push.apple.com'] })),
  );
  afterEach(() => world.close());

  test('are all notified of an alarm, however many there are', async () => {
    const many = 3000;
    const { auth, p256dh } = subscription('x').keys;
    const row = (index: number) => ({
      id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
      user: world.bob.id,
      name: '',
      endpoint: `https://push.example.com/${index}`,
      p256dh,
      auth,
      installId: String(index),
      lastSeenAt: world.clock.now(),
      createdAt: world.clock.now(),
      updatedAt: world.clock.now(),
    });
    await world.server.jobContext.write(async (unit) => {
      const db = allTables(unit);
      for (let from = 0; from < many; from += 500) {
        const rows = Array.from({ length: 500 }, (_, index) => row(from + index));
        await db.insertInto('device').values(rows).execute();
      }
    });
    const system = await watched(world);
    await world.server.scheduler.stop();
    const { status } = await world.rosie.ask('POST', '/client/report', {
      system,
      event: 'failed',
      at: world.clock.now(),
      text: 'no disk',
    });
    expect(status).toBe(200);
    const notified = await world.server.jobContext.read((unit) =>
      allTables(unit).selectFrom('delivery').select('id').where('device', 'is not', null).execute(),
    );
    expect(notified).toHaveLength(many);
  });

  test('an iPhone is notified of an alarm but not of its end: it could only add one more notification, not replace it', async () => {
    const token = (name: string) => ({ ...subscription(name), endpoint: `https://web.push.apple.com/${name}` });
    expect((await world.bob.ask('PUT', '/push/subscription', token('iphone'))).status).toBe(200);
    await world.bob.ask('PUT', '/push/subscription', subscription('android'));
    const system = await watched(world);
    const tell = async (event: string, more: object) => {
      world.clock.advance(MINUTE);
      await world.rosie.ask('POST', '/client/report', { system, event, at: world.clock.now(), ...more });
      await world.settle();
      return (world.push as RecordingPush).sent
        .splice(0)
        .map(({ subscription: to }) => new URL(to.endpoint).host)
        .toSorted();
    };
    expect(await tell('failed', { text: 'no disk' })).toEqual(['push.example.com', 'web.push.apple.com']);
    expect(await tell('success', { file: 'a.zip', size: 5 })).toEqual(['push.example.com']);
  });

  test('are limited: of more than twenty the one unseen longest is forgotten', async () => {
    const keeps = (name: string) => world.bob.ask('PUT', '/push/subscription', subscription(name));
    for (let index = 0; index < 20; index += 1) {
      await keeps(`phone-${index}`);
      world.clock.advance(MINUTE);
    }
    await keeps('phone-0');
    await keeps('one-more');
    const { body } = await world.bob.ask('GET', '/device');
    const names = (body as { installId: string }[]).map(({ installId }) => installId);
    expect(names).toHaveLength(20);
    expect(names).toEqual(expect.arrayContaining(['phone-0', 'one-more', 'phone-2']));
    expect(names).not.toContain('phone-1');
  });
});

// More devices than one statement takes: everybody is told all the same, and nobody keeps more of them than anybody carries.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { subscription } from '#tests/samples.ts';
import { MINUTE, databases, makeWorld, type World } from '#tests/world.ts';
import { watched } from './watched.ts';

describe.each(databases)('many devices on %s', (engine) => {
  let world: World;
  beforeEach(async () => void (world = await makeWorld(engine)));
  afterEach(() => world.close());

  test('are all told of an alarm, however many there are', async () => {
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
    await world.server.house.write(async ({ db }) => {
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
    const told = await world.server.house.read(({ db }) =>
      db.selectFrom('delivery').select('id').where('device', 'is not', null).execute(),
    );
    expect(told).toHaveLength(many);
  });

  test('are not kept: of more than twenty the one unseen longest is forgotten', async () => {
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

// The address from which somebody asked for a scan is for that person alone.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases, makeWorld, type World } from '#tests/world.ts';

describe.each(databases)('the address of a scan on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());

  test('is in no list, no event and no answer but to whoever asked', async () => {
    const line = await world.alice.line();
    await line.ask('GET', '/api/app/subscribe');
    const scan = await world.bob.ask('POST', `/system/${world.acme.system}/scan`, {});
    expect(scan.status).toBe(200);
    const { id } = scan.body;
    const own = (await world.bob.ask('GET', `/scanresult/${id}`)).body;
    expect(own.meta).toMatchObject({ askedBy: { id: world.bob.id }, ip: '127.0.0.1' });
    const others = [
      (await world.alice.ask('GET', `/scanresult/${id}`)).body,
      (await world.alice.ask('GET', '/scanresult/manual-scans')).body,
      (await world.bob.ask('GET', '/scanresult/manual-scans')).body,
      (await world.alice.ask('GET', `/system/${world.acme.system}/scanresult`)).body,
      line.events,
    ];
    for (const shown of others) {
      expect(JSON.stringify(shown)).toContain(id);
      expect(JSON.stringify(shown)).not.toContain('127.0.0.1');
    }
  });
});

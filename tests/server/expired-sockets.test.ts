// A live socket receives nothing once its session has expired, without waiting for the scheduler to look by itself.
import { expect, test } from 'vitest';
import { Clock, makeWorld, type World } from '#tests/world.ts';
import { allTables } from '#tests/all-tables.ts';

const SOON_MS = 1500;

test('an enrolled socket is out of its rooms the moment that its session expires', async () => {
  const clock = new Clock('2026-11-21T03:00:00.000Z');
  const world: World = await makeWorld('sqlite', { clock });
  clock.run();
  const line = await world.bob.line();
  const soon = clock.in(SOON_MS);
  await world.server.jobContext.write((unit) =>
    allTables(unit).updateTable('session').set({ expiresAt: soon }).where('user', '=', world.bob.id).execute(),
  );
  expect((await line.ask('GET', '/api/app/subscribe')).status).toBe(200);
  const rename = (name: string) => world.alice.ask('PATCH', `/system/${world.acme.system}`, { name });
  await rename('heard');
  await expect.poll(() => JSON.stringify(line.events)).toContain('heard');
  await expect.poll(() => JSON.stringify(line.events), { timeout: 2 * SOON_MS }).toContain('"session"');
  await rename('unheard');
  expect((await line.ask('GET', '/api/app/subscribe')).status).toBe(401);
  expect(JSON.stringify(line.events)).not.toContain('unheard');
  await world.close();
});

// The user name of a share: answered with one system to whoever may update it, and nowhere else.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases, makeWorld, type Person, type World } from '#tests/world.ts';

const username = 'backup-of-acme';

describe.each(databases)('the user name of a share, on %s', (engine) => {
  let world: World;
  let reader: Person;
  beforeAll(async () => {
    world = await makeWorld(engine);
    const permissions = ['system', 'organization', 'activity'].map((model) => ({ model, action: 'read' }));
    const group = (await world.alice.ask('POST', '/group', { name: 'Readers', permissions })).body.id;
    const user = await world.newUser('reader@example.com');
    await world.alice.ask('POST', '/usergroup', { user, group });
    await world.alice.ask('POST', '/userorg', { user, organization: world.acme.organization });
    reader = await world.signIn(user, 'reader@example.com');
  });
  afterAll(() => world.close());
  const path = () => `/system/${world.acme.system}`;

  test('whoever may update the system has it with the change and with the system', async () => {
    const line = await reader.line();
    await line.ask('GET', '/api/app/subscribe');
    const changed = await world.alice.ask('PATCH', path(), { username, notes: 'told' });
    expect(changed.body.username).toBe(username);
    for (const person of [world.alice, world.bob])
      expect((await person.ask('GET', path())).body.username).toBe(username);
    await expect.poll(() => line.events.some(({ event }) => event === 'system')).toBe(true);
    expect(JSON.stringify(line.events)).not.toContain(username);
    line.close();
  });

  test('whoever only reads it has not, and no list, log or other system has', async () => {
    const { status, body } = await reader.ask('GET', path());
    expect([status, 'username' in body, body.usernameSet]).toEqual([200, false, true]);
    for (const person of [world.alice, reader])
      for (const list of ['/system?limit=1000', '/activity?limit=1000'])
        expect(JSON.stringify((await person.ask('GET', list)).body)).not.toContain(username);
    expect((await world.alice.ask('GET', `/system/${world.birch.system}`)).body.username).toBe('');
  });
});

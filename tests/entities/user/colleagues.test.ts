// The link of a colleague to an organization: who may do less neither takes it away nor silences it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases, makeWorld, type Person, type World } from '#tests/world.ts';

describe.each(databases)('links of colleagues on %s', (engine) => {
  let world: World;
  let limited: Person;
  beforeAll(async () => {
    world = await makeWorld(engine);
    const group = (
      await world.alice.ask('POST', '/group', {
        name: 'Links only',
        permissions: ['create', 'read', 'update', 'destroy'].map((action) => ({ model: 'userorg', action })),
      })
    ).body.id;
    const user = await world.newUser('links@example.com');
    await world.alice.ask('POST', '/usergroup', { user, group });
    await world.alice.ask('POST', '/userorg', { user, organization: world.acme.organization });
    limited = await world.signIn(user);
  });
  afterAll(() => world.close());

  const linkOf = async (user: string) =>
    (await world.alice.ask('GET', `/userorg?user=${user}&organization=${world.acme.organization}`)).body[0];

  test('one with more permissions stays linked, and keeps the alarm emails', async () => {
    const link = await linkOf(world.bob.id);
    const pair = { user: world.bob.id, organization: world.acme.organization };
    const attempts = [
      await limited.ask('DELETE', `/userorg/${link.id}`),
      await limited.ask('DELETE', '/userorg', pair),
      await limited.ask('PATCH', `/userorg/${link.id}`, { alarmEmails: false }),
    ];
    expect(attempts.map(({ status, body }) => [status, body.code])).toEqual(attempts.map(() => [403, 'E_FORBIDDEN']));
    expect(await linkOf(world.bob.id)).toEqual(link);
  });

  test('one of all organizations stays linked as well', async () => {
    const user = await world.newUser('everywhere@example.com', { allOrganizations: true });
    await world.alice.ask('POST', '/userorg', { user, organization: world.acme.organization });
    expect((await limited.ask('DELETE', `/userorg/${(await linkOf(user)).id}`)).status).toBe(403);
  });

  test('one with no more permissions is unlinked, wherever else the user is; and everybody the own link', async () => {
    const user = await world.newUser('both@example.com');
    for (const { organization } of [world.acme, world.birch])
      await world.alice.ask('POST', '/userorg', { user, organization });
    expect((await limited.ask('DELETE', `/userorg/${(await linkOf(user)).id}`)).status).toBe(200);
    expect((await world.alice.ask('GET', `/userorg?user=${user}`)).body).toHaveLength(1);
    const own = await linkOf(limited.id);
    expect((await limited.ask('PATCH', `/userorg/${own.id}`, { alarmEmails: false })).status).toBe(200);
    expect((await limited.ask('DELETE', `/userorg/${own.id}`)).status).toBe(200);
  });

  test('a shared colleague shows the organizations that the reader may see, and no others', async () => {
    const permissions = ['user.read', 'user.readAll', 'organization.read', 'userorg.read'].map((id) => {
      const [model, action] = id.split('.');
      return { model, action };
    });
    const group = (await world.alice.ask('POST', '/group', { name: 'Sees all users', permissions })).body.id;
    const reader = await world.newUser('reader@example.com');
    await world.alice.ask('POST', '/usergroup', { user: reader, group });
    await world.alice.ask('POST', '/userorg', { user: reader, organization: world.acme.organization });
    const shared = await world.newUser('shared@example.com');
    for (const { organization } of [world.acme, world.birch])
      await world.alice.ask('POST', '/userorg', { user: shared, organization });
    const person = await world.signIn(reader);
    for (const path of [
      `/user/${shared}`,
      `/user/${shared}?populate=organization`,
      `/user?id=${shared}&populate=organization`,
      `/user/${shared}/organization`,
      `/user/${world.dave.id}`,
      '/user',
    ]) {
      const { status, body } = await person.ask('GET', path);
      expect([path, status]).toEqual([path, 200]);
      expect([path, JSON.stringify(body).includes('Birch')]).toEqual([path, false]);
    }
    expect(JSON.stringify((await person.ask('GET', `/user/${shared}`)).body)).toContain('Acme');
  });
});

// Nobody gives more than he has: an administrator of one organization stays one, whatever he may do with people and groups.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases, makeWorld, type Person, type World } from '#tests/world.ts';

const all = (model: string) => ['create', 'read', 'update', 'destroy'].map((action) => ({ model, action }));
const MANAGER = [
  ...['user', 'group', 'usergroup', 'userorg']
    .flatMap(all)
    .filter(({ model, action }) => model !== 'usergroup' || action !== 'update'),
  { model: 'system', action: 'read' },
];

describe.each(databases)('an administrator of one organization on %s', (engine) => {
  let world: World;
  let erin: Person;
  let managers: string;
  const refused = { status: 403, body: { code: 'E_FORBIDDEN' } };
  const unseen = { status: 404, body: { code: 'E_NOT_FOUND' } };
  beforeAll(async () => {
    world = await makeWorld(engine);
    managers = (await world.alice.ask('POST', '/group', { name: 'Managers', permissions: MANAGER })).body.id;
    const id = await world.newUser('erin@example.com');
    await world.alice.ask('POST', '/usergroup', { user: id, group: managers });
    await world.alice.ask('POST', '/userorg', { user: id, organization: world.acme.organization });
    erin = await world.signIn(id, 'erin@example.com');
  });
  afterAll(() => world.close());

  const permissionsOf = async (group: string) => (await world.alice.ask('GET', `/group/${group}`)).body.permissions;

  test('lets nobody edit every organization, not even herself', async () => {
    const maker = { email: 'everywhere@example.com', allOrganizations: true };
    expect(await erin.ask('POST', '/user', maker)).toMatchObject(refused);
    expect(await erin.ask('PATCH', `/user/${erin.id}`, { allOrganizations: true })).toMatchObject(refused);
    expect((await erin.ask('GET', '/user?email=everywhere@example.com')).body).toEqual([]);
    expect((await erin.ask('PATCH', `/user/${erin.id}`, { firstName: 'Erin' })).status).toBe(200);
  });

  test('changes her own password and address only where the present password is asked for', async () => {
    for (const own of [{ password: 'my-own-password' }, { email: 'another@example.com' }]) {
      const answer = await erin.ask('PATCH', `/user/${erin.id}`, own);
      expect(answer).toMatchObject(refused);
      expect(answer.body.message).toContain('edit-account');
    }
    expect((await erin.ask('PATCH', `/user/${erin.id}`, { email: 'erin@example.com' })).status).toBe(200);
  });

  test('takes over no account that reaches further than her own', async () => {
    for (const { id } of [world.alice, world.dave, world.bob]) {
      const answer = id === world.bob.id ? refused : unseen;
      expect(await erin.ask('PATCH', `/user/${id}`, { password: 'my-own-password' })).toMatchObject(answer);
      expect(await erin.ask('DELETE', `/user/${id}`)).toMatchObject(answer);
    }
  });

  test('makes people for her own organization only', async () => {
    const frank = { email: 'frank@example.com' };
    const nowhere = await erin.ask('POST', '/user', frank);
    expect([nowhere.status, nowhere.body.details]).toEqual([
      400,
      ['organizations: must contain at least one of your organizations'],
    ]);
    const organizations = [world.acme.organization, world.birch.organization];
    expect(await erin.ask('POST', '/user', { ...frank, organizations })).toMatchObject(refused);
    expect((await world.alice.ask('GET', '/user?email=frank@example.com')).body).toEqual([]);
    const made = await erin.ask('POST', '/user', { ...frank, organizations: [world.acme.organization] });
    expect(made.body.organizations).toEqual([{ id: world.acme.organization, name: 'Acme' }]);
    expect((await erin.ask('PATCH', `/user/${made.body.id}`, { firstName: 'Frank' })).status).toBe(200);
    expect((await erin.ask('DELETE', `/user/${made.body.id}`)).status).toBe(200);
  });

  test('grants what she has herself, and nothing else', async () => {
    const more = { model: 'system', action: 'destroy' };
    const everywhere = { model: 'system', action: 'readAll' };
    for (const grant of [more, everywhere]) {
      expect(await erin.ask('POST', '/group', { name: 'More', permissions: [grant] })).toMatchObject(refused);
      const permissions = [...MANAGER, grant];
      expect(await erin.ask('PATCH', `/group/${managers}`, { permissions })).toMatchObject(refused);
      expect(await erin.ask('POST', '/grouppermission', { group: managers, permissions: [grant] })).toMatchObject(
        refused,
      );
    }
    expect(await permissionsOf(managers)).toEqual(MANAGER);
    const own = await erin.ask('POST', '/group', {
      name: 'Lookers',
      permissions: [{ model: 'system', action: 'read' }],
    });
    expect(own.status).toBe(200);
    expect((await erin.ask('POST', '/usergroup', { user: erin.id, group: own.body.id })).status).toBe(200);
  });

  test('joins no group that may more, and takes nothing from one', async () => {
    const engineers = await permissionsOf(world.engineers);
    const mine = { user: erin.id, group: world.engineers };
    expect(await erin.ask('POST', '/usergroup', mine)).toMatchObject(refused);
    const less = { group: world.engineers, permissions: ['system.read'] };
    expect(await erin.ask('DELETE', '/grouppermission', less)).toMatchObject(refused);
    expect(await erin.ask('PATCH', `/group/${world.engineers}`, { permissions: [] })).toMatchObject(refused);
    expect(await erin.ask('DELETE', `/group/${world.engineers}`)).toMatchObject(refused);
    expect(await permissionsOf(world.engineers)).toEqual(engineers);
    const his = { user: world.dave.id, group: world.engineers };
    expect(await erin.ask('DELETE', '/usergroup', his)).toMatchObject(unseen);
    for (const [{ id: user }, answer] of [
      [world.dave, unseen],
      [world.bob, refused],
    ] as const) {
      const [{ id }] = (await world.alice.ask('GET', `/usergroup?user=${user}`)).body;
      expect(await erin.ask('DELETE', `/usergroup/${id}`)).toMatchObject(answer);
    }
  });

  test('changes no group that people of other organizations are in, and is not told who they are', async () => {
    const looking = [{ model: 'system', action: 'read' }];
    const { id } = (await world.alice.ask('POST', '/group', { name: 'Onlookers', permissions: looking })).body;
    const hers = (await erin.ask('POST', '/usergroup', { user: erin.id, group: id })).status;
    expect([hers, (await erin.ask('PATCH', `/group/${id}`, { name: 'All onlookers' })).status]).toEqual([200, 200]);
    const given = { group: id, permissions: ['user.read'] };
    expect((await erin.ask('POST', '/grouppermission', given)).status).toBe(200);
    expect((await erin.ask('DELETE', '/grouppermission', given)).status).toBe(200);
    const his = (await world.alice.ask('POST', '/usergroup', { user: world.dave.id, group: id })).body.id;
    for (const [method, path, body] of [
      ['POST', '/grouppermission', given],
      ['DELETE', '/grouppermission', { group: id, permissions: ['system.read'] }],
      ['PATCH', `/group/${id}`, { permissions: [] }],
      ['DELETE', `/group/${id}`, undefined],
    ] as const) {
      const answer = await erin.ask(method, path, body);
      expect(answer).toMatchObject(refused);
      expect(JSON.stringify(answer.body)).not.toMatch(/dave|Birch/i);
    }
    expect(await permissionsOf(id)).toEqual(looking);
    await world.alice.ask('DELETE', `/usergroup/${his}`);
    expect((await erin.ask('DELETE', `/group/${id}`)).status).toBe(200);
  });

  test('gives no right to whoever belongs elsewhere as well', async () => {
    const { body } = await erin.ask('POST', '/group', { name: 'Readers', permissions: [MANAGER.at(-1)] });
    const both = await world.newUser('both@example.com');
    for (const { organization } of [world.acme, world.birch])
      await world.alice.ask('POST', '/userorg', { user: both, organization });
    expect(await erin.ask('POST', '/usergroup', { user: both, group: body.id })).toMatchObject(refused);
    const dangling = { status: 400, body: { code: 'E_DANGLING' } };
    expect(await erin.ask('POST', '/usergroup', { user: world.dave.id, group: body.id })).toMatchObject(dangling);
  });
});

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

  test('changes no group: groups are the installation’s', async () => {
    const looking = [{ model: 'system', action: 'read' }];
    const { id } = (await world.alice.ask('POST', '/group', { name: 'Onlookers', permissions: looking })).body;
    const given = { group: id, permissions: ['user.read'] };
    for (const [method, path, body] of [
      ['POST', '/group', { name: 'Lookers', permissions: looking }],
      ['POST', '/grouppermission', given],
      ['DELETE', '/grouppermission', { group: id, permissions: ['system.read'] }],
      ['PATCH', `/group/${id}`, { name: 'Mine' }],
      ['PATCH', `/group/${id}`, { permissions: [] }],
      ['DELETE', `/group/${id}`, undefined],
    ] as const) {
      const answer = await erin.ask(method, path, body);
      expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 403, 'E_FORBIDDEN']);
      expect(answer.body.message).toContain('allOrganizations');
    }
    expect(await permissionsOf(id)).toEqual(looking);
  });

  test('puts her own people into groups whose permissions she holds, and into no other', async () => {
    const looking = [{ model: 'system', action: 'read' }];
    const { id } = (await world.alice.ask('POST', '/group', { name: 'Lookers', permissions: looking })).body;
    const organizations = [world.acme.organization];
    const user = (await erin.ask('POST', '/user', { email: 'gina@example.com', organizations })).body.id;
    const link = await erin.ask('POST', '/usergroup', { user, group: id });
    expect(link.status).toBe(200);
    expect((await erin.ask('DELETE', `/usergroup/${link.body.id}`)).status).toBe(200);
    for (const one of [erin.id, user])
      expect(await erin.ask('POST', '/usergroup', { user: one, group: world.engineers })).toMatchObject(refused);
    const his = { user: world.dave.id, group: world.engineers };
    expect(await erin.ask('DELETE', '/usergroup', his)).toMatchObject(unseen);
    for (const [{ id: member }, answer] of [
      [world.dave, unseen],
      [world.bob, refused],
    ] as const) {
      const [{ id: his }] = (await world.alice.ask('GET', `/usergroup?user=${member}`)).body;
      expect(await erin.ask('DELETE', `/usergroup/${his}`)).toMatchObject(answer);
    }
  });

  test('gives no right to whoever belongs elsewhere as well', async () => {
    const { body } = await world.alice.ask('POST', '/group', { name: 'Readers', permissions: [MANAGER.at(-1)] });
    const both = await world.newUser('both@example.com');
    for (const { organization } of [world.acme, world.birch])
      await world.alice.ask('POST', '/userorg', { user: both, organization });
    expect(await erin.ask('POST', '/usergroup', { user: both, group: body.id })).toMatchObject(refused);
    const missingReference = { status: 400, body: { code: 'E_DANGLING' } };
    expect(await erin.ask('POST', '/usergroup', { user: world.dave.id, group: body.id })).toMatchObject(
      missingReference,
    );
  });

  test('somebody with allOrganizations grants no more than what is held either', async () => {
    const id = await world.newUser('hugo@example.com', { allOrganizations: true });
    await world.alice.ask('POST', '/usergroup', { user: id, group: managers });
    const hugo = await world.signIn(id, 'hugo@example.com');
    const [{ id: administrators }] = (await world.alice.ask('GET', '/group?name=Administrators')).body;
    expect(await hugo.ask('POST', '/usergroup', { user: id, group: administrators })).toMatchObject(refused);
    expect(await hugo.ask('PATCH', `/user/${world.alice.id}`, { password: 'my-own-password' })).toMatchObject(refused);
    expect(await hugo.ask('PATCH', `/user/${world.alice.id}`, { email: 'mine@example.com' })).toMatchObject(refused);
    expect(await hugo.ask('DELETE', `/user/${world.alice.id}`)).toMatchObject(refused);
    const more = [{ model: 'system', action: 'destroy' }];
    expect(await hugo.ask('POST', '/group', { name: 'More', permissions: more })).toMatchObject(refused);
    expect(
      await hugo.ask('POST', '/grouppermission', { group: managers, permissions: ['system.destroy'] }),
    ).toMatchObject(refused);
    expect(await hugo.ask('DELETE', `/group/${world.engineers}`)).toMatchObject(refused);
    const less = await hugo.ask('POST', '/group', { name: 'Less', permissions: [{ model: 'system', action: 'read' }] });
    expect([less.status, (await hugo.ask('DELETE', `/group/${less.body.id}`)).status]).toEqual([200, 200]);
  });
});

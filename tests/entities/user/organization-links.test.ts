// Relations: populate, permissions in bulk, links by pair, and the health of organizations.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fresh } from '#tests/samples.ts';
import { DAY, databases, makeWorld, type World } from '#tests/world.ts';

describe.each(databases)('populate on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());
  const get = async (path: string, who = world.alice) => (await who.ask('GET', path)).body;

  test('an organization read by its id shows its people and its systems unasked', async () => {
    const path = `/organization/${world.acme.organization}`;
    const plain = await get(`${path}?populate=false`);
    expect([plain.systems, plain.users, 'user' in plain, 'system' in plain]).toEqual([1, 1, false, false]);
    const [listed] = await get(`/organization?id=${world.acme.organization}`);
    expect(['user' in listed, 'system' in listed]).toEqual([false, false]);
    const full = await get(`${path}?populate=user, system`);
    for (const query of ['', '?populate=']) expect(await get(`${path}${query}`)).toEqual(full);
    expect(await get(`${path}?populate=user`)).not.toHaveProperty('system');
    expect(full.user).toEqual([
      { id: world.bob.id, email: 'bob@example.com', firstName: 'Bob', lastName: '', mobilePhone: '', active: true },
    ]);
    expect(full.system.map(({ id, name, health }: any) => [id, name, health])).toEqual([
      [world.acme.system, 'Acme files', 'failed'],
    ]);
    expect(JSON.stringify(full)).not.toMatch(/passwordHash|clientKey/);
  });

  test('lists populate too, an empty relation is an empty list, and a selection keeps what is named', async () => {
    const empty = await fresh.organization(world, 'empty');
    const rows = await get('/organization?populate=[user,system]&select=name&sort=name');
    const of = (id: string) => rows.find((row: any) => row.id === id);
    expect(Object.keys(of(world.acme.organization)).toSorted()).toEqual(['id', 'name', 'system', 'user']);
    expect([of(empty).user, of(empty).system]).toEqual([[], []]);
    expect(of(world.birch.organization).user.map(({ email }: any) => email)).toEqual(['dave@example.com']);
  });

  test('a person shows groups with what they permit, and organizations with what the link says', async () => {
    const path = `/user/${world.bob.id}`;
    expect(await get(`${path}?populate=false`)).not.toHaveProperty('group');
    const { group, organization } = await get(path);
    expect(group.map(({ id, name }: any) => [id, name])).toEqual([[world.engineers, 'Engineers']]);
    expect(group[0].permissions).toContainEqual({ model: 'system', action: 'update' });
    expect(organization).toEqual([
      {
        id: world.acme.organization,
        name: 'Acme',
        active: true,
        userorg: world.acme.userorg,
        alarmEmails: true,
        manageable: true,
      },
    ]);
    const [row] = await get(`/user?id=${world.bob.id}&populate=group`);
    expect([row.group.length, 'organization' in row]).toEqual([1, false]);
  });

  test('over the socket the names may be a list, and the answer is the same', async () => {
    const line = await world.alice.line();
    const socket = await line.ask('GET', `/api/organization/${world.acme.organization}`, {
      populate: ['user', 'system'],
    });
    expect(socket.body).toEqual(await get(`/organization/${world.acme.organization}?populate=user,system`));
  });

  test('a change answers with what was asked for as well', async () => {
    const { body } = await world.alice.ask('PATCH', `/organization/${world.acme.organization}?populate=user`, {
      phone: '1',
    });
    expect(body.user).toHaveLength(1);
  });

  test.each([
    '/organization?populate=nosuch',
    '/user/ID?populate=group,organisation',
    '/system?populate=disks',
    '/fileset?populate=true',
  ])('%s is refused as a relation that does not exist', async (path) => {
    const { status, body } = await world.alice.ask('GET', path.replace('ID', world.bob.id));
    expect([status, body.code, body.details[0]]).toEqual([
      400,
      'E_INVALID_POPULATES',
      expect.stringMatching(/^populate: /),
    ]);
  });

  test('where an answer is no record there is nothing to populate, and the error names it', async () => {
    const { status, body } = await world.alice.ask('GET', '/system/counts?populate=organization');
    expect([status, body.details]).toEqual([400, ['populate: is not a known parameter']]);
  });

  test('false shows each to-one relation as its id alone; named or omitted, it is shown', async () => {
    const path = `/system/${world.acme.system}`;
    const bare = await get(`${path}?populate=false`);
    expect([bare.organization, bare.schedule, bare.retention]).toEqual([world.acme.organization, world.schedule, null]);
    const [row] = await get(`/fileset?id=${world.acme.fileset}&populate=false`);
    expect(row.system).toBe(world.acme.system);
    const line = await world.alice.line();
    expect((await line.ask('GET', `/api${path}`, { populate: false })).body.organization).toBe(world.acme.organization);
    for (const on of ['', '?populate=', '?populate=organization,schedule'])
      expect((await get(`${path}${on}`)).organization.name).toBe('Acme');
  });

  test('what one may not read oneself is not shown by way of another', async () => {
    const path = `/organization/${world.acme.organization}`;
    expect((await world.bob.ask('GET', `${path}?populate=user`)).body.code).toBe('E_FORBIDDEN');
    const unasked = await get(path, world.bob);
    expect(['user' in unasked, unasked.system.length]).toEqual([false, 1]);
    expect((await world.bob.ask('GET', `${path}?populate=system`)).body.system).toHaveLength(1);
    const group = await world.alice.ask('POST', '/group', {
      name: 'People',
      permissions: [
        { model: 'user', action: 'read' },
        { model: 'organization', action: 'read' },
        { model: 'organization', action: 'readAll' },
        { model: 'system', action: 'read' },
      ],
    });
    const user = await world.newUser('people@example.com');
    await world.alice.ask('POST', '/usergroup', { user, group: group.body.id });
    await world.alice.ask('POST', '/userorg', { user, organization: world.birch.organization });
    const person = await world.signIn(user);
    const seen = (await person.ask('GET', '/organization?populate=system&sort=name')).body;
    const systemsOf = (id: string) => seen.find((row: any) => row.id === id).system.length;
    expect([systemsOf(world.acme.organization), systemsOf(world.birch.organization)]).toEqual([0, 1]);
    expect((await person.ask('GET', `/user/${world.bob.id}?populate=group`)).status).toBe(403);
  });

  test('what belongs to an organization is filtered and sorted by its id under the name that records give it', async () => {
    const rows = await get(`/fileset?organizationId=${world.acme.organization}&sort=organizationId DESC`);
    expect(rows.map(({ id }: any) => id)).toEqual([world.acme.fileset]);
    expect((await get(`/system?select=strip,organizationName&populate=false&id=${world.acme.system}`))[0]).toEqual({
      id: world.acme.system,
      strip: expect.any(String),
      organizationName: 'Acme',
    });
  });
});

describe.each(databases)('rights and links on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());
  const grants = async (group: string) =>
    (await world.alice.ask('GET', `/group/${group}`)).body.permissions.map(
      ({ model, action }: any) => `${model}.${action}`,
    );

  test('several permissions are given and taken at once, by id or as a pair', async () => {
    const group = await fresh.group(world, 'handful');
    const permissions = ['system.read', { model: 'backup', action: 'read' }, 'system.update'];
    expect((await world.alice.ask('POST', '/grouppermission', { group, permissions })).status).toBe(200);
    expect(await grants(group)).toEqual(['system.read', 'backup.read', 'system.update']);
    await world.alice.ask('POST', '/grouppermission', { group, permissions: ['system.read'] });
    expect(await grants(group)).toHaveLength(3);
    const { body } = await world.alice.ask('DELETE', '/grouppermission', {
      group,
      permissions: ['system.read', 'alarm.read', 'backup.read'],
    });
    expect(body.permissions).toEqual([{ model: 'system', action: 'update' }]);
  });

  test('one that does not exist leaves all as they were', async () => {
    const group = await fresh.group(world, 'atomic');
    const refused = await world.alice.ask('POST', '/grouppermission', {
      group,
      permissions: ['system.read', 'moon.read'],
    });
    expect([refused.status, refused.body.details]).toEqual([400, ['permissions: unknown permission moon.read']]);
    expect(await grants(group)).toEqual([]);
    for (const permissions of [[], ['nodot'], [7], 'system.read'])
      expect((await world.alice.ask('POST', '/grouppermission', { group, permissions })).status).toBe(400);
    expect((await world.bob.ask('POST', '/grouppermission', { group, permissions: ['system.read'] })).status).toBe(403);
  });

  test('the last administrators keep their rights', async () => {
    const [group] = (await world.alice.ask('GET', '/group?name=Administrators')).body;
    const before = await grants(group.id);
    const refused = await world.alice.ask('DELETE', '/grouppermission', {
      group: group.id,
      permissions: ['group.update'],
    });
    expect([refused.body.code, (await grants(group.id)).length]).toEqual(['E_LAST_ADMINISTRATOR', before.length]);
    const pair = await world.alice.ask('DELETE', '/usergroup', { user: world.alice.id, group: group.id });
    expect(pair.body.code).toBe('E_LAST_ADMINISTRATOR');
  });

  test('a link is taken away by its pair, from the body or from the query, and once only', async () => {
    const user = await fresh.user(world, 'paired');
    const { organization } = world.acme;
    const link = (await world.alice.ask('POST', '/userorg', { user, organization })).body;
    const paired = { id: user, name: 'Paired', email: 'paired@example.com' };
    expect([link.user, link.organization]).toEqual([paired, { id: organization, name: 'Acme' }]);
    expect((await world.dave.ask('DELETE', '/userorg', { user, organization })).status).toBe(404);
    const removed = await world.alice.ask('DELETE', `/userorg?user=${user}&organization=${organization}`);
    expect([removed.status, removed.body.id]).toEqual([200, link.id]);
    expect((await world.alice.ask('DELETE', '/userorg', { user, organization })).status).toBe(404);
    const member = (await world.alice.ask('POST', '/usergroup', { user, group: world.engineers })).body;
    const left = await world.alice.ask('DELETE', '/usergroup', { user, group: world.engineers });
    expect([left.body.id, left.body.user.id]).toEqual([member.id, user]);
    expect((await world.alice.ask('DELETE', '/usergroup', { user })).body.details[0]).toMatch(/^group: /);
  });
});

describe.each(databases)('how organizations are, on %s', (engine) => {
  let world: World;
  const health = async (who = world.alice) => (await who.ask('GET', '/organization/health')).body;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());

  test('the summary counts what is watched, by the way it is backed up', async () => {
    const none = { ok: 0, count: 0, overdue: 0 };
    const sums = {
      inactive: 0,
      organizations: 2,
      organizationsOk: 0,
      systems: 2,
      systemsOk: 0,
      overdue: 0,
      notBackedup: 0,
    };
    expect(await health()).toEqual({ ...sums, manual: none, automatic: { ...none, count: 2 } });
    expect(await health(world.dave)).toMatchObject({ organizations: 1, systems: 1 });
    const organization = await fresh.organization(world, 'fine');
    const waits = { name: 'Waits', organization, schedule: world.schedule, backupMethod: 'manual' };
    await world.alice.ask('POST', '/system', waits);
    expect(await health()).toMatchObject({
      organizations: 3,
      organizationsOk: 0,
      systems: 3,
      systemsOk: 0,
      manual: { ok: 0, count: 1 },
    });
    world.clock.advance(3 * DAY);
    expect(await health()).toMatchObject({ organizationsOk: 0, notBackedup: 1, manual: { ok: 0, count: 1 } });
    expect((await world.alice.ask('GET', `/organization/${organization}`)).body).toMatchObject({ systems: 1, ok: 0 });
    await world.alice.ask('PATCH', `/organization/${organization}`, {
      active: false,
      reenableTime: world.clock.in(DAY),
    });
    expect(await health()).toMatchObject({ inactive: 1, organizations: 2, systems: 2, notBackedup: 0 });
    world.clock.advance(DAY);
    await world.settle();
    expect(await health()).toMatchObject({ inactive: 0, organizations: 3 });
  });

  test('every active organization is listed with its troubled systems, the worst first', async () => {
    const list = (await world.alice.ask('GET', '/organization/health-status')).body;
    expect(list.map(({ name }: any) => name)).toEqual(['Acme', 'Birch', 'Organization fine']);
    expect(list[0].failed.map(({ id }: any) => id)).toEqual([world.acme.system]);
    expect(list[2]).toMatchObject({
      health: 'notBackedup',
      systems: 1,
      ok: 0,
      failed: [],
      overdue: [],
      notBackedup: [{ name: 'Waits', lastBackup: null }],
    });
    const his = (await world.dave.ask('GET', '/organization/health-status')).body;
    expect(his.map(({ name }: any) => name)).toEqual(['Birch']);
  });

  test('a file of an organization goes where its fileset says', async () => {
    const { organization, fileset, system } = world.acme;
    const ask = (who: World['bob'], of: string, by: string) =>
      who.ask('GET', `/organization/${of}/get-upload-keys?name=a.zip&date=${world.clock.now()}&fileset=${by}`);
    const { body } = await ask(world.bob, organization, fileset);
    expect(body.key).toMatch(new RegExp(`^${system}/${fileset}/`));
    expect((await ask(world.bob, organization, world.birch.fileset)).body.code).toBe('E_DANGLING');
    expect((await ask(world.dave, organization, fileset)).status).toBe(404);
    expect((await ask(world.dave, world.birch.organization, fileset)).body.code).toBe('E_DANGLING');
    const own = await world.rosie.ask(
      'GET',
      `/organization/${organization}/get-upload-keys?name=b.zip&date=${world.clock.now()}&fileset=${fileset}`,
    );
    expect([own.status, (await ask(world.charlie, organization, fileset)).status]).toEqual([200, 403]);
  });

  test('nothing of all this was a failure of the server', () => expect(world.log.failures).toEqual([]));
});

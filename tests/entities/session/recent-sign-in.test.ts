// Making an administrator takes a sign-in of the last 15 minutes, by whichever way one is made.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '#tests/cast.ts';
import { MINUTE, databases, makeWorld, type Person, type World } from '#tests/world.ts';

const RULING = [
  { model: 'user', action: 'update' },
  { model: 'group', action: 'update' },
];

describe.each(databases)('making an administrator on %s', (engine) => {
  let world: World;
  let administrators: string;
  beforeAll(async () => {
    world = await makeWorld(engine);
    administrators = (await world.alice.ask('GET', '/group?name=Administrators')).body[0].id;
    world.clock.advance(16 * MINUTE);
  });
  afterAll(() => world.close());

  const user = (values: object = {}) => world.newUser(`one${(users += 1)}@example.com`, { ...values });
  let users = 0;
  const member = async (group: string, values: object = {}) => {
    const id = await user(values);
    await world.server.jobContext.write((unit) => unit.insert('usergroup', { user: id, group }));
    return id;
  };
  const group = async (permissions: object[]) =>
    (await world.alice.ask('POST', '/group', { name: `Group ${(users += 1)}`, permissions })).body.id;

  /** Each way, ready to be gone. */
  const ways: Record<string, () => Promise<[method: string, path: string, body: object]>> = {
    'into a group': async () => [
      'POST',
      '/usergroup',
      { user: await user({ allOrganizations: true }), group: administrators },
    ],
    'as a new user': () =>
      Promise.resolve([
        'POST',
        '/user',
        { email: `new${(users += 1)}@example.com`, allOrganizations: true, groups: [administrators] },
      ]),
    everywhere: async () => ['PATCH', `/user/${await member(administrators)}`, { allOrganizations: true }],
    'active again': async () => [
      'PATCH',
      `/user/${await member(administrators, { allOrganizations: true, active: false })}`,
      { active: true },
    ],
    'more for a group': async () => {
      const id = await group([]);
      await member(id, { allOrganizations: true });
      return ['PATCH', `/group/${id}`, { permissions: RULING }];
    },
    'one more permission, where two groups make one': async () => {
      const [one, other] = [await group([RULING[0]!]), await group([])];
      const id = await member(one, { allOrganizations: true });
      await world.server.jobContext.write((unit) => unit.insert('usergroup', { user: id, group: other }));
      return ['POST', '/grouppermission', { group: other, permissions: [RULING[1]] }];
    },
  };

  test.each(Object.keys(ways))('%s', async (way) => {
    const [method, path, body] = (await ways[way]?.()) ?? [];
    const refused = await world.alice.ask(String(method), String(path), body);
    expect([refused.status, refused.body.code]).toEqual([403, 'E_REAUTHENTICATE']);
    expect(refused.body.message).toMatch(/15 minutes/);
    const line = await world.alice.line();
    expect((await line.ask(String(method), `/api${path}`, body as object)).body.code).toBe('E_REAUTHENTICATE');
    const fresh: Person = await world.signIn(world.alice.id);
    const done = await fresh.ask(String(method), String(path), body);
    expect([done.status, done.body.code]).toEqual([200, undefined]);
  });

  test('nothing else asks for it, and nothing of a refused request is done', async () => {
    const id = await user();
    expect((await world.alice.ask('POST', '/usergroup', { user: id, group: administrators })).status).toBe(200);
    expect((await world.alice.ask('PATCH', `/user/${id}`, { firstName: 'Fine' })).status).toBe(200);
    const values = { allOrganizations: true, firstName: 'Never' };
    expect((await world.alice.ask('PATCH', `/user/${id}`, values)).body.code).toBe('E_REAUTHENTICATE');
    expect((await world.alice.ask('GET', `/user/${id}`)).body).toMatchObject({
      allOrganizations: false,
      firstName: 'Fine',
    });
    // A person who is an administrator already stays one.
    expect((await world.alice.ask('PATCH', `/user/${world.alice.id}`, { lastName: 'Adams' })).status).toBe(200);
  });

  test('signing in again in the same browser is enough', async () => {
    const erin = await member(administrators, { allOrganizations: true });
    const { email } = (await world.alice.ask('GET', `/user/${erin}`)).body;
    const person = await world.signIn(erin);
    world.clock.advance(16 * MINUTE);
    const made = { user: await user({ allOrganizations: true }), group: administrators };
    expect((await person.ask('POST', '/usergroup', made)).body.code).toBe('E_REAUTHENTICATE');
    expect((await person.ask('POST', '/auth/login', { email, password: PASSWORD })).status).toBe(200);
    expect((await person.ask('POST', '/usergroup', made)).status).toBe(200);
  });
});

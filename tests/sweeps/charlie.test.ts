// Nobody does what he may not: signed out 401, without the right 403, on both carriers, for every call of the contract.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyCall, makeOverHttp, makeOverSocket, type Declared, type Input } from '#tests/contract-calls.ts';
import { databases, makeWorld, type Line, type World } from '#tests/world.ts';

/** A new public call is a decision: it is written down here. */
const PUBLIC = [
  'alarm.act',
  'app.unsubscribe',
  'auth.checkEmail',
  'auth.checkUser',
  'auth.login',
  'auth.logout',
  'auth.oauth',
  'auth.oauthLogin',
  'auth.oauthLogout',
  'auth.sendResetEmail',
  'auth.setUp',
  'passkey.beginSignIn',
  'passkey.signIn',
  'push.check',
  'push.receipt',
  'token.check',
  'user.token',
  'userorg.oneClick',
  'userorg.unsubscribe',
];

test('the calls that need no session are these and no others', () => {
  expect(
    everyCall
      .filter(({ call }) => call.may === 'public')
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(PUBLIC);
});

const guarded = everyCall.filter(({ call }) => call.may !== 'public');
const needsRight = guarded.filter(({ call }) => call.may.includes('.') || call.may === 'client');

describe.each(databases)('who has no right, on %s,', (engine) => {
  let world: World;
  let lines: Record<'nobody' | 'charlie' | 'rosie', Line>;
  const someId = ({ call }: Declared): Input => (call.path.includes(':id') ? { id: world.acme.system } : {});
  beforeAll(async () => {
    world = await makeWorld(engine);
    await world.nobody.ask('GET', '/auth/check-user');
    lines = { nobody: await world.nobody.line(), charlie: await world.charlie.line(), rosie: await world.rosie.line() };
  });
  afterAll(() => world.close());

  async function refused(who: 'nobody' | 'charlie' | 'rosie', declared: Declared, input: Input) {
    const answers = [await makeOverSocket(lines[who], declared, input)];
    if (declared.call.carrier === 'any') answers.push(await makeOverHttp(world[who], declared, input));
    return answers.map(({ status, body }) => [status, body.code]);
  }
  const both = ({ call }: Declared, expected: [number, string]) =>
    call.carrier === 'any' ? [expected, expected] : [expected];

  test.each(guarded)('$id needs somebody who is signed in', async (declared) => {
    const input = someId(declared);
    expect(await refused('nobody', declared, input)).toEqual(both(declared, [401, 'E_UNAUTHORIZED']));
  });

  test.each(needsRight)('$id is refused to charlie, who has no right', async (declared) => {
    const input = someId(declared);
    expect(await refused('charlie', declared, input)).toEqual(both(declared, [403, 'E_FORBIDDEN']));
  });

  test.each(guarded.filter(({ call }) => !call.client))('$id is not for clients', async (declared) => {
    const input = someId(declared);
    expect(await refused('rosie', declared, input)).toEqual(both(declared, [403, 'E_FORBIDDEN']));
  });

  test('a right on one action is no right on another', async () => {
    const may = {
      update: ['POST', `/alarm/${world.acme.alarm}/note`],
      read: ['GET', `/alarm/${world.acme.alarm}`],
    } as const;
    for (const [action, [method, path]] of Object.entries(may)) {
      const group = await world.alice.ask('POST', '/group', {
        name: `Only ${action}`,
        permissions: [{ model: 'alarm', action }],
      });
      const user = await world.newUser(`only-${action}@example.com`);
      await world.alice.ask('POST', '/usergroup', { user, group: group.body.id });
      await world.alice.ask('POST', '/userorg', { user, organization: world.acme.organization });
      const person = await world.signIn(user);
      expect((await person.ask(method, path, method === 'POST' ? { note: 'mine' } : undefined)).status).toBe(200);
      const [otherMethod, otherPath] = may[action === 'read' ? 'update' : 'read'];
      expect(
        (await person.ask(otherMethod, otherPath, otherMethod === 'POST' ? { note: 'x' } : undefined)).status,
      ).toBe(403);
    }
  });

  test('readAll reads every organization, and writes none', async () => {
    const permissions = [
      { model: 'system', action: 'readAll' },
      { model: 'system', action: 'update' },
    ];
    const group = await world.alice.ask('POST', '/group', { name: 'Readers of all', permissions });
    const user = await world.newUser('reads-all@example.com');
    await world.alice.ask('POST', '/usergroup', { user, group: group.body.id });
    await world.alice.ask('POST', '/userorg', { user, organization: world.acme.organization });
    const person = await world.signIn(user);
    expect((await person.ask('GET', `/system/${world.birch.system}`)).status).toBe(200);
    expect((await person.ask('PATCH', `/system/${world.acme.system}`, { notes: 'own' })).status).toBe(200);
    expect((await person.ask('PATCH', `/system/${world.birch.system}`, { notes: 'foreign' })).status).toBe(404);
  });

  test('a right that is taken away is gone with the next request, over HTTP and over the open socket', async () => {
    const user = await world.newUser('demoted@example.com');
    const link = (await world.alice.ask('POST', '/usergroup', { user, group: world.engineers })).body.id;
    await world.alice.ask('POST', '/userorg', { user, organization: world.acme.organization });
    const person = await world.signIn(user);
    const line = await person.line();
    const path = `/system/${world.acme.system}`;
    expect((await line.ask('GET', `/api${path}`)).status).toBe(200);
    await world.alice.ask('DELETE', `/usergroup/${link}`);
    expect([(await person.ask('GET', path)).status, (await line.ask('GET', `/api${path}`)).status]).toEqual([403, 403]);
    await world.alice.ask('PATCH', `/user/${user}`, { active: false });
    expect([(await person.ask('GET', path)).status, (await line.ask('GET', `/api${path}`)).status]).toEqual([401, 401]);
  });
});

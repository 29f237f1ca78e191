// Visibility of people: readers see those of their own organizations, in lists, by id, in groups, in links, and as they
// come and go.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databases, makeWorld, type Line, type Person, type World } from '#tests/world.ts';

const reading = (action: 'read' | 'readAll') =>
  ['user', 'group', 'usergroup', 'userorg', 'organization'].map((model) => ({ model, action }));

describe.each(databases)('people are seen where they are linked, on %s', (engine) => {
  let world: World;
  /** Reads people in Acme, in both, and everywhere. */
  let erin: Person;
  let both: Person;
  let everywhere: Person;
  let readers: string;
  beforeAll(async () => {
    world = await makeWorld(engine);
    const group = async (name: string, action: 'read' | 'readAll') =>
      String((await world.alice.ask('POST', '/group', { name, permissions: reading(action) })).body.id);
    readers = await group('Readers', 'read');
    const reader = async (name: string, of: string, organizations: string[]) => {
      const user = await world.newUser(`${name}@example.com`);
      await world.alice.ask('POST', '/usergroup', { user, group: of });
      for (const organization of organizations) await world.alice.ask('POST', '/userorg', { user, organization });
      return world.signIn(user, `${name}@example.com`);
    };
    const [acme, birch] = [world.acme.organization, world.birch.organization];
    erin = await reader('erin', readers, [acme]);
    both = await reader('both', readers, [acme, birch]);
    everywhere = await reader('everywhere', await group('Readers of all', 'readAll'), []);
  });
  afterAll(() => world.close());

  const emails = async (who: Person, query = '') => {
    const { body, headers } = await who.ask('GET', `/user?sort=email&${query}`);
    expect(Number(headers['x-total-count'])).toBe(body.length);
    return body.map(({ email }: any) => email.split('@')[0]);
  };
  const names = (list: { name: string }[]) => list.map(({ name }) => name).toSorted();

  test('a list, its count and every question asked of it', async () => {
    expect(await emails(erin)).toEqual(['bob', 'both', 'erin']);
    expect(await emails(both)).toEqual(['bob', 'both', 'dave', 'erin']);
    const all = ['alice', 'bob', 'both', 'charlie', 'dave', 'erin', 'everywhere'];
    expect([await emails(everywhere), await emails(world.alice)]).toEqual([all, all]);
    for (const query of [`id=${world.dave.id}`, 'email=dave@example.com', 'where={"email":{"contains":"da"}}'])
      expect([query, await emails(erin, query)]).toEqual([query, []]);
  });

  test('one person by his id, and oneself without any organization', async () => {
    const statusOf = async (who: Person, id: string) => (await who.ask('GET', `/user/${id}`)).status;
    for (const { id } of [world.alice, world.charlie, world.dave]) expect(await statusOf(erin, id)).toBe(404);
    expect([await statusOf(erin, world.bob.id), await statusOf(both, world.dave.id)]).toEqual([200, 200]);
    const user = await world.newUser('lonely@example.com');
    await world.alice.ask('POST', '/usergroup', { user, group: readers });
    const lonely = await world.signIn(user, 'lonely@example.com');
    expect(await emails(lonely)).toEqual(['lonely']);
    await world.alice.ask('DELETE', `/user/${user}`);
  });

  test('nobody learns in which foreign organizations a person is', async () => {
    const organizations = async (who: Person) => {
      const { body } = await who.ask('GET', `/user/${both.id}?populate=organization`);
      expect(names(body.organization)).toEqual(names(body.organizations));
      return names(body.organizations);
    };
    expect(await organizations(erin)).toEqual(['Acme']);
    expect([await organizations(both), await organizations(everywhere)]).toEqual([
      ['Acme', 'Birch'],
      ['Acme', 'Birch'],
    ]);
  });

  test('the members of a group and the links to it', async () => {
    const members = async (who: Person) =>
      (await who.ask('GET', `/group/${world.engineers}`)).body.users
        .map(({ first_name }: any) => first_name)
        .toSorted();
    expect([await members(erin), await members(both)]).toEqual([['Bob'], ['Bob', 'Dave']]);
    const links = async (who: Person) => (await who.ask('GET', `/usergroup?group=${world.engineers}`)).body.length;
    expect([await links(erin), await links(both), await links(everywhere)]).toEqual([1, 2, 2]);
    const counts = async (who: Person) =>
      (await who.ask('GET', '/group?sort=name')).body.map(({ users }: any) => users.length);
    expect((await counts(erin)).reduce((sum: number, users: number) => sum + users)).toBe(3);
  });

  test('the people of organizations that one may read, but not the people there', async () => {
    const permissions = [...reading('read'), { model: 'organization', action: 'readAll' }];
    const { body } = await world.alice.ask('POST', '/group', { name: 'Of all organizations', permissions });
    const user = await world.newUser('wide@example.com');
    await world.alice.ask('POST', '/usergroup', { user, group: body.id });
    await world.alice.ask('POST', '/userorg', { user, organization: world.birch.organization });
    const wide = await world.signIn(user);
    const seen = (await wide.ask('GET', '/organization?populate=user&sort=name')).body;
    expect(seen.map((one: any) => [one.name, one.user.length])).toEqual([
      ['Acme', 0],
      ['Birch', 3],
    ]);
    await world.alice.ask('DELETE', `/user/${user}`);
  });

  describe('live', () => {
    const lines = {} as Record<'erin' | 'both' | 'everywhere', Line>;
    beforeAll(async () => {
      Object.assign(lines, { erin: await erin.line(), both: await both.line(), everywhere: await everywhere.line() });
      for (const line of Object.values(lines)) expect((await line.ask('GET', '/api/app/subscribe')).body).toBe('OK');
    });
    beforeEach(async () => {
      for (const line of Object.values(lines)) (await line.caughtUp()).length = 0;
    });
    const receivedBy = async (who: keyof typeof lines, noun: string) =>
      (await lines[who].caughtUp()).filter(({ event }) => event === noun).map(({ payload }) => payload);
    const verbs = async (noun: string) =>
      Object.fromEntries(
        await Promise.all(
          (['erin', 'both', 'everywhere'] as const).map(async (who) => [
            who,
            (await receivedBy(who, noun)).map(({ verb }) => verb),
          ]),
        ),
      );
    const silent = { erin: [], both: [], everywhere: [] };

    test('a person comes into an organization and leaves it', async () => {
      const link = { user: world.dave.id, organization: world.acme.organization };
      world.clock.advance(1000);
      const { body } = await world.alice.ask('POST', '/userorg', link);
      expect(await verbs('user')).toEqual({ erin: ['created'], both: [], everywhere: ['updated'] });
      expect(await verbs('usergroup')).toEqual({ ...silent, erin: ['created'] });
      const [came] = await receivedBy('erin', 'user');
      expect([came.data.email, JSON.stringify(came).includes('Birch')]).toEqual(['dave@example.com', false]);
      const [received] = await receivedBy('everywhere', 'user');
      expect([names(received.previous.organizations), names(received.data.organizations)]).toEqual([
        ['Birch'],
        ['Acme', 'Birch'],
      ]);
      // Apps ignore an update that is not newer than their record.
      expect(received.data.updatedAt).toBe(world.clock.now());
      expect(await emails(erin)).toContain('dave');
      for (const line of Object.values(lines)) line.events.length = 0;
      await world.alice.ask('DELETE', `/userorg/${body.id}`);
      expect(await verbs('user')).toEqual({ erin: ['destroyed'], both: [], everywhere: ['updated'] });
      expect(await verbs('usergroup')).toEqual({ ...silent, erin: ['destroyed'] });
      expect(JSON.stringify(await receivedBy('erin', 'user'))).not.toContain('Birch');
    });

    test('a link is moved, or taken away by its pair', async () => {
      const user = await world.newUser('moving@example.com');
      const link = await world.alice.ask('POST', '/userorg', { user, organization: world.birch.organization });
      expect(await verbs('user')).toEqual({ erin: [], both: ['created'], everywhere: ['created', 'updated'] });
      await world.alice.ask('PATCH', `/userorg/${link.body.id}`, { organization: world.acme.organization });
      expect((await verbs('user')).erin).toEqual(['created']);
      await world.alice.ask('DELETE', '/userorg', { user, organization: world.acme.organization });
      expect((await verbs('user')).erin).toEqual(['created', 'destroyed']);
      await world.alice.ask('DELETE', `/user/${user}`);
      expect((await verbs('user')).erin).toEqual(['created', 'destroyed']);
    });

    test('a change of a person is published where they are, once, without their organizations', async () => {
      await world.alice.ask('PATCH', `/user/${world.dave.id}`, { mobilePhone: '+49 1' });
      expect(await verbs('user')).toEqual({ erin: [], both: ['updated'], everywhere: ['updated'] });
      await world.alice.ask('PATCH', `/user/${both.id}`, { mobilePhone: '+49 2' });
      expect(await verbs('user')).toEqual({
        erin: ['updated'],
        both: ['updated', 'updated'],
        everywhere: ['updated', 'updated'],
      });
      const [received] = await receivedBy('erin', 'user');
      expect(received.data).toEqual({
        id: both.id,
        updatedAt: expect.any(String),
        editedAt: expect.any(String),
        mobilePhone: '+49 2',
      });
      expect([received.previous.organizations, received.previous.email]).toEqual([undefined, 'both@example.com']);
    });

    test('a person who is made in an organization is published there', async () => {
      const values = { email: 'new@example.com', organizations: [world.acme.organization] };
      const { body } = await world.alice.ask('POST', '/user', values);
      expect(await verbs('user')).toEqual({
        erin: ['created'],
        both: ['created'],
        everywhere: ['created'],
      });
      await world.alice.ask('DELETE', `/user/${body.id}`);
      expect(await verbs('user')).toEqual({
        erin: ['created', 'destroyed'],
        both: ['created', 'destroyed'],
        everywhere: ['created', 'destroyed'],
      });
    });

    test('a group is published to everybody who may read groups, its members only to who sees all of them', async () => {
      await world.alice.ask('PATCH', `/group/${world.engineers}`, { name: 'Engineers of both' });
      expect(await verbs('group')).toEqual({ erin: ['updated'], both: ['updated'], everywhere: ['updated'] });
      expect((await receivedBy('both', 'group'))[0].previous.users).toBeUndefined();
      expect((await receivedBy('everywhere', 'group'))[0].previous.users).toHaveLength(2);
    });

    test('a person who joins or leaves a group is published where they are', async () => {
      const link = { user: world.dave.id, group: readers };
      await world.alice.ask('POST', '/usergroup', link);
      await world.alice.ask('DELETE', '/usergroup', link);
      const events = ['created', 'destroyed'];
      expect(await verbs('usergroup')).toEqual({ erin: [], both: events, everywhere: events });
    });
  });

  test('nothing of all this was a failure of the server', () => expect(world.log.failures).toEqual([]));
});

// The attribute `manageable` of other people: true exactly where the server accepts a change from that reader.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases, makeWorld, type Person, type World } from '#tests/world.ts';

const MANAGER = ['user', 'group', 'userorg', 'usergroup']
  .flatMap((model) => ['create', 'read', 'update', 'destroy'].map((action) => ({ model, action })))
  .filter(({ model, action }) => model !== 'usergroup' || action !== 'update')
  .concat(['system', 'organization'].map((model) => ({ model, action: 'read' })));

describe.each(databases)('an administrator of one organization on %s', (engine) => {
  let world: World;
  /** Of Acme. */
  let erin: Person;
  /** Of all organizations, with no more permissions than erin. */
  let hugo: Person;
  let readers: string;
  /** Everybody who is linked to Acme, by name. */
  let people: Record<'erin' | 'plain' | 'both' | 'bob' | 'everywhere', string>;
  beforeAll(async () => {
    world = await makeWorld(engine);
    const group = async (name: string, permissions: unknown) =>
      String((await world.alice.ask('POST', '/group', { name, permissions })).body.id);
    const managers = await group('Managers', MANAGER);
    readers = await group('Readers', [{ model: 'system', action: 'read' }]);
    const link = (user: string, { organization }: World['acme']) =>
      world.alice.ask('POST', '/userorg', { user, organization });
    const [plain, both] = [await world.newUser('plain@example.com'), await world.newUser('both@example.com')];
    const everywhere = await world.newUser('everywhere@example.com', { allOrganizations: true });
    const [own, all] = [
      await world.newUser('erin@example.com'),
      await world.newUser('hugo@example.com', { allOrganizations: true }),
    ];
    for (const user of [own, all]) await world.alice.ask('POST', '/usergroup', { user, group: managers });
    people = { erin: own, plain, both, bob: world.bob.id, everywhere };
    for (const user of [own, plain, both, everywhere]) await link(user, world.acme);
    await link(both, world.birch);
    for (const user of Object.values(people)) await world.alice.ask('POST', '/usergroup', { user, group: readers });
    [erin, hugo] = [await world.signIn(own), await world.signIn(all)];
  });
  afterAll(() => world.close());

  const byName = async <T>(of: (id: string) => Promise<T> | T) =>
    Object.fromEntries(
      await Promise.all(Object.entries(people).map(async ([name, id]) => [name, await of(id)] as const)),
    );
  const accepts = async (who: Person, method: string, path: string, body?: unknown) =>
    (await who.ask(method, path, body)).status === 200;
  const linkOf = async (who: Person, user: string) =>
    (await who.ask('GET', `/userorg?user=${user}&organization=${world.acme.organization}`)).body[0];

  test('reads of each account that it can be changed, where it can', async () => {
    for (const [who, known] of [
      [erin, { erin: true, plain: true, both: false, bob: false, everywhere: false }],
      [hugo, { erin: true, plain: true, both: true, bob: false, everywhere: true }],
    ] as const) {
      expect(await byName(async (id) => (await who.ask('GET', `/user/${id}`)).body.manageable)).toEqual(known);
      const { body } = await who.ask('GET', '/user');
      expect(await byName((id) => body.find((user: any) => user.id === id).manageable)).toEqual(known);
      expect(await byName((id) => accepts(who, 'PATCH', `/user/${id}`, { mobilePhone: '+49 1' }))).toEqual(known);
    }
  });

  test('reads of each link that it can be changed, wherever else the person is', async () => {
    for (const [who, known] of [
      [erin, { erin: true, plain: true, both: true, bob: false, everywhere: false }],
      [hugo, { erin: true, plain: true, both: true, bob: false, everywhere: true }],
    ] as const) {
      expect(await byName(async (id) => (await linkOf(who, id)).manageable)).toEqual(known);
      const ofUser = async (id: string) =>
        (await who.ask('GET', `/user/${id}`)).body.organization.map(({ manageable }: any) => manageable);
      expect(await byName(async (id) => new Set(await ofUser(id)))).toEqual(
        await byName(async (id) => new Set([(await linkOf(who, id)).manageable])),
      );
      const change = async (id: string) =>
        accepts(who, 'PATCH', `/userorg/${(await linkOf(who, id)).id}`, { alarmEmails: true });
      expect(await byName(change)).toEqual(known);
    }
  });

  test('reads of each member of a group who can be taken out of it', async () => {
    const known = { erin: true, plain: true, both: false, bob: false, everywhere: false };
    const { users } = (await erin.ask('GET', `/group/${readers}`)).body;
    expect(await byName((id) => users.find((user: any) => user.id === id).manageable)).toEqual(known);
    // The readers see systems by it, which the managers do anyway.
    expect(await byName((user) => accepts(erin, 'DELETE', '/usergroup', { user, group: readers }))).toEqual(known);
  });

  test('does not read where else a person is', async () => {
    for (const path of [`/user/${people.both}`, '/user', `/userorg?user=${people.both}`, `/group/${readers}`])
      expect(JSON.stringify((await erin.ask('GET', path)).body)).not.toMatch(/Birch/);
  });

  test('gets no event that says it: each reader would need another one', async () => {
    const line = await erin.line();
    expect((await line.ask('GET', '/api/app/subscribe')).body).toBe('OK');
    const made = { email: 'new@example.com', organizations: [world.acme.organization] };
    const { body } = await hugo.ask('POST', '/user', made);
    expect(body.manageable).toBe(true);
    await hugo.ask('PATCH', `/user/${body.id}`, { mobilePhone: '+49 2' });
    const link = await linkOf(hugo, body.id);
    expect((await hugo.ask('PATCH', `/userorg/${link.id}`, { alarmEmails: false })).body.manageable).toBe(true);
    const events = await line.caughtUp();
    expect(new Set(events.map(({ event }) => event))).toEqual(new Set(['user', 'userorg']));
    expect(JSON.stringify(events)).not.toContain('manageable');
  });

  test('nothing of all this was a failure of the server', () => expect(world.log.failures).toEqual([]));
});

// Limits of the activity: no secret, nothing of another organization, nobody's change, four hundred days.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { activity as migration } from '#server/db/migrations/0007-activity.ts';
import { anyTables } from '#server/db/engine.ts';
import { changedIn, countEntries, entriesOf } from '#tests/activity-entries.ts';
import { makeGround } from '#tests/test-database.ts';
import { fresh } from '#tests/samples.ts';
import { freshNouns } from '#tests/samples-nouns.ts';
import { toJson } from '#server/query/columns.ts';
import { DAY, databases, makeWorld, type Person, type World } from '#tests/world.ts';
import { allTables } from '#tests/all-tables.ts';

describe.each(databases)('what the activity keeps, on %s,', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  // Entries of one instant have no order: each test has its own.
  beforeEach(() => world.clock.advance(1000));
  afterAll(() => world.close());

  const of = (object: string, who = world.alice) => entriesOf(who, object);
  const newest = async (object: string): Promise<any> => (await of(object))[0];
  const count = () => countEntries(world);

  async function reader(name: string, permissions: string[]): Promise<Person> {
    const group = (await world.alice.ask('POST', '/group', { name })).body.id;
    await world.alice.ask('POST', '/grouppermission', { group, permissions });
    const user = await world.newUser(`${name}@example.com`);
    await world.alice.ask('POST', '/usergroup', { user, group });
    await world.alice.ask('POST', '/userorg', { user, organization: world.acme.organization });
    return world.signIn(user);
  }

  test('no secret is ever in it', async () => {
    const secrets = ['share-password-1', 'share-password-2', 'first-horse-battery', 'second-horse-battery'];
    const made = { name: 'Secretive', organization: world.acme.organization, password: secrets[0] };
    const id = (await world.alice.ask('POST', '/system', made)).body.id;
    const { key } = (await world.alice.ask('GET', `/system/${id}/get-client-key`)).body;
    world.clock.advance(1000);
    await world.alice.ask('PATCH', `/system/${id}`, { password: secrets[1] });
    expect((await newest(id)).changed).toEqual([{ field: 'password' }]);
    await world.alice.ask('PATCH', `/system/${id}`, { keyConnected: false });
    const user = (await world.alice.ask('POST', '/user', { email: 'heidi@example.com', password: secrets[2] })).body.id;
    world.clock.advance(1000);
    await world.alice.ask('PATCH', `/user/${user}`, { password: secrets[3] });
    expect((await newest(user)).changed).toEqual([{ field: 'password' }]);
    await fresh.device(world, 'secretive');
    await fresh.token(world, 'ivan');
    const hidden = await world.server.jobContext.read(async (unit) => {
      const db = allTables(unit);
      const columns: [string, string[]][] = [
        ['system', ['usernameSealed', 'passwordSealed', 'clientKey', 'clientKeyHash', 'instanceHash']],
        ['organization', ['clientKey', 'clientKeyHash', 'instanceHash']],
        ['user', ['passwordHash']],
        ['session', ['hash']],
        ['token', ['hash']],
        ['device', ['auth', 'p256dh', 'endpoint']],
      ];
      const found: string[] = [];
      for (const [noun, names] of columns)
        for (const row of await anyTables(db).selectFrom(noun).select(names).execute())
          found.push(...Object.values(row).flatMap((value) => (value === null ? [] : [String(value)])));
      return found;
    });
    const text = await world.server.jobContext.read(async (unit) =>
      JSON.stringify(await allTables(unit).selectFrom('activity').selectAll().execute()),
    );
    expect(hidden.length).toBeGreaterThan(20);
    for (const secret of [...secrets, key, ...hidden]) expect(text).not.toContain(secret);
  });

  test('entries of one organization are nobody’s in another, and what belongs to none is for who may read everywhere', async () => {
    const seen = async (who: Person): Promise<any[]> => (await who.ask('GET', '/activity')).body;
    const [his, theirs] = [await seen(world.dave), await seen(world.bob)];
    expect([his.length > 0, theirs.length > 0]).toEqual([true, true]);
    expect(new Set(his.map(({ organizationId }) => organizationId))).toEqual(new Set([world.birch.organization]));
    expect(new Set(theirs.map(({ organizationId }) => organizationId))).toEqual(new Set([world.acme.organization]));
    const [entry] = theirs;
    expect((await world.dave.ask('GET', `/activity/${entry.id}`)).status).toBe(404);
    expect((await world.charlie.ask('GET', `/activity/${entry.id}`)).status).toBe(403);
    expect(await of(world.acme.system, world.dave)).toEqual([]);
    expect((await seen(world.alice)).some(({ organizationId }) => organizationId === null)).toBe(true);
  });

  test('only what somebody may read has an activity for him', async () => {
    await fresh.device(world, 'own');
    const systems = await reader('systems', ['activity.read', 'system.read']);
    const models = async (who: Person) =>
      [...new Set<string>((await who.ask('GET', '/activity')).body.map(({ model }: any) => model))].toSorted();
    expect(await models(systems)).toEqual(['system']);
    const nothing = await reader('nothing', ['activity.readAll']);
    expect(await models(nothing)).toEqual([]);
    const people = await reader('people', ['activity.readAll', 'user.read', 'system.read']);
    // The organizations of a person decide who reads about them, and no entry names those: entries about people are not
    // read at all.
    expect(await models(people)).toEqual(['system']);
    const everybody = await reader('everybody', ['activity.readAll', 'user.readAll', 'system.read']);
    expect(await models(everybody)).toEqual(expect.arrayContaining(['device', 'system', 'user']));
    expect(await models(everybody)).not.toContain('group');
    const organizations = (await people.ask('GET', '/activity?model=system')).body;
    expect(new Set(organizations.map(({ organizationId }: any) => organizationId))).toEqual(
      new Set([world.acme.organization]),
    );
    expect(await of(world.birch.system, people)).toEqual([]);
    const linked = await reader('linked', ['activity.read', 'user.readAll']);
    expect(await models(linked)).toEqual([]);
  });

  test('a system that moves has entries in both organizations, and neither sees the other', async () => {
    const id = await fresh.system(world, 'mover');
    world.clock.advance(1000);
    await world.alice.ask('PATCH', `/system/${id}`, { organization: world.birch.organization, notes: 'for Birch' });
    const [[left], [entered, ...more]] = [await of(id, world.bob), await of(id, world.dave)];
    expect(left.changed).toEqual([{ field: 'organization', before: 'Acme', after: null }]);
    expect([changedIn(entered), more]).toEqual([{ organization: [null, 'Birch'], notes: [null, 'for Birch'] }, []]);
    expect([JSON.stringify(left).includes('Birch'), JSON.stringify(entered).includes('Acme')]).toEqual([false, false]);
    expect(await of(id)).toHaveLength(3);
  });

  test('a Raspberry Pi that is assigned has an entry where it goes', async () => {
    const id = await freshNouns.rpiclient(world, 'assigned');
    world.clock.advance(1000);
    await world.alice.ask('PATCH', `/rpiclient/${id}`, { system: world.acme.system });
    const [entry, ...more] = await of(id, world.bob);
    expect([changedIn(entry), more]).toEqual([{ system: [null, 'Acme files'], organization: [null, 'Acme'] }, []]);
    expect(await newest(world.acme.system)).toMatchObject({ actor: { id: world.alice.id } });
  });

  test('what was destroyed keeps its entries, and says what it was', async () => {
    const organization = await fresh.organization(world, 'closing');
    const id = (await world.alice.ask('POST', '/system', { name: 'Doomed', organization })).body.id;
    world.clock.advance(1000);
    await world.alice.ask('DELETE', `/system/${id}`);
    world.clock.advance(1000);
    await world.alice.ask('DELETE', `/organization/${organization}`);
    const [destroyed, created] = await of(id);
    expect([destroyed.action, destroyed.name, created.action]).toEqual(['destroyed', 'Doomed', 'created']);
    expect(changedIn(destroyed)).toMatchObject({ name: ['Doomed', null], kind: ['server', null] });
    expect(destroyed.organization).toEqual({ id: organization, name: '' });
    expect((await newest(organization)).changed).toContainEqual({
      field: 'name',
      before: 'Organization closing',
      after: null,
    });
  });

  test('it is filtered by record, by organization and by person, newest first, with a count', async () => {
    const { acme, bob } = world;
    await bob.ask('PATCH', `/fileset/${acme.fileset}`, { glob: '*.bob' });
    const query = `/activity?model=system&organizationId=${acme.organization}&user=${world.alice.id}&limit=2`;
    const { body, headers } = await world.alice.ask('GET', query);
    expect(body).toHaveLength(2);
    expect(Number(headers['x-total-count'])).toBeGreaterThan(2);
    expect(body[0].createdAt >= body[1].createdAt).toBe(true);
    for (const { model, actor, organizationId } of body)
      expect([model, actor.id, organizationId]).toEqual(['system', world.alice.id, acme.organization]);
    const his = (await world.alice.ask('GET', `/activity?user=${bob.id}&select=action,actor`)).body;
    expect(new Set(his.map(({ actor }: any) => actor.name))).toEqual(new Set(['Bob']));
    expect(Object.keys(his[0]).toSorted()).toEqual(['action', 'actor', 'id', 'organization']);
  });

  test('nobody writes, changes or takes away an entry', async () => {
    const before = await of(world.acme.system);
    const path = `/activity/${before[0].id}`;
    for (const [method, where] of [
      ['POST', '/activity'],
      ['PATCH', path],
      ['PUT', path],
      ['DELETE', path],
      ['DELETE', '/activity'],
    ] as const)
      expect([method, (await world.alice.ask(method, where, { name: 'x' })).status]).toEqual([method, 404]);
    expect(await of(world.acme.system)).toEqual(before);
    const { body } = await world.alice.ask('GET', '/permission');
    const actions = body.filter(({ model }: any) => model === 'activity').map(({ action }: any) => action);
    expect(actions).toEqual(['read', 'readAll']);
  });

  test('it is stored for four hundred days, and not a day longer', async () => {
    const entryCount = await count();
    expect(entryCount).toBeGreaterThan(10);
    const old = world.clock.in(-399 * DAY);
    const row = { organization: null, model: 'schedule', object: world.schedule, name: '' };
    const by = { actor: null, actorName: '', carrier: null, ip: null, changed: toJson([]) };
    // More than one slice of them.
    await world.server.jobContext.write(async (unit) => {
      const db = allTables(unit);
      for (let from = 0; from < 1200; from += 400) {
        const rows = Array.from({ length: 400 }, (_, at) => ({
          id: `old-${String(from + at).padStart(4, '0')}`,
          createdAt: old,
          ...row,
          ...by,
          action: 'updated' as const,
          actorKind: 'server' as const,
        }));
        await db.insertInto('activity').values(rows).execute();
      }
    });
    world.clock.advance(DAY);
    await world.settle();
    expect(await count()).toBe(entryCount + 1200);
    world.clock.advance(DAY + 1000);
    await world.settle();
    expect(await count()).toBe(entryCount);
  });

  test('nothing of all this was a failure of the server', () => {
    expect(world.log.failures).toEqual([]);
  });
});

describe.each(databases)('an older database on %s', (engine) => {
  test('groups that manage people and rights may read the activity, others as before not', async () => {
    const ground = await makeGround(engine);
    const store = ground.openStore();
    await store.migrate();
    const at = '2026-11-21T03:00:00.000Z';
    const rights = (...names: string[]) => names.map((model) => ({ model, action: 'update' as const }));
    await store.write(async (db) => {
      await db.schema.dropTable('activity').execute();
      for (const [id, permissions] of [
        ['ruling', rights('group', 'user')],
        ['other', rights('system', 'user')],
      ] as const)
        await db
          .insertInto('group')
          .values({
            id,
            name: id,
            permissions: toJson(permissions),
            createdAt: at,
            updatedAt: at,
            editedAt: at,
          })
          .execute();
      await migration(anyTables(db));
    });
    const groups = await store.read((db) =>
      db.selectFrom('group').select(['id', 'permissions']).orderBy('id').execute(),
    );
    expect(groups.map(({ permissions }) => (permissions as string).includes('activity'))).toEqual([false, true]);
    expect(JSON.parse(String(groups[1]?.['permissions']))).toContainEqual({ model: 'activity', action: 'readAll' });
    await store.close();
    await ground.gone();
  });
});

// Schedules and retentions: shared ones are changed only by users with `allOrganizations`, others belong to one organization.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases, makeWorld, type Line, type Person, type World } from '#tests/world.ts';

const CHANGED = { schedule: { alarmAfter: 99 }, retention: { days: 1 } };

describe.each(databases)('the owner of schedules and retentions on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());

  let made = 0;
  const make = async (noun: string, values: object, by: Person = world.alice) =>
    (await by.ask('POST', `/${noun}`, { name: `Mine ${(made += 1)}`, ...values })).body;
  const systemOf = async (organization: string, values: object) =>
    (await world.alice.ask('POST', '/system', { name: `System ${(made += 1)}`, organization, ...values })).body;
  const forbidden = { status: 403, body: { code: 'E_FORBIDDEN' } };
  const missing = { status: 404, body: { code: 'E_NOT_FOUND' } };
  const { acme, birch } = { acme: () => world.acme.organization, birch: () => world.birch.organization };

  describe.each(['schedule', 'retention'] as const)('%s', (noun) => {
    test('a shared one is read by everybody, and changed only with allOrganizations', async () => {
      const shared = await make(noun, {});
      expect([shared.organization, shared.organizationId]).toEqual([null, null]);
      expect((await world.bob.ask('GET', `/${noun}/${shared.id}`)).status).toBe(200);
      expect((await world.bob.ask('GET', `/${noun}?id=${shared.id}`)).body).toHaveLength(1);
      for (const path of [`/${noun}/${shared.id}`]) {
        const answer = await world.bob.ask('PATCH', path, CHANGED[noun]);
        expect(answer).toMatchObject(forbidden);
        expect(answer.body.message).toContain('shared');
        expect(await world.bob.ask('PATCH', path, { organization: acme() })).toMatchObject(forbidden);
        expect(await world.bob.ask('DELETE', path)).toMatchObject(forbidden);
        expect((await world.alice.ask('PATCH', path, CHANGED[noun])).status).toBe(200);
        expect((await world.alice.ask('DELETE', path)).status).toBe(200);
      }
    });

    test('one of an organization is there for that organization alone', async () => {
      const own = await make(noun, { organization: acme() });
      expect(own.organization).toEqual({ id: acme(), name: 'Acme' });
      const path = `/${noun}/${own.id}`;
      expect((await world.bob.ask('PATCH', path, CHANGED[noun])).status).toBe(200);
      for (const [method, body] of [['GET'], ['PATCH', CHANGED[noun]], ['DELETE']] as const)
        expect(await world.dave.ask(method, path, body)).toMatchObject(missing);
      expect((await world.dave.ask('GET', `/${noun}?id=${own.id}`)).body).toEqual([]);
      expect((await world.dave.ask('GET', `/${noun}?where=${JSON.stringify({ organization: acme() })}`)).body).toEqual(
        [],
      );
      expect((await world.bob.ask('DELETE', path)).status).toBe(200);
    });

    test('a person limited to organizations makes them only there', async () => {
      expect((await make(noun, {}, world.bob)).organizationId).toBe(acme());
      expect((await make(noun, { organization: null }, world.bob)).organizationId).toBe(acme());
      expect((await make(noun, { organization: birch() }, world.bob)).code).toBe('E_FORBIDDEN');
      const id = await world.newUser(`both-${noun}@example.com`);
      await world.alice.ask('POST', '/usergroup', { user: id, group: world.engineers });
      for (const organization of [acme(), birch()])
        await world.alice.ask('POST', '/userorg', { user: id, organization });
      const both = await world.signIn(id);
      const answer = await both.ask('POST', `/${noun}`, { name: 'Nowhere' });
      expect([answer.status, answer.body.code]).toEqual([400, 'E_INVALID_NEW_RECORD']);
      expect(answer.body.issues).toEqual([{ path: 'organization', code: 'required' }]);
      expect((await make(noun, { organization: birch() }, both)).organizationId).toBe(birch());
      const own = await make(noun, {}, world.bob);
      expect(await world.bob.ask('PATCH', `/${noun}/${own.id}`, { organization: null })).toMatchObject(forbidden);
      expect(await world.bob.ask('PATCH', `/${noun}/${own.id}`, { organization: birch() })).toMatchObject(forbidden);
      expect(
        (await world.alice.ask('PATCH', `/${noun}/${own.id}`, { organization: null })).body.organization,
      ).toBeNull();
    });

    test('the number of systems counts only those that the reader may see, in answers, events and sentences', async () => {
      const shared = await make(noun, {});
      await systemOf(acme(), { [noun]: shared.id });
      await systemOf(birch(), { [noun]: shared.id });
      await systemOf(birch(), { [noun]: shared.id });
      const seenBy = async (who: Person) => (await who.ask('GET', `/${noun}/${shared.id}`)).body.systems;
      expect([await seenBy(world.alice), await seenBy(world.bob), await seenBy(world.dave)]).toEqual([3, 1, 2]);
      expect((await world.bob.ask('GET', `/${noun}?id=${shared.id}`)).body[0].systems).toBe(1);
      const lines: Line[] = [await world.alice.line(), await world.bob.line()];
      for (const line of lines) await line.ask('GET', '/api/app/subscribe');
      await world.alice.ask('PATCH', `/${noun}/${shared.id}`, { name: `Renamed ${noun}` });
      const received = await Promise.all(
        lines.map(async (line) => (await line.caughtUp()).filter(({ event }) => event === noun)),
      );
      const [hers, his] = received.map((events) => events.map(({ payload }) => payload));
      expect([hers?.[0].previous.systems, his?.length, 'systems' in (his?.[0].previous ?? {})]).toEqual([3, 1, false]);
      expect(his?.[0].data.name).toBe(`Renamed ${noun}`);
      const used = await world.alice.ask('DELETE', `/${noun}/${shared.id}`);
      expect([used.body.code, used.body.message]).toEqual(['E_IN_USE', expect.stringContaining('3 systems')]);
    });

    test('it becomes one organization’s only where nobody else follows', async () => {
      const shared = await make(noun, {});
      await systemOf(acme(), { [noun]: shared.id });
      const his = await systemOf(birch(), { [noun]: shared.id });
      const path = `/${noun}/${shared.id}`;
      const refused = (await world.alice.ask('PATCH', path, { organization: acme() })).body;
      expect([refused.code, refused.details]).toEqual([
        'E_IN_USE',
        [`organization: systems of others use this ${noun}`],
      ]);
      await world.alice.ask('PATCH', `/system/${his.id}`, { [noun]: null });
      expect((await world.alice.ask('PATCH', path, { organization: acme() })).body.organizationId).toBe(acme());
      expect((await world.alice.ask('PATCH', path, { organization: birch() })).body.code).toBe('E_IN_USE');
    });

    test('a system takes only one that is shared or of its own organization', async () => {
      const [hers, shared] = [await make(noun, { organization: birch() }), await make(noun, {})];
      const missingReference = { status: 400, body: { code: 'E_DANGLING' } };
      const values = { name: 'New', organization: acme(), [noun]: hers.id };
      for (const who of [world.alice, world.bob]) {
        expect(await who.ask('POST', '/system', values)).toMatchObject(missingReference);
        expect(await who.ask('PATCH', `/system/${world.acme.system}`, { [noun]: hers.id })).toMatchObject(
          missingReference,
        );
      }
      const nosuch = { ...values, [noun]: world.acme.system };
      const [known, unknown] = [
        await world.bob.ask('POST', '/system', values),
        await world.bob.ask('POST', '/system', nosuch),
      ];
      expect(known.body).toEqual(unknown.body);
      expect((await world.bob.ask('PATCH', `/system/${world.acme.system}`, { [noun]: shared.id })).status).toBe(200);
      await world.alice.ask('PATCH', `/system/${world.acme.system}`, { [noun]: null });
    });

    test('a system moves only with one that fits, in the same request', async () => {
      const [own, theirs] = [await make(noun, { organization: acme() }), await make(noun, { organization: birch() })];
      const system = await systemOf(acme(), { [noun]: own.id });
      const path = `/system/${system.id}`;
      const alone = await world.alice.ask('PATCH', path, { organization: birch() });
      expect([alone.status, alone.body.code]).toEqual([400, 'E_DANGLING']);
      expect(alone.body.issues).toEqual([{ path: noun, code: 'invalid_value' }]);
      expect((await world.alice.ask('GET', path)).body.organizationId).toBe(acme());
      const moved = await world.alice.ask('PATCH', path, { organization: birch(), [noun]: theirs.id });
      expect([moved.status, moved.body[noun]?.id]).toEqual([200, theirs.id]);
      expect((await world.alice.ask('PATCH', path, { organization: acme(), [noun]: null })).status).toBe(200);
    });

    test('a copy for an organization takes its followers, and nobody else’s', async () => {
      const shared = await make(noun, { ...CHANGED[noun] });
      const his = await systemOf(acme(), { [noun]: shared.id });
      const other = await systemOf(birch(), { [noun]: shared.id });
      const foreign = await world.bob.ask('POST', `/${noun}/${shared.id}/copy`, { organization: birch() });
      expect(foreign).toMatchObject(forbidden);
      const before = (await world.alice.ask('GET', `/system/${his.id}`)).body.editedAt;
      const copied = await world.bob.ask('POST', `/${noun}/${shared.id}/copy`, { organization: acme() });
      expect([copied.status, copied.body]).toMatchObject([
        200,
        { name: shared.name, organizationId: acme(), systems: 1, ...CHANGED[noun] },
      ]);
      const after = (await world.alice.ask('GET', `/system/${his.id}`)).body;
      expect([after[noun].id, after.editedAt > before]).toEqual([copied.body.id, true]);
      expect((await world.alice.ask('GET', `/system/${other.id}`)).body[noun].id).toBe(shared.id);
      expect((await world.bob.ask('POST', `/${noun}/${shared.id}/copy`, { organization: acme() })).body.code).toBe(
        'E_UNIQUE',
      );
      const named = { organization: acme(), name: 'A name of its own' };
      expect((await world.bob.ask('POST', `/${noun}/${shared.id}/copy`, named)).body.name).toBe(named.name);
    });

    test('names are unique within an organization, and among the shared ones', async () => {
      const name = `Daily ${noun}`;
      for (const organization of [null, acme(), birch()]) {
        expect((await make(noun, { name, organization })).name).toBe(name);
        const again = await world.alice.ask('POST', `/${noun}`, { name, organization });
        expect([again.body.code, again.body.attrNames[0]]).toEqual(['E_UNIQUE', 'name']);
      }
    });

    test('it goes with its organization, and somebody who may move systems alone takes none along', async () => {
      const gone = (await world.alice.ask('POST', '/organization', { name: `Gone ${noun}` })).body.id;
      const own = await make(noun, { organization: gone });
      expect((await world.alice.ask('DELETE', `/organization/${gone}`)).status).toBe(200);
      expect(await world.alice.ask('GET', `/${noun}/${own.id}`)).toMatchObject(missing);
      const shared = await make(noun, {});
      await systemOf(acme(), { [noun]: shared.id });
      const only = {
        name: `Makers of ${noun}`,
        permissions: ['create', 'read'].map((action) => ({ model: noun, action })),
      };
      const group = (await world.alice.ask('POST', '/group', only)).body.id;
      const user = await world.newUser(`maker-${noun}@example.com`);
      await world.alice.ask('POST', '/usergroup', { user, group });
      await world.alice.ask('POST', '/userorg', { user, organization: acme() });
      const maker = await world.signIn(user);
      expect(await maker.ask('POST', `/${noun}/${shared.id}/copy`, { organization: acme() })).toMatchObject(forbidden);
      expect((await maker.ask('GET', `/${noun}/${shared.id}`)).body.systems).toBe(0);
    });
  });

  test('the activity of an organization’s schedule is read there, and that of a shared one with allOrganizations', async () => {
    const own = await make('schedule', { organization: acme() });
    const shared = await make('schedule', {});
    const entries = async (who: Person, id: string) => (await who.ask('GET', `/activity?object=${id}`)).body.length;
    expect([await entries(world.bob, own.id), await entries(world.dave, own.id)]).toEqual([1, 0]);
    expect([await entries(world.bob, shared.id), await entries(world.alice, shared.id)]).toEqual([0, 1]);
  });
});

// An alarm whose person loses the right to act on it: nobody else is rung while it is that person's, so it is released.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { subscription } from '#tests/samples.ts';
import { databases, makeWorld, type World } from '#tests/world.ts';

describe.each(databases)('an alarm on %s', (engine) => {
  let world: World;
  let link: string;
  let deputies: string;
  beforeEach(async () => {
    world = await makeWorld(engine);
    const { alice, bob, acme, engineers } = world;
    link = (await alice.ask('GET', `/usergroup?user=${bob.id}&group=${engineers}`)).body[0].id;
    const permissions = ['read', 'update'].map((action) => ({ model: 'alarm', action }));
    deputies = (await alice.ask('POST', '/group', { name: 'Deputies', permissions })).body.id;
    await alice.ask('PUT', '/push/subscription', subscription('alice'));
    expect((await bob.ask('POST', `/alarm/${acme.alarm}/acknowledge`, {})).status).toBe(200);
    expect((await world.dave.ask('POST', `/alarm/${world.birch.alarm}/acknowledge`, {})).status).toBe(200);
  });
  afterEach(() => world.close());

  const holder = async (alarm: string) =>
    (await world.alice.ask('GET', `/alarm/${alarm}`)).body.acknowledgedBy?.id ?? null;
  const rung = async () => {
    const { body } = await world.alice.ask('GET', `/alarm/${world.acme.alarm}/deliveries`);
    return body.filter(({ stage }: any) => stage === 'released').map(({ user }: any) => user.id);
  };
  async function does(method: string, path: string, body?: unknown): Promise<void> {
    const answer = await world.alice.ask(method, path, body);
    expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  }
  const update = { model: 'alarm', action: 'update' };
  const bulk = async (organization: string) => {
    await does('POST', '/system/bulk', { ids: [world.acme.system], action: 'update', values: { organization } });
    await world.settle();
  };

  const changes: [string, () => Promise<void>][] = [
    ['is unlinked', () => does('DELETE', `/userorg/${world.acme.userorg}`)],
    [
      'is unlinked by the pair',
      () => does('DELETE', '/userorg', { user: world.bob.id, organization: world.acme.organization }),
    ],
    [
      'is linked to another organization instead',
      () => does('PATCH', `/userorg/${world.acme.userorg}`, { organization: world.birch.organization }),
    ],
    ['leaves the group', () => does('DELETE', `/usergroup/${link}`)],
    [
      'leaves the group by the pair',
      () => does('DELETE', '/usergroup', { user: world.bob.id, group: world.engineers }),
    ],
    [
      'is in a group that is updated without the permission',
      () => does('PATCH', `/group/${world.engineers}`, { permissions: [{ model: 'alarm', action: 'read' }] }),
    ],
    [
      'is in a group whose permission is revoked',
      () => does('DELETE', '/grouppermission', { group: world.engineers, permissions: [update] }),
    ],
    ['is in a group that is deleted', () => does('DELETE', `/group/${world.engineers}`)],
    [
      'may access only some organizations from then on',
      async () => {
        await does('PATCH', `/user/${world.bob.id}`, { allOrganizations: true });
        await does('DELETE', `/userorg/${world.acme.userorg}`);
        expect(await holder(world.acme.alarm)).toBe(world.bob.id);
        await does('PATCH', `/user/${world.bob.id}`, { allOrganizations: false });
      },
    ],
    [
      'is not linked to the organization to which its system moves',
      () => does('PATCH', `/system/${world.acme.system}`, { organization: world.birch.organization }),
    ],
    ['is not linked to the organization to which its system moves with others', () => bulk(world.birch.organization)],
  ];
  test.each(changes)('is released and rings once its person %s', async (_, change) => {
    await change();
    expect(await holder(world.acme.alarm)).toBeNull();
    expect(await rung()).toContain(world.alice.id);
    expect(await rung()).not.toContain(world.bob.id);
  });

  test('stays with a person who may still act on it', async () => {
    const { bob, acme, birch, engineers } = world;
    await does('POST', '/usergroup', { user: bob.id, group: deputies });
    await does('POST', '/userorg', { user: bob.id, organization: birch.organization });
    await does('DELETE', '/grouppermission', { group: engineers, permissions: [update] });
    await does('DELETE', `/usergroup/${link}`);
    await does('PATCH', `/system/${acme.system}`, { organization: birch.organization });
    await does('DELETE', `/userorg/${acme.userorg}`);
    await does('PATCH', `/user/${bob.id}`, { lastName: 'Brown' });
    expect(await holder(acme.alarm)).toBe(bob.id);
    // Dave was in the group as well, and in no other.
    expect(await holder(birch.alarm)).toBeNull();
  });

  test('of another person, whom the change does not concern, stays as it is', async () => {
    await does('DELETE', `/usergroup/${link}`);
    expect(await holder(world.birch.alarm)).toBe(world.dave.id);
  });
});

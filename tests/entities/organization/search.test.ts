// The search for an organization by name, behind every choice of one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases, makeWorld, type World } from '#tests/world.ts';

describe.each(databases)('the search for an organization on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(engine);
  });
  afterAll(() => world.close());
  const names = async (query: string, who = world.alice) => {
    const { body } = await who.ask('GET', `/organization/available?${query}`);
    return body.map(({ name }: { name: string }) => name);
  };
  const find = (term: string, who = world.alice) => names(`searchTerm=${encodeURIComponent(term)}`, who);

  test('finds organizations by a part of their name, in those that the person may read', async () => {
    const found = await world.alice.ask('GET', '/organization/available?searchTerm=ACM');
    expect(found.body).toEqual([{ id: world.acme.organization, name: 'Acme' }]);
    expect([await find(''), await find('', world.dave)]).toEqual([['Acme', 'Birch'], ['Birch']]);
    expect([await find('100%'), await find('Acme', world.dave)]).toEqual([[], []]);
  });

  test('`linked` leaves out the organizations that `readAll` alone shows', async () => {
    const permissions = [{ model: 'organization', action: 'readAll' }];
    const group = (await world.alice.ask('POST', '/group', { name: 'Readers', permissions })).body.id;
    const user = await world.newUser('erin@example.com');
    await world.alice.ask('POST', '/usergroup', { user, group });
    const erin = await world.signIn(user, 'erin@example.com');
    expect([await names('', erin), await names('linked=true', erin)]).toEqual([['Acme', 'Birch'], []]);
    await world.alice.ask('POST', '/userorg', { user, organization: world.birch.organization });
    expect(await names('linked=true', erin)).toEqual(['Birch']);
    expect(await names('linked=true&searchTerm=acm', erin)).toEqual([]);
    expect(await names('linked=true&searchTerm=acm')).toEqual(['Acme']);
  });

  test('answers with the first 20 by name', async () => {
    const branches = Array.from({ length: 25 }, (_, index) => `Branch ${String(index).padStart(2, '0')}`);
    await Promise.all(branches.toReversed().map((name) => world.alice.ask('POST', '/organization', { name })));
    expect(await find('branch')).toEqual(branches.slice(0, 20));
  });
});

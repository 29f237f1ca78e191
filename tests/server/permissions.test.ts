// The rights of a person: the union over the groups, and the organizations of the links.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personOf } from '#server/auth/permissions.ts';
import { toJson } from '#server/query/columns.ts';
import { undone } from '#tests/entities/alarm/undone.ts';
import { databases, makeWorld, type World } from '#tests/world.ts';
import { allTables } from '#tests/all-tables.ts';

describe.each(databases)('the rights of a person on %s', (engine) => {
  let world: World;
  beforeAll(async () => void (world = await makeWorld(engine)));
  afterAll(() => world.close());

  test('are those of each of the groups, once each, in the organizations of the person', async () => {
    const { bob, acme } = world;
    const person = await undone(world, async (unit) => {
      const read = { model: 'alarm', action: 'read' as const };
      const update = { model: 'alarm', action: 'update' as const };
      const permissions = toJson([read, update]);
      await allTables(unit).updateTable('group').set({ permissions }).where('id', '=', world.engineers).execute();
      const more = [read, { model: 'system', action: 'read' as const }];
      const { id } = await unit.insert('group', { name: 'More', permissions: more });
      await unit.insert('usergroup', { user: bob.id, group: id });
      return personOf(unit, await unit.need('user', bob.id));
    });
    expect({ ...person, rights: undefined }).toMatchObject({ kind: 'person', id: bob.id, name: 'Bob', sessionId: '' });
    const { permissions, ...more } = person.rights;
    expect(more).toEqual({ allOrganizations: false, orgIds: [acme.organization] });
    const actions = Object.entries(permissions).map(([model, held]) => [model, held.toSorted()]);
    expect(Object.fromEntries(actions)).toEqual({ alarm: ['read', 'update'], system: ['read'] });
  });
});

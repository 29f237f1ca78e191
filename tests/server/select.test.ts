// The rows that `unit.select` answers are those of a list: of the organizations of the actor, shared, or of people who can be seen.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Criteria } from '#contract/criteria.ts';
import { personOf } from '#server/auth/permissions.ts';
import type { Noun } from '#server/db/engine.ts';
import { internalActor, type Actor, type Person } from '#server/pipeline/actor.ts';
import type { Unit } from '#server/pipeline/unit-of-work.ts';
import { tables } from '#server/registry.ts';
import { databases, makeWorld, type World } from '#tests/world.ts';

/** Permissions are a list of the contract, and no table. */
const nouns = [...tables.keys()].filter((noun) => noun !== 'permission') as Noun[];
// The compiler holds these: a repository names no table with a record, and what a record shows has an event.
void function compiled({ unscopedDb, unrecorded, select }: Unit) {
  unscopedDb.selectFrom('token').selectAll();
  // @ts-expect-error alarms have a record
  unscopedDb.selectFrom('alarm');
  unrecorded.updateTable('alarm').set({ nextAt: null });
  // @ts-expect-error the record of an alarm shows its note
  unrecorded.updateTable('alarm').set({ note: '' });
  // @ts-expect-error tokens have no record
  select('token');
};
const ALL: Criteria = { where: { all: [] }, sort: [], limit: 1000, skip: 0, select: null, omit: [] };

describe.each(databases)('a narrowed query on %s', (engine) => {
  let world: World;
  const actors: Record<string, Actor> = { server: internalActor };
  beforeAll(async () => {
    world = await makeWorld(engine);
    const { alice, bob, charlie, acme } = world;
    await world.server.jobContext.read(async (unit) => {
      const person = async ({ id }: { id: string }) => personOf(unit, await unit.need('user', id));
      const engineer = await person(bob);
      const readsAll: Person['rights']['permissions'] = { ...engineer.rights.permissions, system: ['read', 'readAll'] };
      Object.assign(actors, {
        administrator: await person(alice),
        engineer,
        'reader of all systems': { ...engineer, rights: { ...engineer.rights, permissions: readsAll } },
        'person of no organization': await person(charlie),
        client: {
          kind: 'client',
          model: 'organization',
          id: acme.organization,
          organizationId: acme.organization,
          instance: 'rosie',
          claimed: true,
        } satisfies Actor,
      });
    });
  });
  afterAll(() => world.close());

  const reading = <T>(name: string, work: (unit: Unit) => Promise<T>): Promise<T> =>
    world.server.jobContext.read((unit) => work(unit.as(actors[name] ?? internalActor)));
  const idsOf = async (unit: Unit, noun: Noun) =>
    (await unit.select(noun).select('id').execute()).map(({ id }) => id).toSorted();

  test.each(['server', 'administrator', 'engineer', 'reader of all systems', 'person of no organization', 'client'])(
    'has the rows of a list, each of which can be found, for the %s',
    async (name) => {
      for (const noun of nouns) {
        const [all, selected, listed, found] = await reading(name, async (unit) => {
          const every = await idsOf(unit.asInternal(), noun);
          const single: string[] = [];
          for (const id of every) if (await unit.find(noun, id)) single.push(id);
          const rows = (await unit.list(noun, ALL)).rows.map(({ id }) => String(id));
          return [every.length, await idsOf(unit, noun), rows.toSorted(), single];
        });
        expect({ noun, ids: selected }).toEqual({ noun, ids: listed });
        expect({ noun, ids: selected }).toEqual({ noun, ids: found });
        if (name === 'server') expect({ noun, count: selected.length }).toEqual({ noun, count: all });
      }
    },
  );

  test('differs between actors where the rows belong to an organization or a person', async () => {
    const [all, own] = [await reading('server', countAll), await reading('engineer', countAll)];
    const narrowed = nouns.filter((noun) => own[noun]! < all[noun]!);
    expect(narrowed).toEqual(expect.arrayContaining(['system', 'backup', 'alarm', 'organization', 'user', 'schedule']));
    expect(own.schedule).toBe(2);
  });
  const countAll = async (unit: Unit) => {
    const counts: Partial<Record<Noun, number>> = {};
    for (const noun of nouns) counts[noun] = (await idsOf(unit, noun)).length;
    return counts;
  };

  test('is narrowed by the permission that it names', async () => {
    const seen = (reach: Parameters<Unit['select']>[1]) =>
      reading('reader of all systems', async (unit) => {
        const rows = await unit.select('organization', reach).select('name').orderBy('name').execute();
        return rows.map(({ name }) => name);
      });
    expect(await seen({})).toEqual(['Acme']);
    expect(await seen({ permissionOf: 'system' })).toEqual(['Acme', 'Birch']);
    // Only reading has a permission for all organizations.
    expect(await seen({ permissionOf: 'system', action: 'update' })).toEqual(['Acme']);
  });

  test('names the columns of its table where another is joined', async () => {
    const names = await reading('engineer', (unit) =>
      unit
        .select('system')
        .innerJoin('organization', 'organization.id', 'system.organization')
        .innerJoin('alarm', 'alarm.system', 'system.id')
        .select('organization.name')
        .distinct()
        .execute(),
    );
    expect(names).toEqual([{ name: 'Acme' }]);
  });
});

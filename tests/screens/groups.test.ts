// Groups on screens: sets of permissions, presets, words, and who loses what by a change.
import { describe, expect, test } from 'vitest';
import { effectOf, untouched, withGroup, type GroupRights } from '#app/features/groups/permission-effect.ts';
import { mayChangeGroup } from '#app/features/groups/group-kind.ts';
import { matchesPerson, othersOf } from '#app/features/groups/group-members.ts';
import { modelRows } from '#app/features/groups/permission-rows.tsx';
import { difference, grantOf, presetOf, presetSet, setAll, toggleAll } from '#app/features/groups/permission-set.ts';
import {
  modelNote,
  modelText,
  namesText,
  permissionText,
  permissionsSummary,
} from '#app/features/groups/permission-text.ts';
import type { Me } from '#app/auth/me.ts';
import { groupPresets } from '#contract/group-presets.ts';
import { parseCriteria } from '#contract/criteria.ts';
import { permissions } from '#server/entities/user/permission.ts';

const offered = permissions.map(({ id }) => id);
const free = () => false;

const person = (id: string, first: string) => ({
  id,
  email: `${id}@example.com`,
  first_name: first,
  last_name: 'Smith',
});
const [mia, jonas, priya] = [person('1', 'Mia'), person('2', 'Jonas'), person('3', 'Priya')];
const groupOf = (id: string, held: readonly string[], users: GroupRights['users']): GroupRights => ({
  id,
  name: id,
  permissions: held.map(grantOf),
  users,
});

describe('a set of permissions', () => {
  test('See all brings See along, and goes with it', () => {
    expect(setAll([], ['system.readAll'], true)).toEqual(['system.read', 'system.readAll']);
    expect(setAll(['system.read', 'system.readAll'], ['system.read'], false)).toEqual([]);
    expect(setAll(['system.read', 'system.readAll'], ['system.readAll'], false)).toEqual(['system.read']);
  });

  test('a header sets all that is missing, and takes all away only where nothing is', () => {
    const column = ['alarm.update', 'system.update'];
    expect(toggleAll(['alarm.update'], column, free)).toEqual(column);
    expect(toggleAll(column, column, free)).toEqual([]);
  });

  test('what the person lacks is neither given nor taken by a header', () => {
    const locked = (id: string) => id === 'system.update';
    expect(toggleAll([], ['alarm.update', 'system.update'], locked)).toEqual(['alarm.update']);
    expect(toggleAll(['alarm.update', 'system.update'], ['alarm.update', 'system.update'], locked)).toEqual([
      'system.update',
    ]);
  });

  test('a preset is recognized by what it holds, and any other set is none', () => {
    for (const preset of groupPresets) expect(presetOf(presetSet(preset, offered), offered)).toBe(preset);
    expect(presetOf([...presetSet('viewer', offered), 'alarm.update'], offered)).toBe(null);
  });

  test('people on call download and do not read keys; viewers do neither', () => {
    expect(presetSet('onCall', offered)).toContain('backup.download');
    expect(presetSet('onCall', offered).some((id) => id.endsWith('.readKey'))).toBe(false);
    expect(presetSet('viewer', offered).filter((id) => !id.endsWith('.read'))).toEqual([]);
  });

  test('the difference counts what is given and what is taken', () => {
    expect(difference(['a.read', 'b.read'], ['b.read', 'c.read'])).toEqual({ given: ['c.read'], taken: ['a.read'] });
  });
});

describe('the matrix', () => {
  test('every permission that there is has one cell', () => {
    const cells = modelRows(offered).flatMap(({ main, more }) => [...main, ...more]);
    expect(cells.filter((id) => id !== null).toSorted()).toEqual(offered.toSorted());
  });

  test('every noun and every permission has words of its own', () => {
    for (const { model, action } of permissions) {
      expect(modelText(model)).not.toBe(model);
      expect(permissionText(`${model}.${action}`)).not.toContain(action);
    }
  });

  test('a row says how much of it is held', () => {
    const all = ['x.read', 'x.update', 'x.destroy'];
    expect([[], ['x.read'], ['x.read', 'x.update'], all].map((held) => modelNote(held, all))).toEqual([
      'nothing',
      'see only',
      '2 of 3',
      'everything',
    ]);
  });
});

test('a group is summed up by what its people may change', () => {
  expect(permissionsSummary([], offered)).toBe('Nothing');
  expect(permissionsSummary(offered, offered)).toBe('Everything');
  expect(permissionsSummary(presetSet('viewer', offered), offered)).toBe('See only');
  expect(permissionsSummary(presetSet('onCall', offered), offered)).toBe('Alarms, backups, systems');
  // Nothing is known of what there is: then nothing is everything.
  expect(permissionsSummary(['alarm.update'], [])).toBe('Alarms');
});

test('more than six names are counted', () => {
  const names = Array.from({ length: 9 }, (_, index) => `P${index}`);
  expect(namesText(names)).toBe('P0, P1, P2, P3, P4, P5, and 3 more');
  expect(namesText(names.slice(0, 7))).toBe('P0, P1, P2, P3, P4, P5, and P6');
});

describe('what a change takes away', () => {
  const night = groupOf('Night', ['backup.destroy', 'orphan.destroy', 'fileset.read'], [mia, jonas, priya]);
  const storage = groupOf('Storage', ['orphan.destroy'], [priya]);
  const all = groupOf('Administrators', ['backup.destroy', 'orphan.destroy'], [mia]);
  const groups = [night, storage, all];
  const change = (permissions: string[]) =>
    effectOf(groups, withGroup(groups, 'Night', { permissions: permissions.map(grantOf) }));

  test('is counted after all groups of each person', () => {
    const effect = change(['fileset.read']);
    expect(effect.losses.map(({ permission, losing }) => [permission, losing.map(({ id }) => id)])).toEqual([
      ['backup.destroy', ['2', '3']],
      ['orphan.destroy', ['2']],
    ]);
    expect(effect.losses[1]?.keeping).toEqual([
      { member: mia, groups: ['Administrators'] },
      { member: priya, groups: ['Storage'] },
    ]);
    expect(untouched(effect)).toEqual([{ member: mia, groups: ['Administrators'] }]);
  });

  test('is nothing where only something is given', () => {
    const effect = change(['backup.destroy', 'orphan.destroy', 'fileset.read', 'fileset.update']);
    expect(effect.losses).toEqual([]);
    expect(effect.gains).toEqual(['fileset.update']);
    expect(effect.gainers).toEqual([mia, jonas, priya]);
  });

  test('is nothing where See goes and See all stays through another group', () => {
    const [own, other] = [groupOf('A', ['system.read'], [jonas]), groupOf('B', ['system.readAll'], [jonas])];
    expect(effectOf([own, other], [{ ...own, permissions: [] }, other]).losers).toEqual([]);
  });

  test('names everybody where a group is deleted, and only one person where one leaves it', () => {
    expect(effectOf(groups, withGroup(groups, 'Night', null)).losers.map(({ id }) => id)).toEqual(['1', '2', '3']);
    const without = withGroup(groups, 'Night', { users: [mia, priya] });
    expect(effectOf(groups, without).losers).toEqual([jonas]);
  });
});

describe('who may change a group', () => {
  const me = (values: Partial<Me>) =>
    ({ allOrganizations: true, permissions: { group: ['update'] }, orgIds: [], ...values }) as Me;
  const group = { permissions: [grantOf('group.update')] };

  test('somebody who holds all of it, in every organization', () => {
    expect(mayChangeGroup(me({}), group)).toBe(true);
    expect(mayChangeGroup(me({ allOrganizations: false }), group)).toBe(false);
    expect(mayChangeGroup(me({}), { permissions: [grantOf('system.destroy')] })).toBe(false);
  });
});

describe('the people of a group', () => {
  test('are searched by every word, in name and address', () => {
    const row = { id: '1', email: 'mia@nordlys.example', firstName: 'Mia', lastName: 'Lund' };
    expect(['', 'lund mia', 'NORDLYS', 'mia brandt'].map((find) => matchesPerson(row, find))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  test('the others leave out the members, and come with a search where there are too many to leave out', () => {
    const ids = Array.from({ length: 201 }, (_, index) => `id-${index}`);
    expect(othersOf([], '')[0]?.where).toEqual({});
    expect(othersOf(ids.slice(0, 2), '')[0]?.where).toEqual({ id: { nin: ['id-0', 'id-1'] } });
    expect(othersOf(ids, '')).toEqual([]);
    expect(JSON.stringify(othersOf(ids, 'mia')[0]?.where)).not.toContain('nin');
  });

  test('the server understands the search', () => {
    const [part] = othersOf(['019a0000-0000-7000-8000-000000000000'], 'mia lund');
    const attributes = { id: 'id', firstName: 'text', lastName: 'text', email: 'text' } as const;
    expect(() => parseCriteria({ where: JSON.stringify(part?.where), sort: part?.sort }, attributes)).not.toThrow();
  });
});

// Permissions: what a person may do, and in which organizations. The server rejects by them, and screens hide.
import { expect, test } from 'vitest';
import { may, scopeOf, whoMay, type Rights } from '#contract/permissions.ts';

const rights = (permissions: Rights['permissions'], allOrganizations = false): Rights => ({
  permissions,
  allOrganizations,
  orgIds: ['acme'],
});

test('a person may do what a group grants on that noun, and nothing else', () => {
  const held = rights({ alarm: ['read', 'update'], system: ['destroy'] });
  expect([may(held, 'alarm.read'), may(held, 'alarm.update'), may(held, 'system.destroy')]).toEqual([true, true, true]);
  expect([may(held, 'alarm.destroy'), may(held, 'system.read'), may(held, 'user.read')]).toEqual([false, false, false]);
  expect(may(rights({}, true), 'alarm.read')).toBe(false);
});

test('reading everywhere includes reading, and no other action does', () => {
  const everywhere = rights({ alarm: ['readAll'] });
  expect([may(everywhere, 'alarm.read'), may(everywhere, 'alarm.readAll')]).toEqual([true, true]);
  expect([may(everywhere, 'alarm.update'), may(everywhere, 'alarm.create')]).toEqual([false, false]);
  expect(may(rights({ alarm: ['read'] }), 'alarm.readAll')).toBe(false);
});

test('the scope is the linked organizations, unless a right reaches further', () => {
  const linked = rights({ alarm: ['read', 'update'] });
  for (const action of ['read', 'readAll', 'update'] as const)
    expect(scopeOf(linked, 'alarm', action)).toEqual(['acme']);
  expect(scopeOf(linked, 'system', 'read')).toEqual(['acme']);
});

test('reading everywhere widens the scope of reads alone, and of that noun alone', () => {
  const everywhere = rights({ alarm: ['readAll', 'update'] });
  expect(scopeOf(everywhere, 'alarm', 'read')).toBe('all');
  expect(scopeOf(everywhere, 'alarm', 'readAll')).toBe('all');
  for (const action of ['update', 'create', 'destroy', 'download', 'readKey'] as const)
    expect(scopeOf(everywhere, 'alarm', action)).toEqual(['acme']);
  expect(scopeOf(everywhere, 'system', 'read')).toEqual(['acme']);
});

test('all organizations widen the scope of every action', () => {
  const all = rights({ alarm: ['update'] }, true);
  for (const action of ['read', 'update', 'destroy'] as const) expect(scopeOf(all, 'alarm', action)).toBe('all');
});

test('the API documents name who may make a call', () => {
  expect(whoMay({ may: 'public', client: false })).toBe('everybody');
  expect(whoMay({ may: 'session', client: false })).toBe('signed in');
  expect(whoMay({ may: 'client', client: false })).toBe('a client');
  expect(whoMay({ may: 'alarm.read', client: false })).toBe('`alarm.read`');
  expect(whoMay({ may: 'fileset.read', client: true })).toBe('`fileset.read`, or a client');
});

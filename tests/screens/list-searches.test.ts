// The stored searches of lists: they belong to one person.
// @vitest-environment jsdom
import { defaultParseSearch } from '@tanstack/react-router';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { meQuery } from '#app/auth/me.ts';
import { readListSearch } from '#app/features/lists/list-search.ts';
import { listAddress, storeListSearch } from '#app/features/lists/list-searches.ts';

const become = (user: { id: string } | null, ended: object | null = null) =>
  queryClient.setQueryData<unknown>(meQuery.queryKey, { user, ended, setUp: false, version: '1', signOn: null });
const ended = { reason: 'unused', at: '2026-03-06T08:00:00.000Z' };
const mia = { id: 'mia' };

beforeEach(() => {
  become(mia);
  storeListSearch('/admin/users', { find: 'olga' });
  expect(listAddress('/admin/users')).toBe('/admin/users?find=olga');
});

test('a sign-out clears them', () => {
  become(null);
  become(mia);
  expect(listAddress('/admin/users')).toBe('/admin/users');
});

test('they outlive a session that ended, for the same person alone', () => {
  become(null, ended);
  become(mia);
  expect(listAddress('/admin/users')).toBe('/admin/users?find=olga');
  become(null, ended);
  become({ id: 'tariq' });
  expect(listAddress('/admin/users')).toBe('/admin/users');
});

test('a search that looks like a number comes back as it was typed', () => {
  storeListSearch('/admin/users', { find: '10.10' });
  const { search } = new URL(listAddress('/admin/users'), 'http://backwatch');
  expect(readListSearch(defaultParseSearch(search), [])).toEqual({ find: '10.10' });
});

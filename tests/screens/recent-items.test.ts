// The records that were opened last from the search: by name and place, never with the state of that moment.
// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { recentItems, noteOpened } from '#app/features/search/recent-items.ts';
import { itemOfHit, noteOf } from '#app/features/search/search-hits.ts';
import { storeSearches } from '#app/device/search-recent.ts';

const id = '019a0000-0000-7000-8000-000000000001';
const found = itemOfHit({ noun: 'system', id, name: 'harbor-nas', note: 'Acme', health: 'ok' } as never, null);
const stored = { to: `/admin/system?id=${id}`, label: 'harbor-nas', note: 'Acme', icon: 'systems' };

beforeEach(() => storeSearches(''));

test('a system that was ok when it was opened is not said to be ok later', () => {
  expect(noteOf(found)).toBe('ok, Acme');
  noteOpened(found);
  expect(recentItems()).toEqual([stored]);
});

test('what an earlier version stored with its state is not shown', () => {
  storeSearches(JSON.stringify({ person: '', items: [{ ...stored, note: 'ok, Acme' }] }));
  expect(recentItems()).toEqual([]);
  noteOpened(found);
  expect(recentItems()).toEqual([stored]);
});

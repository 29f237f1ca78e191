// The room of the columns on a desk, and a run that is only cached.
import { expect, test } from 'vitest';
import { readDay } from '#app/features/systems/system-days.ts';
import { lastRunLabel } from '#app/features/systems/system-facts.ts';
import { readSearch, sortOf } from '#app/features/systems/systems-filter.ts';
import { systemsList } from '#app/features/systems/systems-list.tsx';
import { columnsThatFit } from '#app/ui/list/table-columns.ts';
import { declaredLayout, layOut } from '#app/ui/list/table-layout.ts';

const now = Date.parse('2026-11-21T03:12:00.000Z');

test('the table of a desk of 1440 px has room for names up to its column of clients', () => {
  // Without the rail (216), the boxes (44) and the inset (22).
  const fitting = columnsThatFit(layOut(systemsList(now).columns ?? [], declaredLayout), 1440 - 216 - 44 - 22);
  expect(fitting.at(-1)?.id).toBe('client');
  expect(fitting.find(({ id }) => id === 'name')?.width).toBeGreaterThan(170);
});

test('every order of a header is kept by the address, and asks the server for its attribute', () => {
  const values = (systemsList(now).columns ?? []).flatMap(({ sort = {} }) => Object.values(sort));
  for (const sort of values.filter((value) => value !== 'worst')) expect(readSearch({ sort })).toEqual({ sort });
  expect(sortOf(readSearch({ sort: '-dueAt' }))).toBe('["dueAt DESC","name ASC"]');
  expect(readSearch({ sort: '-notes' })).toEqual({});
  expect(values).toContain('scheduleName');
});

test.each([
  [false, 'running now', 'Running'],
  [true, 'was running', 'Was running'],
])('a run is in the tense of its age (only cached: %s)', (past, day, run) => {
  const organization = { id: 'o', name: 'Norra', timeZone: 'Europe/Stockholm', phone: '' };
  expect(readDay({ strip: 'or', stripDay: '2026-11-21', dueAt: null, organization }, [], 1, now, past)[1]).toBe(day);
  expect(lastRunLabel({ lastBackupStatus: 'running' }, past ? 'past' : 'present')).toBe(run);
});

// Edits of a record while a record that it refers to is renamed: a new name is no change of the reference.
import { expect, test } from 'vitest';
import { changedNames, chooseSide, followedNames, rebase } from '#app/ui/form/edits.ts';

const fields = { schedule: { label: 'Schedule', short: 'schedule' } };
const nightly = { id: 'n', name: 'Nightly' };
const renamed = { id: 'n', name: 'Every night' };
const weekly = { id: 'w', name: 'Weekly' };
const edit = (schedule: object | null, current: object | null = nightly) => ({
  current: { schedule: current },
  values: { schedule },
  conflicts: {},
});

test('the old name beside the new one is no change, and nobody changed it', () => {
  expect(changedNames(fields, edit(nightly, renamed))).toEqual([]);
  expect(followedNames(edit(nightly), { schedule: renamed })).toEqual([]);
});

test('an untouched field shows the new name', () => {
  expect(rebase(edit(nightly), { schedule: renamed })).toEqual(edit(renamed, renamed));
});

test('another choice is kept without a question', () => {
  for (const choice of [weekly, null])
    expect(rebase(edit(choice), { schedule: renamed })).toEqual(edit(choice, renamed));
});

test('a choice of a colleague is still a conflict, and stays one while it is renamed', () => {
  const { conflicts } = rebase(edit(weekly), { schedule: null });
  expect(conflicts['schedule']).toMatchObject({ mine: weekly, theirs: null });
  const open = rebase(edit(null), { schedule: weekly });
  const again = rebase(chooseSide(open, 'schedule', 'theirs'), { schedule: { ...weekly, name: 'Each week' } });
  expect(again.values).toEqual({ schedule: { id: 'w', name: 'Each week' } });
  expect(again.conflicts['schedule']).toMatchObject({ mine: null, theirs: { name: 'Each week' } });
});

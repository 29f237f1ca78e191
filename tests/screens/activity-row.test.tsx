// A row of the activity on a phone: one sentence that is not cut after a line, and nothing of it twice.
// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { activityList } from '#app/features/activity/activity-screen.tsx';
import { entry } from './activity-entry.ts';

const list = activityList(Date.parse(entry.createdAt), () => undefined);
/** The text of a row without the marks of direction. */
const textOfRow = (values: object) => {
  const row = list.renderRow({ ...entry, ...values }, { stale: false, groupKey: '' });
  return String(render(row).container.textContent).replaceAll(/[\u2066-\u2069]/g, '');
};

afterEach(cleanup);

test('a change is its sentence, its time and the names of what changed', () =>
  expect(textOfRow({})).toMatch(/^Mia Lund changed the schedule Nightly.*alarm after$/));

test.each([
  [{ action: 'destroyed', changed: [] }, 'Mia Lund deleted the schedule Nightly'],
  [{ action: 'signedIn', model: 'session', name: '', changed: [] }, 'Mia Lund signed in'],
])('%o names actor and record once', (values, sentence) => {
  const text = textOfRow(values);
  expect(text.startsWith(sentence)).toBe(true);
  for (const name of ['Mia Lund', 'Nightly']) expect(text.split(name).length).toBeLessThanOrEqual(2);
});

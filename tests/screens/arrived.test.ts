// The page of the first backup: the devices that would wake the person.
// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { ringsOn } from '#app/features/first-run/arrived-page.tsx';

const AT = '2026-11-21T03:00:00.000Z';
const device = (id: string, more = {}) => ({ id, name: `Phone ${id}`, lastReceiptAt: AT, lastError: null, ...more });

test('the page names every other device that has shown an alarm', () => {
  expect(ringsOn([device('a'), device('here'), device('b')], 'here')).toBe('Rings on Phone a and Phone b');
  expect(ringsOn([device('a', { name: '' })], null)).toBe('Rings on A device without a name');
});

test('a device that never showed an alarm, or has trouble, is none of them: the page waits on', () => {
  const unproven = [device('a', { lastReceiptAt: null }), device('b', { lastError: 'The push service refused it' })];
  expect(ringsOn(unproven, null)).toBeNull();
  expect(ringsOn([device('here')], 'here')).toBeNull();
  expect(ringsOn(undefined, null)).toBeNull();
});

// The people on call on Watch: the devices that ring, by name, and why others do not.
import { expect, test } from 'vitest';
import { stateOf } from '#app/features/watch/watch-on-call.tsx';

const now = Date.parse('2026-11-20T03:12:00.000Z');
const mara = { user: { id: 'mara', name: 'Mara Ekholm' }, reason: null, acts: true, from: null };

test('a person who is rung has the names of the devices, where they are known', () => {
  const rung = { ...mara, channels: ['push' as const] };
  expect(stateOf(rung, now, ['Pixel 8', 'laptop'])).toBe('Rings now: Pixel 8 and laptop');
  expect(stateOf(rung, now, [])).toBe('Rings now');
});

test('a person who is not rung has the reason instead', () => {
  const mailed = { ...mara, channels: ['mail' as const] };
  expect(stateOf(mailed, now, ['Pixel 8'])).toBe('No device left: gets an email only');
  expect(stateOf({ ...mara, channels: [], reason: 'noDevice' }, now, [])).toBe('Cannot be rung: no device left');
});

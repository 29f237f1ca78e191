// The flash: the newest replaces the others, but a negative one can be read for three seconds.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dismissFlash, dismissSuccess, flash, flashNow } from '#app/device/flash.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  dismissFlash();
  dismissFlash();
  vi.useRealTimers();
});

const shown = () => (flashNow().visible ? flashNow().messages[0] : null);

test('a negative flash stays for 3 s, then the one that came meanwhile shows for its own time', () => {
  flash('negative', 'interrupted', { timeout: 3000 });
  vi.advanceTimersByTime(20);
  flash('positive', 'restored', { timeout: 2000 });
  expect(shown()).toBe('interrupted');
  vi.advanceTimersByTime(2979);
  expect(shown()).toBe('interrupted');
  vi.advanceTimersByTime(1);
  expect(shown()).toBe('restored');
  vi.advanceTimersByTime(1999);
  expect(shown()).toBe('restored');
  vi.advanceTimersByTime(1);
  expect(shown()).toBe(null);
});

test('of several that wait the newest is shown', () => {
  flash('negative', 'interrupted');
  flash('positive', 'first');
  flash('positive', 'second');
  vi.advanceTimersByTime(3000);
  expect(shown()).toBe('second');
});

test('whoever dismisses it sees what waited at once', () => {
  flash('negative', 'interrupted');
  flash('positive', 'next');
  dismissFlash();
  expect(shown()).toBe('next');
  dismissFlash();
  expect(shown()).toBe(null);
});

test('bad news and whatever was read give way at once', () => {
  flash('negative', 'one');
  flash('negative', 'two');
  expect(shown()).toBe('two');
  vi.advanceTimersByTime(3000);
  flash('positive', 'three');
  expect(shown()).toBe('three');
});

test('bad news that stays gives way to its reader and to an action, not to good news alone', () => {
  flash('negative', 'refused', { timeout: 0 });
  flash('positive', 'restored', { timeout: 2000 });
  expect(shown()).toBe('refused');
  dismissFlash();
  expect(shown()).toBe(null);
  flash('negative', 'refused', { timeout: 0 });
  flash('positive', 'Acknowledged', { action: { word: 'Undo', run: () => undefined } });
  expect(shown()).toBe('Acknowledged');
});

test('another try hides the success of the last one, and nothing else', () => {
  flash('positive', 'Saved');
  dismissSuccess();
  expect(shown()).toBe(null);
  flash('negative', 'lost');
  dismissSuccess();
  expect(shown()).toBe('lost');
});

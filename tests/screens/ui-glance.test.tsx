// What of the glance is read aloud: no more often than it can be said.
// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Glance } from '#app/ui/status/glance.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('the sentence stands at once, and is said at most every five seconds, as it is by then', () => {
  const glance = (sentence: string) => <Glance sentence={sentence} kind="failed" tone="miss" />;
  const { container, rerender } = render(glance('1 needs you'));
  const said = () => container.querySelector('[aria-live]')?.textContent;
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  pass(5000);
  for (const [count, heard] of [
    [2, '2 need you'],
    [3, '2 need you'],
    [4, '2 need you'],
  ] as const) {
    rerender(glance(`${count} need you`));
    pass(100);
    expect([container.querySelector('h1')?.textContent, said()]).toEqual([`${count} need you`, heard]);
  }
  pass(5000);
  expect(said()).toBe('4 need you');
});

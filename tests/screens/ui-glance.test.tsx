// The announcements of the glance: no more often than a screen reader can speak them.
// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Glance, fitOf } from '#app/ui/status/glance.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('the sentence is shown at once, and announced at most every five seconds with its latest text', () => {
  const glance = (sentence: string) => <Glance sentence={sentence} kind="failed" tone="miss" />;
  const { container, rerender } = render(glance('1 needs you'));
  const spoken = () => container.querySelector('[aria-live]')?.textContent;
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  pass(5000);
  for (const [count, announced] of [
    [2, '2 need you'],
    [3, '2 need you'],
    [4, '2 need you'],
  ] as const) {
    rerender(glance(`${count} need you`));
    pass(100);
    expect([container.querySelector('h1')?.textContent, spoken()]).toEqual([`${count} need you`, announced]);
  }
  pass(5000);
  expect(spoken()).toBe('4 need you');
});

test.each([
  ['7 offen', 'short', 'short'],
  ['10 offen', 'mid', 'mid'],
  ['3 snoozed', 'short', 'mid'],
  ['3 quittiert', 'short', 'long'],
  ['3 confirmadas', 'mid', 'long'],
  ['3 acknowledged', 'short', 'word'],
  ['Not known', 'long', 'long'],
] as const)('"%s", wanted %s, is set %s: no word of it breaks on a phone', (sentence, wanted, size) => {
  expect(fitOf(sentence, wanted)).toBe(size);
});

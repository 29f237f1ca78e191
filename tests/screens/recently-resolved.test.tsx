// A row is shown as resolved for four seconds before it leaves.
// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/api/query-client.ts';
import { noteResolved, useRecentlyResolved } from '#app/realtime/recently-resolved.ts';

const rows = [
  { id: 'a1', resolvedAt: null, system: { name: 'ledger-01' } },
  { id: 'a2', resolvedAt: '2026-11-21T01:00:00.000Z', system: { name: 'ledger-02' } },
];
const Names = () => <p>{useRecentlyResolved().map(({ system, resolvedAt }) => `${system?.name} ${resolvedAt}`)}</p>;
const resolved = (id: string) => () =>
  noteResolved({ verb: 'updated', id, data: { id, resolvedAt: '2026-11-21T03:12:00.000Z' } });

beforeEach(() => {
  vi.useFakeTimers();
  queryClient.setQueryData(['alarm', 'list', {}], { rows, total: 2 });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  queryClient.clear();
});

test('an alarm that was open here is shown as resolved for four seconds', () => {
  const { container } = render(<Names />);
  act(resolved('a1'));
  expect(container.textContent).toBe('ledger-01 2026-11-21T03:12:00.000Z');
  act(() => void vi.advanceTimersByTime(3999));
  expect(container.textContent).toContain('ledger-01');
  act(() => void vi.advanceTimersByTime(1));
  expect(container.textContent).toBe('');
});

test('an alarm that was not shown as open, or is still open, is not', () => {
  const { container } = render(<Names />);
  act(resolved('a2'));
  act(resolved('a3'));
  act(() => noteResolved({ verb: 'updated', id: 'a1', data: { id: 'a1', resolvedAt: null } }));
  act(() => noteResolved({ verb: 'destroyed', id: 'a1', previous: {} }));
  expect(container.textContent).toBe('');
});

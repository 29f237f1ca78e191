// A bulk action outside of any page: row by row, waiting, stopped, retried, undone; and the parts of its page.
// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '#app/api/errors.ts';
import { queryClient } from '#app/api/query-client.ts';
import { meQuery } from '#app/auth/me.ts';
import { type BulkAction, startBulkRun } from '#app/features/lists/bulk-run.ts';
import type { BulkRun } from '#app/features/shell/bulk-store.ts';
import { setConnectionState } from '#app/realtime/freshness.ts';
import { type BulkRow, BulkButtons, BulkHead, BulkRows, barsOf } from '#app/ui/status/bulk-progress.tsx';

const rows = ['a', 'b', 'c'].map((id) => ({ id, label: `system ${id}` }));
const messages = { doing: 'Asking', did: 'Asked', result: () => 'Asked some' };
const again = () => new ApiError(503, 'E_UNAVAILABLE');
const never = () => new ApiError(403, 'E_FORBIDDEN');
const start = (act: Partial<BulkAction>) =>
  startBulkRun({ rows, messages, page: '/list/bulk', call: () => Promise.resolve(), ...act });
const states = (run: BulkRun) => run.state.get().rows.map(({ state }) => state);
const settled = (run: BulkRun) => vi.waitFor(() => expect(run.state.get().isRunning).toBe(false));
const nothing = () => undefined;

afterEach(() => {
  cleanup();
  setConnectionState('enrolled', Date.now());
});

test('makes one call per row in order, and continues after a failure', async () => {
  const calls: string[] = [];
  const onEnd = vi.fn<(run: BulkRun) => void>();
  const call = (id: string) => {
    calls.push(id);
    return id === 'b' ? Promise.reject(never()) : Promise.resolve();
  };
  const run = start({ call, onEnd });
  expect(states(run)).toEqual(['running', 'waiting', 'waiting']);
  await settled(run);
  expect(calls).toEqual(['a', 'b', 'c']);
  expect(states(run)).toEqual(['done', 'failed', 'done']);
  expect(run.state.get().rows[1]?.reason).toBe('You do not have permission.');
  expect(onEnd).toHaveBeenCalledExactlyOnceWith(run);
});

test('stops after the row in progress, and retry runs the remaining rows', async () => {
  const finish: (() => void)[] = [];
  const run = start({ call: () => new Promise<void>((done) => finish.push(done)) });
  run.stop();
  finish[0]?.();
  await settled(run);
  expect(states(run)).toEqual(['done', 'waiting', 'waiting']);
  run.retry();
  for (const at of [1, 2]) await vi.waitFor(() => finish[at]!());
  await settled(run);
  expect(states(run)).toEqual(['done', 'done', 'done']);
});

test('retries only the failures that may succeed', async () => {
  const call = vi.fn((id: string): Promise<unknown> => Promise.reject(id === 'a' ? again() : never()));
  const run = start({ call });
  await settled(run);
  call.mockResolvedValue(undefined);
  run.retry();
  await settled(run);
  expect(call.mock.calls.map(([id]) => id)).toEqual(['a', 'b', 'c', 'a']);
  expect(states(run)).toEqual(['done', 'failed', 'failed']);
});

test('waits while there is no connection, and goes on by itself', async () => {
  const call = vi.fn(() => Promise.resolve());
  setConnectionState('offline', Date.now());
  const run = start({ call });
  expect(run.state.get()).toMatchObject({ isRunning: true, isWaiting: true });
  expect(call).not.toHaveBeenCalled();
  setConnectionState('enrolled', Date.now());
  await settled(run);
  expect(states(run)).toEqual(['done', 'done', 'done']);
});

test('is stopped at once while it waits for a connection', async () => {
  setConnectionState('offline', Date.now());
  const run = start({});
  run.stop();
  await settled(run);
  expect(states(run)).toEqual(['waiting', 'waiting', 'waiting']);
});

test('ends with the session of its person: nobody else makes its calls', async () => {
  const finish: (() => void)[] = [];
  const call = vi.fn(() => new Promise<void>((done) => finish.push(done)));
  const run = start({ call });
  queryClient.setQueryData(meQuery.queryKey, { user: { id: 'another' } } as never);
  finish[0]?.();
  await settled(run);
  expect(call).toHaveBeenCalledTimes(1);
  expect(states(run)).toEqual(['done', 'waiting', 'waiting']);
  queryClient.clear();
});

test('closing the app while it runs asks first, and an update does not reload it', async () => {
  const close = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const run = start({});
  expect(close()).toBe(true);
  expect(document.documentElement.hasAttribute('data-unfinished')).toBe(true);
  await settled(run);
  expect(close()).toBe(false);
  expect(document.documentElement.hasAttribute('data-unfinished')).toBe(false);
});

test('undoes the finished rows, last first, and reports those that failed', async () => {
  const undone: string[] = [];
  const undo = (id: string) => {
    undone.push(id);
    return id === 'a' ? Promise.reject(never()) : Promise.resolve();
  };
  const run = start({ undo });
  await settled(run);
  run.undo?.();
  await settled(run);
  expect(undone).toEqual(['c', 'b', 'a']);
  expect(states(run)).toEqual(['failed', 'waiting', 'waiting']);
});

const shown: BulkRow[] = [
  { id: 'a', label: 'files-main', state: 'done' },
  { id: 'b', label: 'mail-gw', state: 'failed', reason: 'You may only see this one.' },
];
const buttons = (more: Partial<Parameters<typeof BulkButtons>[0]> = {}) =>
  render(<BulkButtons rows={shown} isRunning={false} isStopping={false} onStop={nothing} onBack={nothing} {...more} />);

test('the page counts the finished rows and shows the reason of each failure', async () => {
  const page = (shows: { id: string } | null) => (
    <>
      <BulkHead rows={shown} isRunning={false} onBar={nothing}>
        Asked
      </BulkHead>
      <BulkRows rows={shown} isRunning={false} shows={shows} />
    </>
  );
  const { rerender } = render(page(null));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('1 of 2 done');
  expect(screen.getByText('You may only see this one.')).toBeTruthy();
  expect(screen.queryByText('files-main')).toBeNull();
  rerender(page({ id: 'a' }));
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('files-main'));
});

test('offers only what has something to act on, and else the way back', () => {
  const { unmount } = buttons({ onRetry: nothing, onUndo: nothing });
  expect(screen.getByRole('button', { name: 'Undo 1' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Retry/ })).toBeNull();
  unmount();
  buttons({ onRetry: nothing });
  expect(screen.getByRole('button', { name: 'Back to the list' })).toBeTruthy();
});

test('more than 120 rows share bars, and a failure is never hidden by its neighbours', () => {
  const many = Array.from({ length: 500 }, (_, at): BulkRow => ({
    id: String(at),
    label: '',
    state: at === 7 ? 'failed' : 'done',
  }));
  const bars = barsOf(many);
  expect(bars.length).toBeLessThanOrEqual(120);
  expect(bars.filter(({ state }) => state === 'failed').map(({ row }) => row.id)).toEqual(['7']);
});

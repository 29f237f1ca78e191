// A bulk action outside of any page: row by row, stopped, retried, undone; and the page that shows it.
// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type BulkRow, BulkButtons, BulkProgress, barsOf } from '#app/ui/status/bulk-progress.tsx';
import { type BulkState, startBulkRun } from '#app/features/shell/bulk-run.ts';

const rows = ['a', 'b', 'c'].map((id) => ({ id, label: `system ${id}` }));
const readFailure = (error: unknown) => ({
  reason: String((error as Error).message),
  mayRetry: String(error).includes('again'),
});
const states = ({ rows }: BulkState) => rows.map(({ state }) => state);
const settled = (run: { state(): BulkState }) => vi.waitFor(() => expect(run.state().isRunning).toBe(false));
const nothing = () => undefined;

afterEach(cleanup);

test('makes one call per row in order, and continues after a failure', async () => {
  const calls: string[] = [];
  const onEnd = vi.fn<(state: BulkState) => void>();
  const act = (id: string) => {
    calls.push(id);
    return id === 'b' ? Promise.reject(new Error('A purge is running.')) : Promise.resolve();
  };
  const run = startBulkRun({ rows, execute: act, readFailure, onEnd });
  expect(states(run.state())).toEqual(['running', 'waiting', 'waiting']);
  await settled(run);
  expect(calls).toEqual(['a', 'b', 'c']);
  expect(states(run.state())).toEqual(['done', 'failed', 'done']);
  expect(run.state().rows[1]?.reason).toBe('A purge is running.');
  expect(onEnd).toHaveBeenCalledTimes(1);
});

test('stops after the row in progress, and retry runs the remaining rows', async () => {
  const finish: (() => void)[] = [];
  const run = startBulkRun({ rows, execute: () => new Promise<void>((done) => finish.push(done)), readFailure });
  run.stop();
  finish[0]?.();
  await settled(run);
  expect(states(run.state())).toEqual(['done', 'waiting', 'waiting']);
  run.retry();
  for (const at of [1, 2]) await vi.waitFor(() => finish[at]!());
  await settled(run);
  expect(states(run.state())).toEqual(['done', 'done', 'done']);
});

test('retries only the failures that may succeed', async () => {
  const act = vi.fn((id: string): Promise<unknown> =>
    Promise.reject(new Error(id === 'a' ? 'Try again.' : 'Not allowed.')),
  );
  const run = startBulkRun({ rows, execute: act, readFailure });
  await settled(run);
  act.mockResolvedValue(undefined);
  run.retry();
  await settled(run);
  expect(act.mock.calls.map(([id]) => id)).toEqual(['a', 'b', 'c', 'a']);
  expect(states(run.state())).toEqual(['done', 'failed', 'failed']);
});

test('undoes the finished rows, last first, and reports those that failed', async () => {
  const undone: string[] = [];
  const undo = (id: string) => {
    undone.push(id);
    return id === 'a' ? Promise.reject(new Error('Jonas changed it.')) : Promise.resolve();
  };
  const run = startBulkRun({ rows, execute: () => Promise.resolve(), undo, readFailure });
  await settled(run);
  run.undo();
  await settled(run);
  expect(undone).toEqual(['c', 'b', 'a']);
  expect(states(run.state())).toEqual(['failed', 'waiting', 'waiting']);
});

test('the page counts the finished rows and shows the reason of each failure', () => {
  const words = {
    headline: (done: number, all: number) => `${done} of ${all} done`,
    failed: (count: number) => `Not changed: ${count}`,
    running: 'Now',
    changed: (count: number) => `${count} changed`,
  };
  const shown: BulkRow[] = [
    { id: 'a', label: 'files-main', state: 'done' },
    { id: 'b', label: 'mail-gw', state: 'failed', reason: 'You may only see this one.' },
  ];
  const labels = {
    stop: 'Stop',
    stopping: 'Stopping',
    retry: (n: number) => `Retry ${n}`,
    undo: (n: number) => `Undo ${n}`,
  };
  render(
    <>
      <BulkProgress rows={shown} messages={words} />
      <BulkButtons
        rows={shown}
        isRunning={false}
        isStopping={false}
        messages={labels}
        onStop={nothing}
        onRetry={nothing}
        onUndo={nothing}
      />
    </>,
  );
  expect(screen.getAllByText('1 of 2 done').length).toBeGreaterThan(0);
  expect(screen.getByText('You may only see this one.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Undo 1' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Retry/ })).toBeNull();
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

// The answer of a client to a signal: a changed report within 30 s of it, kept as it was read.
// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Reported, type Signal, sendSignal } from '#app/features/client/client-signals.ts';
import { SignalTiles } from '#app/features/client/signal-tiles.tsx';

const T0 = Date.parse('2026-11-21T03:00:00.000Z');
const at = (minutes: number) => new Date(T0 + minutes * 60_000).toISOString();
let made = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: T0 });
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ sent: true })));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A tile of a client, to which a signal was just sent. */
async function tileOf(signal: Signal, values: Partial<Reported> = {}) {
  const id = `client-${(made += 1)}`;
  let system: Reported = {
    id,
    name: 'harbor-nas',
    connected: true,
    lastConnection: at(-60),
    lastLog: null,
    runningSince: null,
    lastBackup: at(-600),
    failedAt: null,
    ...values,
  };
  const tile = () => <SignalTiles system={system} only={[signal]} />;
  const { rerender, unmount } = render(tile());
  await act(() => sendSignal(system, signal));
  return {
    text: () => screen.getByRole('status').textContent,
    pass: (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000)),
    report(changes: Partial<Reported>) {
      system = { ...system, ...changes };
      rerender(tile());
    },
    leave: unmount,
    openAgain(changes: Partial<Reported>) {
      system = { ...system, ...changes };
      render(tile());
    },
  };
}

test('a client that connects again within 30 s has restarted, and stays so', async () => {
  const tile = await tileOf('restart');
  tile.pass(5);
  tile.report({ connected: false });
  expect(tile.text()).toMatch(/^Sent .*, waiting for an answer$/);
  tile.report({ connected: true, lastConnection: at(0.1) });
  expect(tile.text()).toMatch(/^Restarted, sent /);
  tile.pass(3600);
  tile.report({ connected: false, lastConnection: at(60) });
  expect(tile.text()).toMatch(/^Restarted, sent /);
});

test('a client that connects again hours later did not restart as asked', async () => {
  const tile = await tileOf('restart');
  tile.pass(30);
  expect(tile.text()).toBe('No answer in 30 s');
  tile.pass(6 * 3600);
  tile.report({ lastConnection: at(360) });
  expect(tile.text()).toMatch(/^Requested /);
});

test('a tile that nobody looked at for the 30 s does not say that there was no answer', async () => {
  const tile = await tileOf('identify');
  tile.leave();
  tile.pass(60);
  tile.openAgain({ lastLog: 'Here I am' });
  expect(tile.text()).toMatch(/^Requested /);
});

test('a backup has started where a run begins, and not where the one under way ends', async () => {
  const running = await tileOf('backup', { runningSince: at(-5) });
  running.report({ runningSince: null, lastBackup: at(-5) });
  expect(running.text()).toMatch(/^Requested /);
  cleanup();
  const short = await tileOf('backup');
  short.report({ lastBackup: at(0) });
  expect(short.text()).toMatch(/^Started, sent /);
  cleanup();
  const idle = await tileOf('backup');
  idle.report({ runningSince: at(0) });
  expect(idle.text()).toMatch(/^Started, sent /);
  idle.report({ runningSince: null, lastBackup: at(0) });
  expect(idle.text()).toMatch(/^Started, sent /);
});

test('a log that was forgotten is no answer', async () => {
  const tile = await tileOf('identify', { lastLog: 'a line' });
  tile.report({ lastLog: null });
  expect(tile.text()).toMatch(/^Sent .*, waiting for an answer$/);
});

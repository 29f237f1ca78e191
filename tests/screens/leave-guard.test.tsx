// The browser's own question before a page with changes is closed: the changes are discarded only by leaving.
// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { createBrowserHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { useLeaveGuard } from '#app/ui/form/use-leave-guard.ts';

const onUnload = vi.fn();

function Page() {
  useLeaveGuard(() => true, onUnload);
  return <p>{'Changed'}</p>;
}

async function show() {
  const history = createBrowserHistory();
  const router = createRouter({ routeTree: createRootRoute({ component: Page, notFoundComponent: Page }), history });
  render(<RouterProvider router={router as never} />);
  await screen.findByText('Changed');
  vi.useFakeTimers();
  window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}
const hide = () => window.dispatchEvent(new Event('pagehide'));

afterEach(() => {
  vi.useRealTimers();
  cleanup();
  onUnload.mockReset();
});

test('a person who thinks about it for a minute, and leaves, has discarded the changes', async () => {
  await show();
  // The clock goes on while the browser asks, timers do not.
  vi.setSystemTime(Date.now() + 60_000);
  act(() => vi.advanceTimersByTime(500));
  hide();
  expect(onUnload).toHaveBeenCalledTimes(1);
});

test('a person who stays, and whose page ends later by itself, has discarded nothing', async () => {
  await show();
  act(() => vi.advanceTimersByTime(3500));
  hide();
  expect(onUnload).not.toHaveBeenCalled();
});

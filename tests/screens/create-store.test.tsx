// The one store: subscribers hear of changes only, and a component may follow a part.
// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createStore } from '#app/device/create-store.ts';

afterEach(cleanup);

test('subscribers are called after a change, not for the same value or after unsubscribing', () => {
  const store = createStore(1);
  const listener = vi.fn();
  const end = store.subscribe(listener);
  store.set(1);
  expect(listener).not.toHaveBeenCalled();
  store.set(2);
  expect([store.get(), listener.mock.calls.length]).toEqual([2, 1]);
  end();
  store.set(3);
  expect(listener).toHaveBeenCalledTimes(1);
});

test('a component renders again only when the part that it selects changes', () => {
  const store = createStore({ name: 'mail-gw', seen: 1 });
  const rendered = vi.fn();
  function Name() {
    rendered();
    return <p>{store.use(({ name }) => name)}</p>;
  }
  const { container } = render(<Name />);
  act(() => store.set({ name: 'mail-gw', seen: 2 }));
  expect(rendered).toHaveBeenCalledTimes(1);
  act(() => store.set({ name: 'files', seen: 2 }));
  expect(container.textContent).toBe('files');
});

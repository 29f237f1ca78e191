// The button that is held for one second: its action runs only while it is under the finger.
// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HoldButton } from '#app/ui/primitives/button.tsx';

const onConfirm = vi.fn();
const held = (inert = false) => (
  <div inert={inert}>
    <HoldButton confirm="Yes, remove it" onConfirm={onConfirm}>
      Hold to remove
    </HoldButton>
  </div>
);
const pressDown = () => fireEvent.pointerDown(screen.getByText('Hold to remove'), { button: 0 });
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  onConfirm.mockReset();
});

test('acts after a second, once', () => {
  render(held());
  pressDown();
  pass(999);
  expect(onConfirm).not.toHaveBeenCalled();
  pass(2000);
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

test('does nothing if it is released before', () => {
  render(held());
  pressDown();
  pass(900);
  fireEvent.pointerUp(screen.getByText('Hold to remove'));
  pass(2000);
  expect(onConfirm).not.toHaveBeenCalled();
});

test('does nothing after it was removed', () => {
  const { unmount } = render(held());
  pressDown();
  pass(900);
  unmount();
  pass(2000);
  expect(onConfirm).not.toHaveBeenCalled();
});

test('does nothing in a closing sheet', () => {
  const { rerender } = render(held());
  pressDown();
  pass(900);
  rerender(held(true));
  pass(100);
  expect(onConfirm).not.toHaveBeenCalled();
});

const clickOnce = () => {
  const button = screen.getByText('Hold to remove');
  pressDown();
  fireEvent.pointerUp(button);
  fireEvent.click(button, { detail: 1 });
};
const second = () => screen.queryByText('Yes, remove it');

test('shows the second button after a short click: some screen readers click like a mouse', () => {
  render(held());
  clickOnce();
  pass(500);
  fireEvent.click(second()!);
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

test('has no second button yet at the second half of a double click', () => {
  render(held());
  clickOnce();
  pass(200);
  clickOnce();
  pass(499);
  expect(second()).toBeNull();
});

test('shows no second button after a hold', () => {
  render(held());
  pressDown();
  pass(1000);
  fireEvent.click(screen.getByText('Hold to remove'), { detail: 1 });
  pass(2000);
  expect(second()).toBeNull();
});

// A long press opens something below the finger: lifting the finger presses nothing there.
// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useLongPress } from '#app/ui/hooks/use-long-press.ts';

const held = vi.fn();
const resolved = vi.fn();

function Page() {
  const row = useRef<HTMLDivElement>(null);
  useLongPress(row, held);
  return (
    <>
      <div ref={row}>harbor-nas</div>
      <button type="button" onClick={resolved}>
        Resolve
      </button>
    </>
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  render(<Page />);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.clearAllMocks();
});

const finger = { button: 0, isPrimary: true, pointerType: 'touch', pointerId: 4 };
const hold = (ms: number) => {
  fireEvent.pointerDown(screen.getByText('harbor-nas'), finger);
  vi.advanceTimersByTime(ms);
};
const lift = () => fireEvent.pointerUp(screen.getByText('harbor-nas'), finger);
const clickBy = (event: MouseEvent) => fireEvent(screen.getByRole('button', { name: 'Resolve' }), event);
const click = () => clickBy(new MouseEvent('click', { detail: 1, bubbles: true, cancelable: true }));
const pointerClick = (pointerId: number) =>
  clickBy(new PointerEvent('click', { pointerId, detail: 1, bubbles: true, cancelable: true }));

test('the click of the finger that is lifted presses nothing that has opened below it', () => {
  hold(460);
  expect(held).toHaveBeenCalledTimes(1);
  lift();
  click();
  expect(resolved).not.toHaveBeenCalled();
  click();
  expect(resolved).toHaveBeenCalledTimes(1);
});

test('a finger that was lifted without a click takes none of a later press', () => {
  hold(600);
  lift();
  fireEvent.pointerDown(screen.getByRole('button', { name: 'Resolve' }), finger);
  click();
  expect(resolved).toHaveBeenCalledTimes(1);
});

test('a key and another finger press what has opened as soon as the finger was lifted', () => {
  hold(600);
  lift();
  clickBy(new MouseEvent('click', { bubbles: true }));
  pointerClick(5);
  expect(resolved).toHaveBeenCalledTimes(2);
  pointerClick(4);
  expect(resolved).toHaveBeenCalledTimes(2);
});

test('a shorter press is no long one, and its click arrives', () => {
  hold(300);
  lift();
  click();
  expect(held).not.toHaveBeenCalled();
  expect(resolved).toHaveBeenCalledTimes(1);
});

// The tap after a swipe: the click that ends a swipe opens nothing, and the next tap does.
// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listenForSwipes } from '#app/ui/list/use-swipe.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test.each([
  ['with the click that browsers send after it', true],
  ['without a click, as after touch', false],
])('a swipe %s leaves the next tap alone, also one at the edge of the screen', (_, clicks) => {
  const host = document.body.appendChild(document.createElement('div'));
  const el = host.appendChild(document.createElement('a'));
  Object.defineProperty(el, 'offsetWidth', { value: 300 });
  const onRight = vi.fn();
  const onClick = vi.fn();
  host.addEventListener('click', onClick);
  const detach = listenForSwipes(host, () => ({ el, host, onRight }));
  const send = (type: string, clientX: number) =>
    el.dispatchEvent(new PointerEvent(type, { pointerId: 1, isPrimary: true, clientX, clientY: 0, bubbles: true }));
  send('pointerdown', 100);
  for (const x of [120, 300]) send('pointermove', x);
  send('pointerup', 300);
  if (clicks) el.click();
  vi.runAllTimers();
  expect([onRight.mock.calls.length, onClick.mock.calls.length]).toEqual([1, 0]);
  send('pointerdown', 5);
  send('pointerup', 5);
  el.click();
  expect(onClick).toHaveBeenCalledTimes(1);
  detach();
});

// A page that is read from right to left: keys, places and swipes are mirrored, so that its parts need not know.
// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { directionOf } from '../../src/tools/page-language.ts';
import { inlineEdges, readingKey, startOffset } from '#app/ui/primitives/direction.ts';
import { listenForSwipes } from '#app/ui/list/use-swipe.ts';

const at = (left: number, right: number): Element =>
  Object.assign(document.createElement('div'), {
    getBoundingClientRect: () => ({ left, right, top: 5 }) as DOMRect,
  });

afterEach(() => {
  document.dir = '';
  document.body.replaceChildren();
});

test('a language has the direction in which it is written', () => {
  expect(['de', 'en', 'es', 'ar', 'he'].map(directionOf)).toEqual(['ltr', 'ltr', 'ltr', 'rtl', 'rtl']);
});

test('places are measured from where lines begin', () => {
  expect(startOffset(at(20, 120), 30)).toBe(10);
  expect(inlineEdges(at(20, 120))).toEqual({ start: 20, end: 120, top: 5 });
  document.dir = 'rtl';
  expect(startOffset(at(20, 120), 30)).toBe(90);
  expect(inlineEdges(at(20, 120))).toEqual({ start: innerWidth - 120, end: innerWidth - 20, top: 5 });
});

test('the arrow to the left goes on', () => {
  document.dir = 'rtl';
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'a'].map(readingKey)).toEqual([
    'ArrowRight',
    'ArrowLeft',
    'ArrowUp',
    'a',
  ]);
});

describe('a swipe', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  /** The handlers that ran after a row of 300 px was dragged over the distance. */
  function swiped(distance: number): string[] {
    const host = document.body.appendChild(document.createElement('div'));
    const el = host.appendChild(document.createElement('div'));
    Object.defineProperty(el, 'offsetWidth', { value: 300 });
    const ran: string[] = [];
    const target = { el, host, onRight: () => void ran.push('along'), onLeft: () => void ran.push('against') };
    const detach = listenForSwipes(el, () => target);
    const send = (type: string, clientX: number) =>
      el.dispatchEvent(new PointerEvent(type, { pointerId: 1, isPrimary: true, clientX, clientY: 0, bubbles: true }));
    send('pointerdown', 400);
    send('pointermove', 400 + Math.sign(distance) * 20);
    send('pointermove', 400 + distance);
    send('pointerup', 400 + distance);
    vi.runAllTimers();
    detach();
    return ran;
  }

  test('along the reading goes to the right, or to the left where the page is mirrored', () => {
    expect([swiped(200), swiped(-200)]).toEqual([['along'], ['against']]);
    document.dir = 'rtl';
    expect([swiped(200), swiped(-200)]).toEqual([['against'], ['along']]);
  });
});

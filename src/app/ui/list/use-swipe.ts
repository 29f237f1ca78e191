// Swiping a row: 12 px of mostly horizontal travel starts it, 40 % or a flick commits it.
import { useEffect, useRef, type RefObject } from 'react';
import { isRtl } from '#app/ui/primitives/direction.ts';

type SwipeOptions = { onRight?: (() => void) | undefined; onLeft?: (() => void) | undefined };
/** As read from left to right: `right` is along the reading, `left` against it. */
type Side = 'right' | 'left';

/** The row below a pointer. `el` moves; `host` around it gets data-swipe, data-armed and data-gone to style by. */
export interface SwipeTarget extends SwipeOptions {
  el: HTMLElement;
  host: HTMLElement;
}

interface Drag {
  target: SwipeTarget;
  id: number;
  x: number;
  y: number;
  lastX: number;
  lastT: number;
  speed: number;
  on: boolean;
}

/** Travel before a swipe starts, px. */
export const swipeStart = 12;
/** A start this near to the edge belongs to the browser's Back, px. */
export const swipeEdge = 24;

/** True if releasing the row runs the action. `dx` and `width` in px, `speed` in px per ms. */
export function commits(dx: number, width: number, speed: number): boolean {
  if (Math.abs(dx) >= width * 0.4) return true;
  return Math.abs(dx) > 32 && Math.abs(speed) > 0.55 && Math.sign(speed) === Math.sign(dx);
}

/** True if a swipe may start at `x` (px), which excludes both edges of the screen. */
export function mayStart(x: number, screenWidth: number): boolean {
  return x >= swipeEdge && x <= screenWidth - swipeEdge;
}

/** Attach to the element that moves; its parent gets the data attributes. */
export function useSwipe(ref: RefObject<HTMLElement | null>, options: SwipeOptions): void {
  const latest = useRef(options);
  latest.current = options;
  const enabled = Boolean(options.onRight ?? options.onLeft);
  useEffect(() => {
    const el = ref.current;
    if (!el || !enabled) return undefined;
    const host = el.parentElement ?? el;
    return listenForSwipes(el, () => ({ el, host, ...latest.current }));
  }, [ref, enabled]);
}

/**
 * Listens on `root` for swipes of the rows in it: one set of listeners for any number of rows. `targetOf` finds the
 * row below a pointer that goes down. Returns a function that stops listening and finishes what was swiped.
 */
export function listenForSwipes(root: HTMLElement, targetOf: (event: PointerEvent) => SwipeTarget | null): () => void {
  const swiper = new Swiper(root, targetOf);
  return () => swiper.detach();
}

const sideOf = (dx: number): Side => (dx > 0 === isRtl() ? 'left' : 'right');
const handlerOf = (target: SwipeTarget, side: Side) => (side === 'right' ? target.onRight : target.onLeft);

class Swiper {
  private readonly targetOf: (event: PointerEvent) => SwipeTarget | null;
  private readonly aborter = new AbortController();
  private readonly unfinished = new Map<HTMLElement, () => void>();
  private drag: Drag | null = null;
  private swallow = false;

  constructor(root: HTMLElement, targetOf: (event: PointerEvent) => SwipeTarget | null) {
    this.targetOf = targetOf;
    const { signal } = this.aborter;
    root.addEventListener('pointerdown', (e) => this.down(e), { signal });
    root.addEventListener('pointermove', (e) => this.move(e), { signal });
    root.addEventListener('pointerup', (e) => this.up(e), { signal });
    root.addEventListener('pointercancel', (e) => this.up(e), { signal });
    root.addEventListener('click', (e) => this.click(e), { signal, capture: true });
  }

  detach(): void {
    this.aborter.abort();
    // A row that leaves the page mid-flight was still swiped away: the action must not be lost.
    for (const finish of this.unfinished.values()) finish();
  }

  private down(e: PointerEvent): void {
    this.swallow = false;
    if (e.button !== 0 || !e.isPrimary || !mayStart(e.clientX, window.innerWidth)) return;
    const target = this.targetOf(e);
    if (!target || this.unfinished.has(target.el)) return;
    const { clientX: x, clientY: y, timeStamp } = e;
    this.drag = { target, id: e.pointerId, x, y, lastX: x, lastT: timeStamp, speed: 0, on: false };
  }

  private begin(e: PointerEvent, drag: Drag): boolean {
    const dx = e.clientX - drag.x;
    const dy = Math.abs(e.clientY - drag.y);
    if (Math.max(Math.abs(dx), dy) < swipeStart) return false;
    if (Math.abs(dx) < dy * 1.3) {
      this.drag = null;
      return false;
    }
    drag.on = true;
    drag.x += Math.sign(dx) * swipeStart;
    drag.target.el.setPointerCapture?.(drag.id);
    delete drag.target.el.dataset['settle'];
    return true;
  }

  private move(e: PointerEvent): void {
    const { drag } = this;
    if (!drag || e.pointerId !== drag.id || (!drag.on && !this.begin(e, drag))) return;
    const { el, host } = drag.target;
    const dx = e.clientX - drag.x;
    const dt = Math.max(1, e.timeStamp - drag.lastT);
    drag.speed = 0.6 * ((e.clientX - drag.lastX) / dt) + 0.4 * drag.speed;
    drag.lastX = e.clientX;
    drag.lastT = e.timeStamp;
    const may = Boolean(handlerOf(drag.target, sideOf(dx)));
    el.style.transform = `translateX(${may ? dx : dx / 6}px)`;
    host.dataset['swipe'] = sideOf(dx);
    host.toggleAttribute('data-armed', may && commits(dx, el.offsetWidth, 0));
  }

  private up(e: PointerEvent): void {
    const { drag } = this;
    if (!drag || e.pointerId !== drag.id) return;
    this.drag = null;
    if (!drag.on) return;
    this.swallow = true;
    const dx = e.clientX - drag.x;
    const act = handlerOf(drag.target, sideOf(dx));
    const committed = e.type === 'pointerup' && commits(dx, drag.target.el.offsetWidth, drag.speed);
    if (act && committed) this.leave(drag.target, Math.sign(dx), act);
    else this.rest(drag.target);
  }

  private rest({ el, host }: SwipeTarget): void {
    el.dataset['settle'] = '';
    el.style.transform = '';
    delete host.dataset['armed'];
    window.setTimeout(() => {
      delete el.dataset['settle'];
      if (this.drag?.target.el !== el) delete host.dataset['swipe'];
    }, 210);
  }

  private leave(target: SwipeTarget, sign: number, act: () => void): void {
    const { el, host } = target;
    navigator.vibrate?.(10);
    el.dataset['settle'] = '';
    el.style.transform = `translateX(${sign * 100}%)`;
    host.dataset['gone'] = '';
    const finish = () => {
      window.clearTimeout(timer);
      this.unfinished.delete(el);
      act();
      delete host.dataset['gone'];
      this.rest(target);
    };
    const timer = window.setTimeout(finish, 260);
    this.unfinished.set(el, finish);
  }

  private click(e: Event): void {
    if (!this.swallow) return;
    this.swallow = false;
    e.preventDefault();
    e.stopPropagation();
  }
}

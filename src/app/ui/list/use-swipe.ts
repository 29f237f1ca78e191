// Swiping a row: 12 px of mostly horizontal travel starts it, 40 % or a flick commits it.
import { useEffect, useRef, type RefObject } from 'react';

type SwipeOptions = { onRight?: (() => void) | undefined; onLeft?: (() => void) | undefined };
type Side = 'right' | 'left';
type Drag = { id: number; x: number; y: number; lastX: number; lastT: number; speed: number; on: boolean };

/** Travel before a swipe starts, px. */
export const swipeStart = 12;
/** A start this near to the edge belongs to the browser's Back, px. */
export const swipeEdge = 24;

/** Does a release commit? `dx` and `width` in px, `speed` in px per ms. */
export function commits(dx: number, width: number, speed: number): boolean {
  if (Math.abs(dx) >= width * 0.4) return true;
  return Math.abs(dx) > 32 && Math.abs(speed) > 0.55 && Math.sign(speed) === Math.sign(dx);
}

/** May a swipe start at this point of the screen? */
export function mayStart(x: number, screenWidth: number): boolean {
  return x >= swipeEdge && x <= screenWidth - swipeEdge;
}

/** Attach to the element that moves; its parent gets data-swipe, data-armed and data-gone to style by. */
export function useSwipe(ref: RefObject<HTMLElement | null>, options: SwipeOptions): void {
  const latest = useRef(options);
  latest.current = options;
  const enabled = Boolean(options.onRight ?? options.onLeft);
  useEffect(() => {
    const el = ref.current;
    if (!el || !enabled) return undefined;
    const swiper = new Swiper(el, latest);
    return () => swiper.detach();
  }, [ref, enabled]);
}

const sideOf = (dx: number): Side => (dx > 0 ? 'right' : 'left');

class Swiper {
  private readonly el: HTMLElement;
  private readonly host: HTMLElement;
  private readonly latest: { current: SwipeOptions };
  private readonly aborter = new AbortController();
  private drag: Drag | null = null;
  private finish: (() => void) | null = null;
  private swallow = false;

  constructor(el: HTMLElement, latest: { current: SwipeOptions }) {
    this.el = el;
    this.host = el.parentElement ?? el;
    this.latest = latest;
    const { signal } = this.aborter;
    el.addEventListener('pointerdown', (e) => this.down(e), { signal });
    el.addEventListener('pointermove', (e) => this.move(e), { signal });
    el.addEventListener('pointerup', (e) => this.up(e), { signal });
    el.addEventListener('pointercancel', (e) => this.up(e), { signal });
    el.addEventListener('click', (e) => this.click(e), { signal, capture: true });
  }

  detach(): void {
    this.aborter.abort();
    // A row that leaves the page mid-flight was still swiped away: never lose what the thumb said.
    this.finish?.();
  }

  private handler(side: Side): (() => void) | undefined {
    return side === 'right' ? this.latest.current.onRight : this.latest.current.onLeft;
  }

  private down(e: PointerEvent): void {
    if (e.button !== 0 || !e.isPrimary || this.finish || !mayStart(e.clientX, window.innerWidth)) return;
    this.swallow = false;
    const { clientX: x, clientY: y, timeStamp } = e;
    this.drag = { id: e.pointerId, x, y, lastX: x, lastT: timeStamp, speed: 0, on: false };
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
    this.el.setPointerCapture?.(drag.id);
    delete this.el.dataset['settle'];
    return true;
  }

  private move(e: PointerEvent): void {
    const drag = this.drag;
    if (!drag || e.pointerId !== drag.id || (!drag.on && !this.begin(e, drag))) return;
    const dx = e.clientX - drag.x;
    const dt = Math.max(1, e.timeStamp - drag.lastT);
    drag.speed = 0.6 * ((e.clientX - drag.lastX) / dt) + 0.4 * drag.speed;
    drag.lastX = e.clientX;
    drag.lastT = e.timeStamp;
    const may = Boolean(this.handler(sideOf(dx)));
    this.el.style.transform = `translateX(${may ? dx : dx / 6}px)`;
    this.host.dataset['swipe'] = sideOf(dx);
    this.host.toggleAttribute('data-armed', may && commits(dx, this.el.offsetWidth, 0));
  }

  private up(e: PointerEvent): void {
    const drag = this.drag;
    if (!drag || e.pointerId !== drag.id) return;
    this.drag = null;
    if (!drag.on) return;
    this.swallow = true;
    const dx = e.clientX - drag.x;
    const act = this.handler(sideOf(dx));
    if (act && e.type === 'pointerup' && commits(dx, this.el.offsetWidth, drag.speed)) this.leave(sideOf(dx), act);
    else this.rest();
  }

  private rest(): void {
    this.el.dataset['settle'] = '';
    this.el.style.transform = '';
    delete this.host.dataset['armed'];
    window.setTimeout(() => {
      delete this.el.dataset['settle'];
      if (!this.drag) delete this.host.dataset['swipe'];
    }, 210);
  }

  private leave(side: Side, act: () => void): void {
    navigator.vibrate?.(10);
    this.el.dataset['settle'] = '';
    this.el.style.transform = `translateX(${side === 'right' ? '' : '-'}100%)`;
    this.host.dataset['gone'] = '';
    const timer = window.setTimeout(() => this.finish?.(), 260);
    this.finish = () => {
      window.clearTimeout(timer);
      this.finish = null;
      act();
      delete this.host.dataset['gone'];
      this.rest();
    };
  }

  private click(e: Event): void {
    if (!this.swallow) return;
    this.swallow = false;
    e.preventDefault();
    e.stopPropagation();
  }
}

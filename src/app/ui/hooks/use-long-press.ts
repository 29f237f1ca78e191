// Long press of 450 ms, or right click: both call the same handler.
import { useEffect, useRef, type RefObject } from 'react';

const longPressMs = 450;
/** Movement that ends the press, px. */
const slack = 10;
/** The longest time between lifting a finger and its click, ms. */
const clickMs = 500;

/** Calls `onLongPress` with the element of `ref`. */
export function useLongPress(
  ref: RefObject<HTMLElement | null>,
  onLongPress: ((el: HTMLElement) => void) | undefined,
): void {
  const latest = useRef(onLongPress);
  latest.current = onLongPress;
  const enabled = Boolean(onLongPress);
  useEffect(() => {
    const el = ref.current;
    if (!el || !enabled) return undefined;
    return listenForLongPress(el, { onPress: () => latest.current?.(el) });
  }, [ref, enabled]);
}

/** Suppresses the click of the finger that is down, and of no key and no other finger. It would press what has opened below the finger: a sheet, or its backdrop. */
function dropClick(finger: number): void {
  const aborter = new AbortController();
  const options = { capture: true, signal: aborter.signal };
  const end = () => aborter.abort();
  const drop = (e: MouseEvent) => {
    // An older browser does not say which pointer clicked; the click of a key has no detail.
    const isOther = 'pointerId' in e ? e.pointerId !== finger : e.detail === 0;
    if (isOther) return;
    e.preventDefault();
    e.stopPropagation();
    end();
  };
  window.addEventListener('click', drop, options);
  window.addEventListener('pointerdown', end, options);
  window.addEventListener('pointercancel', end, options);
  window.addEventListener('pointerup', () => window.setTimeout(end, clickMs), options);
}

/** `applies` leaves a press out, with its event as `onPress` receives it: where a touch began, or of a right click. */
interface LongPress {
  applies?: (e: Event) => boolean;
  onPress: (e: Event) => void;
}

/** Listens for long presses within `el` and suppresses the click that follows, wherever it lands; ends with the answer. */
export function listenForLongPress(el: HTMLElement, { applies = () => true, onPress }: LongPress): () => void {
  const aborter = new AbortController();
  const { signal } = aborter;
  let timer = 0;
  let from = { x: 0, y: 0 };
  let held = false;
  const cancel = () => window.clearTimeout(timer);
  const down = (e: PointerEvent) => {
    cancel();
    held = false;
    if (e.button !== 0 || !e.isPrimary || e.pointerType === 'mouse' || !applies(e)) return;
    from = { x: e.clientX, y: e.clientY };
    timer = window.setTimeout(() => {
      held = true;
      navigator.vibrate?.(10);
      dropClick(e.pointerId);
      onPress(e);
    }, longPressMs);
  };
  const move = (e: PointerEvent) => {
    if (Math.hypot(e.clientX - from.x, e.clientY - from.y) > slack) cancel();
  };
  const menu = (e: Event) => {
    if (!applies(e)) return;
    e.preventDefault();
    cancel();
    if (!held) onPress(e);
  };
  el.addEventListener('pointerdown', down, { signal });
  el.addEventListener('pointermove', move, { signal, passive: true });
  el.addEventListener('pointerup', cancel, { signal });
  el.addEventListener('pointercancel', cancel, { signal });
  el.addEventListener('contextmenu', menu, { signal });
  return () => {
    cancel();
    aborter.abort();
  };
}

// Long press of 450 ms, or right click: both call the same handler.
import { useEffect, useRef, type RefObject } from 'react';

const longPressMs = 450;
/** Movement that ends the press, px. */
const slack = 10;

/** Calls `onLongPress` with the pressed element and suppresses the click that follows. */
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
    return attach(el, () => latest.current?.(el));
  }, [ref, enabled]);
}

function attach(el: HTMLElement, fire: () => void): () => void {
  let timer = 0;
  let from = { x: 0, y: 0 };
  let held = false;
  const cancel = () => window.clearTimeout(timer);
  const down = (e: PointerEvent) => {
    cancel();
    held = false;
    if (e.button !== 0 || !e.isPrimary || e.pointerType === 'mouse') return;
    from = { x: e.clientX, y: e.clientY };
    timer = window.setTimeout(() => {
      held = true;
      navigator.vibrate?.(10);
      fire();
    }, longPressMs);
  };
  const move = (e: PointerEvent) => {
    if (Math.hypot(e.clientX - from.x, e.clientY - from.y) > slack) cancel();
  };
  const menu = (e: Event) => {
    e.preventDefault();
    cancel();
    if (!held) fire();
  };
  const click = (e: Event) => {
    if (!held) return;
    held = false;
    e.preventDefault();
    e.stopPropagation();
  };
  const pairs = [
    ['pointerdown', down],
    ['pointermove', move],
    ['pointerup', cancel],
    ['pointercancel', cancel],
    ['contextmenu', menu],
  ] as const;
  for (const [name, fn] of pairs) el.addEventListener(name, fn as EventListener);
  el.addEventListener('click', click, true);
  return () => {
    cancel();
    for (const [name, fn] of pairs) el.removeEventListener(name, fn as EventListener);
    el.removeEventListener('click', click, true);
  };
}

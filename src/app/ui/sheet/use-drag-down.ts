// Dragging a sheet down by its head closes it.
import { useEffect, useRef, type RefObject } from 'react';

/** Drag `handle` to move `panel`; past a third of it, or a flick, calls `onClose`. Null: it cannot be dragged. */
export function useDragDown(
  handle: RefObject<HTMLElement | null>,
  panel: RefObject<HTMLElement | null>,
  onClose: (() => void) | null,
): void {
  const close = useRef(onClose);
  close.current = onClose;
  const canClose = onClose !== null;
  useEffect(() => {
    const grip = handle.current;
    const el = panel.current;
    if (!grip || !el || !canClose) return undefined;
    let start: { id: number; y: number; t: number } | null = null;
    const down = (e: PointerEvent) => {
      if (e.button !== 0 || !e.isPrimary) return;
      start = { id: e.pointerId, y: e.clientY, t: e.timeStamp };
      grip.setPointerCapture?.(e.pointerId);
      delete el.dataset['settle'];
    };
    const move = (e: PointerEvent) => {
      if (start) el.style.transform = `translateY(${Math.max(0, e.clientY - start.y)}px)`;
    };
    const up = (e: PointerEvent) => {
      if (!start) return;
      const dy = e.clientY - start.y;
      const speed = dy / Math.max(1, e.timeStamp - start.t);
      start = null;
      if (e.type === 'pointerup' && (dy > el.offsetHeight / 3 || (dy > 40 && speed > 0.6))) {
        close.current?.();
        return;
      }
      el.dataset['settle'] = '';
      el.style.transform = '';
    };
    const pairs = [
      ['pointerdown', down],
      ['pointermove', move],
      ['pointerup', up],
      ['pointercancel', up],
    ] as const;
    for (const [name, fn] of pairs) grip.addEventListener(name, fn);
    return () => {
      for (const [name, fn] of pairs) grip.removeEventListener(name, fn);
    };
  }, [handle, panel, canClose]);
}

// The direction of reading, which the built page names: from left to right, or mirrored.

/** True if the page is read from right to left. */
export const isRtl = (): boolean => document.dir === 'rtl';

/** The direction of the page, for a `dir` attribute. */
export const pageDirection = (): 'rtl' | 'ltr' => (isRtl() ? 'rtl' : 'ltr');

const mirrored: Record<string, string> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };

/** Returns the key as on a page that is read from left to right: `ArrowRight` goes on, `ArrowLeft` back. */
export const readingKey = (key: string): string => (isRtl() && mirrored[key]) || key;

/** The place of an element in the window: start and end from the edge where lines begin, px. */
export function inlineEdges(el: Element): { start: number; end: number; top: number } {
  const { left, right, top } = el.getBoundingClientRect();
  return isRtl() ? { start: innerWidth - right, end: innerWidth - left, top } : { start: left, end: right, top };
}

/** The distance of a horizontal position from the edge where the element begins, px. */
export function startOffset(el: Element | null, x: number): number {
  const { left = 0, right = 0 } = el?.getBoundingClientRect() ?? {};
  return isRtl() ? right - x : x - left;
}

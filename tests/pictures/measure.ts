// Faults of a screen that can be measured, as sentences; runs in the page.
import type { Page } from 'playwright-core';

/** Returns horizontal scroll, text that leaves the window or its box, and words that are broken. */
export async function measureFaults(page: Page): Promise<string[]> {
  // tsx wraps each named function into this helper, which the page lacks.
  await page.evaluate('globalThis.__name ??= (named) => named');
  return page.evaluate(() => {
    const faults = new Set<string>();
    const { innerWidth, innerHeight } = window;
    const width = document.scrollingElement?.scrollWidth ?? 0;
    if (width > innerWidth + 1) faults.add(`horizontal scroll: ${width} of ${innerWidth}`);
    const isCut = (owner: Element, box: DOMRect): boolean => {
      for (let at: Element | null = owner; at; at = at.parentElement) {
        const { display, overflowX, textOverflow } = getComputedStyle(at);
        if (overflowX === 'visible') continue;
        // A flex box draws no ellipsis.
        if ((textOverflow === 'ellipsis' && display !== 'flex') || overflowX !== 'hidden') return false;
        const frame = at.getBoundingClientRect();
        // Text for screen readers.
        if (frame.width <= 2) return false;
        const isSeen = box.left < frame.right && box.right > frame.left;
        if (isSeen && (box.right > frame.right + 2 || box.left < frame.left - 2)) return true;
      }
      return box.right > innerWidth + 1 || box.left < -1;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const owner = node.parentElement;
      const text = node.textContent ?? '';
      if (!owner?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (getComputedStyle(owner).clipPath !== 'none' || owner.closest('pre, code')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()].filter((one) => one.bottom > 0 && one.top < innerHeight);
      if (boxes.some((box) => isCut(owner, box))) faults.add(`cut off: ${text.slice(0, 60)}`);
      for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}.]{3,16}/gu)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map((one) => Math.round(one.top)));
        if (lines.size > 1) faults.add(`broken word: ${word} in ${text.slice(0, 60)}`);
      }
    }
    return [...faults];
  });
}

// Faults of a screen that can be measured, as sentences; runs in the page.
import type { Page } from 'playwright-core';

/** Returns horizontal scroll, text that leaves the window or its box, broken words, and texts that cover each other. */
export async function measureFaults(page: Page): Promise<string[]> {
  // tsx wraps each named function into this helper, which the page lacks.
  await page.evaluate('globalThis.__name ??= (named) => named');
  return page.evaluate(() => {
    const faults = new Set<string>();
    const { innerWidth, innerHeight } = window;
    const width = document.scrollingElement?.scrollWidth ?? 0;
    if (width > innerWidth + 1) faults.add(`horizontal scroll: ${width} of ${innerWidth}`);
    const texts: { text: string; box: DOMRect; owner: Element }[] = [];
    const isClipped = (owner: Element, box: DOMRect): boolean => {
      for (let at: Element | null = owner; at; at = at.parentElement) {
        const { overflowX, textOverflow } = getComputedStyle(at);
        if (overflowX === 'visible') continue;
        if (textOverflow === 'ellipsis' || overflowX !== 'hidden') return false;
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
      const text = node.textContent?.trim() ?? '';
      if (!owner || text === '' || !owner.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()].filter((one) => one.width > 2 && one.height > 2);
      const clip = getComputedStyle(owner);
      if (clip.clipPath !== 'none' || owner.closest('[class*="sr"], [class*="hidden"], pre, code')) continue;
      for (const box of boxes) {
        if (box.bottom < 0 || box.top > innerHeight) continue;
        if (isClipped(owner, box)) faults.add(`cut off: ${text.slice(0, 60)}`);
        let { top, bottom, left, right } = box;
        for (let at: Element | null = owner; at; at = at.parentElement) {
          if (getComputedStyle(at).overflowY === 'visible') continue;
          const frame = at.getBoundingClientRect();
          [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
          [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
        }
        if (top < bottom && left < right)
          texts.push({ text, box: new DOMRect(left, top, right - left, bottom - top), owner });
      }
      for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}.]{3,16}/gu)) {
        const start = (node.textContent ?? '').indexOf(text) + index;
        range.setStart(node, start);
        range.setEnd(node, start + word.length);
        const rows = new Set([...range.getClientRects()].map((one) => Math.round(one.top)));
        if (rows.size > 1) faults.add(`broken word: ${word} in ${text.slice(0, 60)}`);
      }
    }
    for (const [index, one] of texts.entries())
      for (const other of texts.slice(index + 1)) {
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (across < 4 || down < 6 || one.owner === other.owner) continue;
        const [a, b] = [one.owner, other.owner].map((owner) => {
          for (let at: Element | null = owner; at; at = at.parentElement)
            if (/fixed|sticky|absolute/.test(getComputedStyle(at).position)) return at;
          return null;
        });
        if (a === b) faults.add(`overlap: ${one.text.slice(0, 40)} / ${other.text.slice(0, 40)}`);
      }
    return [...faults];
  });
}
